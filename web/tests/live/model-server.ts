import { applyOps, fixPlaces } from '../../src/live/apply';
import { keyBetween } from '../../src/live/order';
import { mergeTexts } from '../../src/live/text';
import { Tree } from '../../src/live/tree';
import type {
  Author,
  BoardNode,
  Change,
  ChangeRequest,
  Inbound,
  Op,
  Outbound,
  TextConflict,
} from '../../src/live/wire';

/** Changes a reader may be behind before it gets a snapshot instead. */
const MAX_CATCH_UP = 12;

type Verdict = 'plain' | 'retry-unwritten' | 'retry-written';

export interface ModelSocket {
  readonly author: Author;
  readonly say: (message: Inbound) => void;
}

/** The rules of the server's live protocol, in the fewest words: one board, a log, and who listens. */
export class ModelServer {
  readonly log: Change[] = [];
  readonly #states: BoardNode[][] = [[]];
  readonly #watching = new Set<ModelSocket>();

  constructor(
    private readonly board: string,
    seed: readonly Op[],
  ) {
    this.#append({ id: 'seed', ops: seed }, { type: 'system' });
  }

  get nodes(): readonly BoardNode[] {
    return this.#states.at(-1) ?? [];
  }

  hear(socket: ModelSocket, message: Outbound, verdict: Verdict): void {
    if (message.type === 'open') this.#open(socket, message.after);
    else if (message.type === 'close') this.#watching.delete(socket);
    else if (message.type === 'change') this.#change(socket, message.change, verdict);
    else if (message.type === 'ping') socket.say({ type: 'pong' });
  }

  leave(socket: ModelSocket): void {
    this.#watching.delete(socket);
  }

  /** Tells a reader that it was cut off, as one who did not keep up. */
  resync(socket: ModelSocket): void {
    if (this.#watching.delete(socket)) socket.say({ type: 'resync', board: this.board });
  }

  #open(socket: ModelSocket, after: number | undefined): void {
    const seq = this.log.length;
    this.#watching.add(socket);
    if (after !== undefined && after <= seq && seq - after <= MAX_CATCH_UP) {
      socket.say({ type: 'changes', board: this.board, changes: this.log.slice(after) });
    } else {
      socket.say({ type: 'snapshot', board: this.board, kind: 'kanban', seq, nodes: [...this.nodes] });
    }
  }

  #change(socket: ModelSocket, request: ChangeRequest, verdict: Verdict): void {
    const about = { board: this.board, id: request.id };
    if (verdict === 'retry-unwritten') {
      socket.say({ type: 'reject', ...about, reason: 'the disk is full', code: 'unavailable', retry: true });
      return;
    }
    const done = this.log.find((change) => change.id === request.id);
    const outcome = done ?? this.#append(request, socket.author);
    if (!('seq' in outcome)) {
      socket.say({
        type: 'reject',
        ...about,
        reason: 'it does not fit',
        code: 'rejected',
        retry: false,
        ...outcome,
      });
      return;
    }
    if (!done) {
      for (const watcher of this.#watching)
        watcher.say({ type: 'changes', board: this.board, changes: [outcome] });
    }
    if (verdict === 'retry-written') {
      socket.say({ type: 'reject', ...about, reason: 'the disk is slow', code: 'unavailable', retry: true });
    } else {
      socket.say({ type: 'ack', ...about, seq: outcome.seq });
    }
  }

  #append(request: ChangeRequest, author: Author): Change | { conflict?: TextConflict } {
    const seq = this.log.length + 1;
    const tree = Tree.of(this.nodes);
    const conflicts: TextConflict[] = [];
    const ops = fixPlaces(
      tree,
      request.ops.map((op) => this.#merge(op, conflicts)),
      { seq, by: author },
    );
    const effects = this.#unique(tree, ops);
    if (conflicts[0]) return { conflict: conflicts[0] };
    if (!applyOps(tree, effects, { seq, by: author })) return {};
    const change = { ...request, ops: effects, seq, author, at: '2026-01-01T00:00:00Z' };
    this.log.push(change);
    this.#states.push([...tree.nodes()]);
    return change;
  }

  /** Gives a node that asks for a taken place the one directly after it. */
  #unique(tree: Tree, ops: readonly Op[]): Op[] {
    return ops.map((op) => {
      if ((op.op !== 'create' && op.op !== 'move') || op.parent === undefined || op.order === undefined)
        return op;
      const orders = tree
        .children(op.parent)
        .flatMap((id) => (id === op.id ? [] : [tree.node(id)?.order ?? '']));
      const at = orders.indexOf(op.order);
      return at < 0 ? op : { ...op, order: keyBetween(op.order, orders[at + 1] ?? null) };
    });
  }

  #merge(op: Op, conflicts: TextConflict[]): Op {
    if (op.op !== 'update' || op.from_seq === undefined || !('text' in op.props)) return op;
    const base_seq = op.from_seq;
    const text = (nodes: readonly BoardNode[]) =>
      String(nodes.find(({ id }) => id === op.id)?.props.text ?? '');
    const base = text(this.#states[base_seq] ?? []);
    const current = text(this.nodes);
    const yours = String(op.props.text);
    const merged = mergeTexts(base, current, yours);
    if (merged === null) conflicts.push({ node: op.id, prop: 'text', base_seq, base, current, yours });
    return { op: 'update', id: op.id, props: { ...op.props, text: merged ?? current } };
  }
}
