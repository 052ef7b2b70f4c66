import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { type Block, piecesOf, say, type Turn } from './model-turn';

/** What a program asks of the model, as far as it matters here. */
export interface ModelRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const USAGE = {
  input_tokens: 12_000,
  output_tokens: 900,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
};

/**
 * A model that says what a test has written down, behind the Messages API and on this machine only.
 *
 * The newest text with a marker `[[name]]` picks the scene, and the number of answers since then the turn of it.
 * Nothing else is remembered, so a request that is sent again, or after a restart, gets the same turn.
 */
export class ModelApi {
  /** Everything that was asked with tools, in order; what a program asks on the side is not kept. */
  readonly requests: ModelRequest[] = [];
  /** While it is set, nothing is answered but this. */
  refusal: Refusal | null = null;
  readonly #scenes = new Map<string, readonly Turn[]>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #ids = 0;

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Says what is answered after a text with the marker `[[name]]`; the last turn again and again. */
  scene(name: string, ...turns: readonly Turn[]): void {
    this.#scenes.set(name, turns);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0];
    const text = await bodyOf(request);
    if (path === '/v1/messages/count_tokens')
      sendJson(response, 200, { input_tokens: Math.ceil(text.length / 4) });
    else if (path !== '/v1/messages') response.writeHead(request.method === 'HEAD' ? 200 : 404).end();
    else if (this.refusal) {
      const { status, type, message, headers } = this.refusal;
      sendJson(response, status, { type: 'error', error: { type, message } }, headers);
    } else await this.#speak(JSON.parse(text) as ModelRequest, response);
  }

  async #speak(request: ModelRequest, response: ServerResponse): Promise<void> {
    const isAside = (request.tools ?? []).length === 0;
    if (!isAside) this.requests.push(request);
    const blocks = isAside ? [say('{"title": "A title"}')] : this.#pick(request);
    const message = {
      id: this.#id('msg'),
      type: 'message',
      role: 'assistant',
      model: request.model,
      stop_sequence: null,
    };
    const stop_reason = blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
    if (!request.stream) {
      const content = blocks.map((block) => ({ ...this.#empty(block), ...block.whole }));
      sendJson(response, 200, { ...message, content, stop_reason, usage: USAGE });
      return;
    }
    const send = (type: string, data: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const usage = { ...USAGE, output_tokens: 1 };
    send('message_start', { message: { ...message, content: [], stop_reason: null, usage } });
    for (const [index, block] of blocks.entries()) {
      send('content_block_start', { index, content_block: this.#empty(block) });
      for await (const delta of piecesOf(block)) send('content_block_delta', { index, delta });
      send('content_block_stop', { index });
    }
    send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: USAGE });
    send('message_stop', {});
    response.end();
  }

  #pick(request: ModelRequest): readonly Block[] {
    let step = 0;
    for (const { role, content } of request.messages.toReversed()) {
      if (role === 'assistant') {
        step += 1;
        continue;
      }
      // What a person wrote while the model was at work may come in the role `system`.
      const marker = [...textsOf(content, 'text').matchAll(/\[\[(\w+)\]\]/g)].at(-1)?.[1];
      const turns = this.#scenes.get(marker ?? '');
      const turn = turns?.[Math.min(step, turns.length - 1)];
      if (turn) return typeof turn === 'function' ? turn(request) : turn;
    }
    return [say('There is no scene for this.')];
  }

  /** Returns a block as it starts, before its text or its input. */
  #empty({ type, name }: Block): object {
    if (type === 'tool_use') return { type, id: this.#id('toolu'), name, input: {} };
    return type === 'thinking' ? { type, thinking: '', signature: '' } : { type, text: '' };
  }

  #id(kind: string): string {
    this.#ids += 1;
    return `${kind}_${String(this.#ids).padStart(20, '0')}`;
  }
}

/** Has a model for the tests of a file. */
export function setModel(): ModelApi {
  const model = new ModelApi();
  beforeAll(() => model.start());
  afterAll(() => model.stop());
  return model;
}

/** Returns what the tools gave that the model called last. */
export function toolResult({ messages }: ModelRequest): string {
  const results = messages.map(({ content }) => textsOf(content, 'tool_result'));
  return results.findLast((result) => result !== '') ?? '';
}

/** Returns the file in which Claude Code wants the plan. */
export function planFile({ messages }: ModelRequest): string {
  return (
    JSON.stringify(messages)
      .match(/\/[\w./-]*\/plans\/[\w-]+\.md/g)
      ?.at(-1) ?? ''
  );
}

/** Returns the texts of a content, which is a text or a list of blocks. */
function textsOf(content: unknown, type: 'text' | 'tool_result'): string {
  if (typeof content === 'string') return type === 'text' ? content : '';
  if (!Array.isArray(content)) return '';
  const blocks = content as readonly { type: string; text?: string; content?: unknown }[];
  return blocks
    .filter((block) => block.type === type)
    .map(({ text, content: inner }) => text ?? (typeof inner === 'string' ? inner : textsOf(inner, 'text')))
    .join('\n');
}

function sendJson(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
