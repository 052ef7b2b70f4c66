import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LiveBoard } from '../../src/live/board';
import { Live } from '../../src/live/client';
import { systemClock } from '../../src/live/clock';
import { mintId } from '../../src/live/id';
import { MemoryStorage } from '../../src/live/memory-storage';
import type { Wire } from '../../src/live/socket';
import type { BoardNode, Change, Op } from '../../src/live/wire';
import { CuttingProxy } from '../support/cutting-proxy';
import { type Account, TestServer } from '../support/server';
import { randomOf } from './simulation';

let server: TestServer;
let proxy: CuttingProxy;
let ada: Account;
let board: string;
const running: Live[] = [];

beforeAll(async () => {
  server = await TestServer.start();
  proxy = await CuttingProxy.before(() => server.port);
  ada = await server.firstAccount('Ada');
  board = (await server.project(ada, 'One')).kanban_board_id;
}, 30_000);

afterAll(async () => {
  for (const live of running) live.stop();
  await proxy?.stop();
  await server?.stop();
});

function dial(): Wire {
  const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/api/ws`);
  // What went wrong is told by `onclose` as well.
  socket.on('error', () => {});
  return socket as unknown as Wire;
}

function join(storage = new MemoryStorage()): { live: Live; board: LiveBoard } {
  const live = new Live({
    connect: dial,
    token: async () => ada.token,
    revert: async (id, kind) => {
      await server.call('POST', `/boards/${id}/${kind}`, ada.token, {});
      return { kind: kind === 'undo' ? 'undone' : 'redone', leftOut: 0 };
    },
    events: async () => ({ items: [] }),
    storage,
    clock: systemClock,
    random: Math.random,
    author: { type: 'user', id: ada.id },
  });
  live.open(board);
  live.start();
  running.push(live);
  return { live, board: live.board(board) };
}

/** Waits until the board says so; every change of it is looked at. */
function until(board: LiveBoard, holds: (board: LiveBoard) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(board)) return false;
      stop();
      resolve();
      return true;
    };
    const stop = board.subscribe(look);
    look();
  });
}

const inStep = (board: LiveBoard) => board.status().phase === 'live' && board.status().unsent === 0;

function view(board: LiveBoard): Record<string, BoardNode> {
  const found: Record<string, BoardNode> = {};
  const walk = (parent: string) => {
    for (const id of board.children(parent)) {
      const node = board.node(id);
      if (node) found[id] = node;
      walk(id);
    }
  };
  walk('root');
  return found;
}

async function log(): Promise<Change[]> {
  const changes: Change[] = [];
  for (;;) {
    const path = `/boards/${board}/changes?after=${changes.length}&limit=500`;
    const { items } = await server.call<{ items: Change[] }>('GET', path, ada.token);
    if (items.length === 0) return changes;
    changes.push(...items);
  }
}

async function stored(): Promise<{ seq: number; nodes: Record<string, BoardNode> }> {
  const { seq, nodes } = await server.call<{ seq: number; nodes: BoardNode[] }>(
    'GET',
    `/boards/${board}`,
    ada.token,
  );
  return { seq, nodes: Object.fromEntries(nodes.map((node) => [node.id, node])) };
}

describe('the live client with the real server', () => {
  test('sees what others do, and makes exactly what the server makes of it', {
    timeout: 20_000,
  }, async () => {
    const [left, right] = [join().board, join().board];
    await Promise.all([until(left, inStep), until(right, inStep)]);
    const [todo = '', doing = ''] = left.children('root');
    const card = mintId();
    left.edit('Add card', [
      { op: 'create', id: card, kind: 'card', parent: todo, props: { title: 'Hello' } },
    ]);
    await until(right, (board) => board.node(card) !== undefined);
    right.edit('Move card', [{ op: 'move', id: card, parent: doing }]);
    await until(left, (board) => board.node(card)?.parent === doing);
    const { ok } = await left.edit('Rename', [{ op: 'update', id: card, props: { title: '' } }]).settled;
    expect(ok).toBe(false);
    expect(left.node(card)?.props.title).toBe('Hello');
    expect(left.status().refusals[0]).toMatchObject({ label: 'Rename', code: expect.any(String) });
    expect(await left.undo()).toMatchObject({ kind: 'undone' });
    await until(left, (board) => board.node(card)?.parent === todo);
    await until(right, (board) => board.node(card)?.parent === todo);
    expect(view(left)).toEqual((await stored()).nodes);
  });

  test('takes back one edit after the other, however fast it is asked to', async () => {
    const { board: live } = join();
    await until(live, inStep);
    const [todo = ''] = live.children('root');
    const ids = [mintId(), mintId()];
    for (const id of ids)
      live.edit('Add card', [{ op: 'create', id, kind: 'card', parent: todo, props: { title: id } }]);
    await until(live, inStep);
    expect(await Promise.all([live.undo(), live.undo()])).toMatchObject([
      { kind: 'undone' },
      { kind: 'undone' },
    ]);
    await until(live, (board) => ids.every((id) => board.node(id) === undefined));
    expect(await Promise.all([live.redo(), live.redo()])).toMatchObject([
      { kind: 'redone' },
      { kind: 'redone' },
    ]);
    await until(live, (board) => ids.every((id) => board.node(id) !== undefined));
  });

  test('merges what two people write in one text, and shows both versions where that is impossible', async () => {
    const [left, right] = [join().board, join().board];
    await Promise.all([until(left, inStep), until(right, inStep)]);
    const card = mintId();
    const [todo = ''] = left.children('root');
    const props = { title: 'Text', description: 'one two three' };
    left.edit('Add card', [{ op: 'create', id: card, kind: 'card', parent: todo, props }]);
    await until(right, (board) => board.node(card) !== undefined);
    const write = (board: LiveBoard, description: string, from_seq: number) =>
      board.edit('Write', [{ op: 'update', id: card, props: { description }, from_seq }]).settled;
    const from = right.status().seq;
    await Promise.all([write(left, 'ONE two three', from), write(right, 'one two THREE', from)]);
    for (const board of [left, right])
      await until(board, (it) => it.node(card)?.props.description === 'ONE two THREE');
    const later = left.status().seq;
    await write(left, 'EINS two THREE', later);
    const refused = await write(right, 'UNO two THREE', later);
    expect(refused).toMatchObject({
      ok: false,
      refusal: {
        conflict: {
          node: card,
          prop: 'description',
          base: 'ONE two THREE',
          current: 'EINS two THREE',
          yours: 'UNO two THREE',
        },
      },
    });
    await until(right, (it) => it.node(card)?.props.description === 'EINS two THREE');
  });

  test('offline during 50 edits of others and 20 of its own, it comes back with nothing lost', {
    timeout: 30_000,
  }, async () => {
    const away = join();
    await until(away.board, inStep);
    const [todo = '', doing = ''] = away.board.children('root');
    const create = (id: string, parent: string): Op => ({
      op: 'create',
      id,
      kind: 'card',
      parent,
      props: { title: id },
    });
    proxy.lower();
    await until(away.board, (board) => board.status().phase === 'cached');
    const theirs = Array.from({ length: 50 }, (_, index) => `theirs-${index}`);
    for (const id of theirs) {
      await server.call('POST', `/boards/${board}/changes`, ada.token, {
        id: `change-${id}`,
        ops: [create(id, todo)],
      });
    }
    const mine = Array.from({ length: 20 }, (_, index) => `mine-${index}`);
    for (const id of mine) away.board.edit('Add card', [create(id, doing)]);
    expect(away.board.status().unsent).toBe(20);
    expect(away.board.children(doing)).toEqual(expect.arrayContaining(mine));
    proxy.raise();
    away.live.retryNow();
    await until(away.board, inStep);
    expect(away.board.children(todo)).toEqual(expect.arrayContaining(theirs));
    expect(away.board.children(doing)).toEqual(expect.arrayContaining(mine));
    expect(view(away.board)).toEqual((await stored()).nodes);
  });

  test('converges through cut connections and a killed server, and makes nothing twice', {
    timeout: 60_000,
  }, async () => {
    const random = randomOf(7);
    const boards = [join().board, join().board, join().board];
    await Promise.all(boards.map((board) => until(board, inStep)));
    const made: { id: string; settled: Promise<{ ok: boolean }> }[] = [];
    for (let step = 0; step < 240; step += 1) {
      const live = boards[Math.floor(random() * boards.length)] ?? boards[0];
      if (!live) throw new Error('there are three');
      made.push(live.edit('Edit', [anEdit(live, random)]));
      // Answers of some edits are awaited, so that the plan and the network take turns.
      if (random() < 0.2)
        await Promise.race([made[Math.floor(random() * made.length)]?.settled, made.at(-1)?.settled]);
      if (step % 40 === 20) proxy.cut();
      if (step % 100 === 99) {
        await server.kill('SIGKILL');
        await server.launch();
        for (const each of running) each.retryNow();
      }
    }
    await Promise.all(boards.map((board) => until(board, inStep)));
    const { seq, nodes } = await stored();
    await Promise.all(boards.map((board) => until(board, (it) => it.status().seq === seq)));
    for (const board of boards) expect(view(board)).toEqual(nodes);
    const counts = new Map<string, number>();
    for (const { id } of await log()) counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const edit of made) {
      const { ok } = await edit.settled;
      expect(
        counts.get(edit.id) ?? 0,
        `the edit ${edit.id} is in the log as often as it was acknowledged`,
      ).toBe(ok ? 1 : 0);
    }
  });
});

function anEdit(board: LiveBoard, random: () => number): Op {
  const columns = board.children('root');
  const cards = columns.flatMap((column) => board.children(column));
  const pick = (ids: readonly string[]) => ids[Math.floor(random() * ids.length)] ?? '';
  const chance = random();
  if (chance < 0.3 || cards.length === 0) {
    return { op: 'create', id: mintId(), kind: 'card', parent: pick(columns), props: { title: 'A card' } };
  }
  if (chance < 0.7) return { op: 'move', id: pick(cards), parent: pick(columns) };
  if (chance < 0.9)
    return { op: 'update', id: pick(cards), props: { title: `Title ${Math.floor(random() * 1e6)}` } };
  return { op: 'delete', id: pick(cards) };
}
