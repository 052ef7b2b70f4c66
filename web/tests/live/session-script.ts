import fc from 'fast-check';
import type { BlockKind, EventData, EventType, SessionEvent } from '../../src/live/session-wire';

/** What may happen next in a session that a test makes up. Numbers choose among what is there. */
export type Step =
  | { readonly do: 'delta'; readonly kind: BlockKind; readonly text: string }
  | {
      readonly do:
        | 'close'
        | 'end turn'
        | 'deliver'
        | 'gap'
        | 'usage'
        | 'unknown'
        | 'error'
        | 'notice'
        | 'retry';
    }
  | { readonly do: 'start' | 'end' | 'task' | 'say below' | 'settle'; readonly pick: number }
  | { readonly do: 'ask'; readonly kind: 'question' | 'plan' | 'permission' }
  | { readonly do: 'send'; readonly text: string };

const PLAIN = [
  'close',
  'end turn',
  'deliver',
  'gap',
  'usage',
  'unknown',
  'error',
  'notice',
  'retry',
] as const;
const PICKING = ['start', 'end', 'task', 'say below', 'settle'] as const;

const text = fc.string({ minLength: 1, maxLength: 4 });

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('delta' as const), kind: kind(), text }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...PLAIN) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom(...PICKING), pick: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      kind: fc.constantFrom('question' as const, 'plan' as const, 'permission' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send' as const), text }) },
);

function kind(): fc.Arbitrary<BlockKind> {
  return fc.constantFrom('text' as const, 'thinking' as const);
}

/** Writes the log of a session as the server would: what is said is closed before something else is, and asked once. */
export class Script {
  readonly log: SessionEvent[] = [];
  #n = 0;
  #count = 0;
  #open: { kind: BlockKind; text: string } | null = null;
  #tools: string[] = [];
  #requests: { id: string; kind: 'question' | 'plan' | 'permission' }[] = [];
  #queued: string[] = [];

  /** Does a step, and returns the events that came of it. */
  play(next: Step): readonly SessionEvent[] {
    const before = this.log.length;
    this.#do(next);
    return this.log.slice(before);
  }

  #do(next: Step): void {
    switch (next.do) {
      case 'delta':
        if (this.#open && this.#open.kind !== next.kind) this.#close(false);
        this.#open ??= { kind: next.kind, text: '' };
        this.#open.text += next.text;
        this.#add(next.kind === 'text' ? 'text_delta' : 'thinking_delta', { text: next.text });
        break;
      case 'close':
        this.#close(false);
        break;
      case 'end turn':
        this.#close(true);
        this.#add('done', {
          turn: 1,
          outcome: 'completed',
          took_ms: 5,
          cost_usd: 0,
          origin: 'person',
        });
        break;
      case 'gap':
        this.#n += 3;
        break;
      case 'usage':
        this.#add('usage', { context_tokens: 1, context_window: null });
        break;
      case 'unknown':
        this.#add('weather' as EventType, {} as never);
        break;
      case 'error':
        this.#add('error', { code: 'network', message: `problem ${this.#name()}` });
        break;
      case 'notice':
        this.#add('notice', { text: this.#name() });
        break;
      case 'retry':
        this.#add('retry', {
          attempt: this.#n,
          attempts: 9,
          until: '',
          code: 'overloaded',
          message: '',
        });
        break;
      case 'start':
        this.#start(next.pick < 3 ? this.#pickTool(next.pick) : undefined);
        break;
      case 'end':
        this.#end(this.#pickTool(next.pick));
        break;
      case 'task': {
        const tool = this.#pickTool(next.pick);
        if (tool !== undefined) this.#add('task', { tool, state: 'running', note: this.#name() });
        break;
      }
      case 'say below': {
        const parent = this.#pickTool(next.pick);
        if (parent !== undefined)
          this.#add('assistant_message', { kind: 'text', text: this.#name(), parent });
        break;
      }
      case 'ask':
        this.#ask(next.kind);
        break;
      case 'settle':
        this.#settle(next.pick);
        break;
      case 'send': {
        const id = this.#name();
        this.#queued.push(id);
        this.#add('user_message', { id, content: next.text, by: 'ada', by_name: 'Ada' });
        break;
      }
      case 'deliver':
        if (this.#queued.length > 0) this.#add('delivered', { ids: this.#queued.splice(0, 2) });
    }
  }

  #close(cut: boolean): void {
    if (!this.#open) return;
    this.#add('assistant_message', { ...this.#open, ...(cut && { cut }) });
    this.#open = null;
  }

  #start(parent: string | undefined): void {
    const id = this.#name();
    this.#tools.push(id);
    this.#add('tool_start', { id, name: 'Bash', input: { command: id }, ...(parent && { parent }) });
  }

  #end(id: string | undefined): void {
    if (id !== undefined) this.#add('tool_result', { id, content: `of ${id}`, is_error: false, took_ms: 1 });
  }

  #ask(kind: 'question' | 'plan' | 'permission'): void {
    this.#start(undefined);
    const tool = this.#tools.at(-1) ?? '';
    const request_id = this.#name();
    this.#requests.push({ id: request_id, kind });
    if (kind === 'question') this.#add('question', { request_id, tool, questions: [] });
    else if (kind === 'plan')
      this.#add('plan', { request_id, tool, plan: 'do it', plan_sha256: '', path: null });
    else this.#add('permission', { request_id, tool, name: 'Bash', input: {}, reason: null, always: null });
  }

  #settle(pick: number): void {
    const [request] = this.#requests.splice(pick % Math.max(1, this.#requests.length), 1);
    if (!request) return;
    const { id: request_id, kind } = request;
    this.#add('settled', { request_id, kind, outcome: 'withdrawn', by: null, by_name: null });
  }

  #pickTool(pick: number): string | undefined {
    return this.#tools.at(-1 - pick);
  }

  #name(): string {
    this.#count += 1;
    return `x${this.#count}`;
  }

  #add<Type extends EventType>(type: Type, data: EventData[Type]): void {
    this.#n += 1;
    const at = new Date(this.#n * 1_000).toISOString();
    this.log.push({ n: this.#n, type, data, at } as SessionEvent);
  }
}
