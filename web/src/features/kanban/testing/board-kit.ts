import { applyOps } from '@/live/apply';
import { LiveBoard } from '@/live/board';
import { systemClock } from '@/live/clock';
import { MemoryStorage } from '@/live/memory-storage';
import { mergeTexts } from '@/live/text';
import { Tree } from '@/live/tree';
import {
  type Author,
  type BoardNode,
  type Change,
  type ChangeRequest,
  type Op,
  type Outbound,
  type Peer,
  ROOT,
} from '@/live/wire';

export const ME: Author = { type: 'user', id: 'me' };
export const BEN: Author = { type: 'user', id: 'ben' };

export type Columns = Readonly<Record<string, readonly string[]>>;

/** A board in the state of a test, and a small server behind it that answers when it is told to. */
export class BoardKit {
  readonly board: LiveBoard;
  readonly log: Change[] = [];
  readonly presence: Outbound[] = [];
  /** Changes that wait for their answer. */
  readonly waiting: ChangeRequest[] = [];
  #tree: Tree;
  #seq = 1;
  #texts: Map<string, string>[] = [];

  private constructor(nodes: readonly BoardNode[], storage = new MemoryStorage()) {
    this.#tree = Tree.of(nodes);
    this.#remember();
    this.board = new LiveBoard('b1', {
      author: ME,
      storage,
      clock: systemClock,
      random: () => 0.5,
      revert: async () => ({ kind: 'nothing', leftOut: 0 }),
      send: (message) => this.#hear(message),
    });
  }

  /** Opens a board with these columns, whose cards are named by their ids. */
  static async open(columns: Columns): Promise<BoardKit> {
    const kit = new BoardKit(nodesOf(columns));
    kit.board.connected('peer-me');
    kit.board.follow();
    await new Promise<void>((resolve) => {
      const stop = kit.board.subscribe(() => {
        if (kit.board.status().phase !== 'live') return;
        stop();
        resolve();
      });
    });
    return kit;
  }

  /** Lets the server answer all that waits. */
  answer(): void {
    for (const request of this.waiting.splice(0)) this.#judge(request);
  }

  /** Makes a change as somebody else. */
  remote(ops: readonly Op[], author: Author = BEN): void {
    this.#commit({ id: `remote${this.#seq}`, ops }, author);
  }

  peers(...peers: Peer[]): void {
    this.board.hear({ type: 'presence', board: 'b1', peers });
  }

  text(id: string, prop: string): string {
    return String(this.#tree.node(id)?.props[prop] ?? '');
  }

  #hear(message: Outbound): void {
    if (message.type === 'open') {
      this.board.hear({
        type: 'snapshot',
        board: 'b1',
        kind: 'kanban',
        seq: this.#seq,
        nodes: [...this.#tree.nodes()],
      });
    } else if (message.type === 'change') this.waiting.push(message.change);
    else if (message.type === 'presence') this.presence.push(message);
  }

  #judge(request: ChangeRequest): void {
    const ops: Op[] = [];
    for (const op of request.ops) {
      if (op.op !== 'update' || op.from_seq === undefined) {
        ops.push(op);
        continue;
      }
      const { from_seq, ...rest } = op;
      const props: Record<string, unknown> = {};
      for (const [prop, value] of Object.entries(op.props)) {
        const base = this.#texts[from_seq]?.get(`${op.id}.${prop}`) ?? '';
        const current = this.text(op.id, prop);
        const yours = String(value ?? '');
        const merged = mergeTexts(base, current, yours);
        if (merged === null) {
          const conflict = { node: op.id, prop, base, current, yours, base_seq: from_seq };
          const reason = 'Somebody else changed the same place.';
          this.board.hear({
            type: 'reject',
            board: 'b1',
            id: request.id,
            reason,
            code: 'conflict',
            retry: false,
            conflict,
          });
          return;
        }
        props[prop] = merged;
      }
      ops.push({ ...rest, props });
    }
    this.#commit({ ...request, ops }, ME);
    this.board.hear({ type: 'ack', board: 'b1', id: request.id, seq: this.#seq });
  }

  #commit(request: ChangeRequest, author: Author): void {
    this.#seq += 1;
    const change: Change = { ...request, seq: this.#seq, author, at: new Date(0).toISOString() };
    if (!applyOps(this.#tree, change.ops, { seq: change.seq, by: author }))
      throw new Error('The change does not fit.');
    this.#tree.seal();
    this.#remember();
    this.log.push(change);
    this.board.hear({ type: 'changes', board: 'b1', changes: [change] });
  }

  #remember(): void {
    const texts = new Map<string, string>();
    for (const node of this.#tree.nodes()) {
      for (const prop of ['description', 'prompt'])
        texts.set(`${node.id}.${prop}`, String(node.props[prop] ?? ''));
    }
    this.#texts[this.#seq] = texts;
  }
}

function nodesOf(columns: Columns): BoardNode[] {
  const touched = { seq: 1, by: { type: 'system' as const } };
  return Object.entries(columns).flatMap(([column, cards], index) => [
    { id: column, kind: 'column', parent: ROOT, order: orderKey(index), props: { name: column }, touched },
    ...cards.map((card, at) => ({
      id: card,
      kind: 'card',
      parent: column,
      order: orderKey(at),
      props: { title: card },
      touched,
    })),
  ]);
}

/** Keys in order for up to 3,844 siblings. */
function orderKey(index: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return `b${digits.charAt(Math.floor(index / 62))}${digits.charAt(index % 62)}`;
}
