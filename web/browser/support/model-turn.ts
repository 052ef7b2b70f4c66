import type { ModelRequest } from './model-api';

/** One answer of the model, or what makes it of what was asked. */
export type Turn = readonly Block[] | ((request: ModelRequest) => readonly Block[]);

/** A part of an answer. */
export interface Block {
  readonly type: 'text' | 'thinking' | 'tool_use';
  /** The tool that is called. */
  readonly name?: string;
  /** What it is filled with when it does not come in pieces. */
  readonly whole: object;
  readonly pieces: readonly (string | Gate)[];
}

/** Where an answer waits until the test lets it go on. */
export class Gate {
  open: () => void = () => {};
  readonly passed = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

const PIECE_CHARACTERS = 12;

/** Says something; a gate in between holds the rest. */
export function say(...pieces: readonly (string | Gate)[]): Block {
  return { type: 'text', whole: { text: textOf(pieces) }, pieces };
}

export function think(thinking: string): Block {
  return { type: 'thinking', whole: { thinking }, pieces: [thinking] };
}

/** Calls a tool. */
export function call(name: string, input: object): Block {
  return { type: 'tool_use', name, whole: { input }, pieces: [JSON.stringify(input)] };
}

/** Calls a tool and stops in the middle of it: before the first piece of its input that reads so. */
export function callUntil(gate: Gate, before: string, name: string, input: object): Block {
  const text = JSON.stringify(input);
  const at = text.indexOf(before);
  return { ...call(name, input), pieces: [text.slice(0, at), gate, text.slice(at)] };
}

const DELTAS = {
  text: ['text_delta', 'text'],
  thinking: ['thinking_delta', 'thinking'],
  tool_use: ['input_json_delta', 'partial_json'],
} as const;

/** Streams what is in a block. */
export async function* piecesOf({ type, pieces }: Block): AsyncGenerator<object> {
  const [delta, field] = DELTAS[type];
  for (const piece of pieces) {
    if (piece instanceof Gate) {
      await piece.passed;
      continue;
    }
    for (let at = 0; at < piece.length; at += PIECE_CHARACTERS)
      yield { type: delta, [field]: piece.slice(at, at + PIECE_CHARACTERS) };
  }
  // The API signs what a model thought; nobody checks it here.
  if (type === 'thinking') yield { type: 'signature_delta', signature: 'c2lnbmF0dXJl' };
}

function textOf(pieces: readonly (string | Gate)[]): string {
  return pieces.filter((piece) => typeof piece === 'string').join('');
}
