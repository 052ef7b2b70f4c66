import { expect, test } from 'vitest';
import { type BoardNode, type Op, type Props, ROOT } from '@/live/wire';
import { BoardCopy } from './board-copy';
import { factsOf, words } from './describe';
import { type Entry, group } from './group';

const touched = { seq: 1, by: { type: 'system' as const } };
const thing = (kind: string, id: string, props: Props): BoardNode => ({
  id,
  kind,
  parent: ROOT,
  order: `a${id}`,
  props,
  touched,
});
const board = () =>
  new BoardCopy([
    thing('frame', 'f', { name: 'Plans', x: 0, y: 0, w: 300, h: 300 }),
    thing('note', 'n', { text: 'Buy\nmilk', x: 0, y: 0, w: 200, h: 200 }),
    thing('connector', 'c', { from: 'f', to: 'n' }),
  ]);
const update = (id: string, props: Props): Op => ({ op: 'update', id, props });

test.each<[readonly Op[], readonly string[]]>([
  [[{ op: 'create', id: 'x', kind: 'note', parent: ROOT, props: { x: 0 } }], ['added a note']],
  [
    [{ op: 'create', id: 'x', kind: 'frame', parent: ROOT, props: { name: 'Ideas' } }],
    ['added the frame “Ideas”'],
  ],
  [[update('n', { text: 'Buy bread', w: 200, h: 240 })], ['wrote on the note “Buy milk”']],
  [[update('n', { x: 5, y: 5 })], ['moved the note “Buy milk”']],
  [[update('f', { x: 5, w: 400 })], ['resized the frame “Plans”']],
  [[update('n', { color: 'red' })], ['changed the look of the note “Buy milk”']],
  [[update('c', { to: 'f', route: null })], ['reconnected a connector']],
  [[update('c', { route: { points: [] } })], []],
  [
    [{ op: 'move', id: 'n', parent: 'f' }, update('n', { x: 1, y: 1 })],
    ['moved the note “Buy milk”', 'moved the note “Buy milk”'],
  ],
  [[{ op: 'move', id: 'n', order: 'z' }], ['changed the stacking of the note “Buy milk”']],
  [
    [
      { op: 'delete', id: 'c' },
      { op: 'delete', id: 'n' },
    ],
    ['deleted a connector', 'deleted the note “Buy milk”'],
  ],
])('%j', (ops, expected) => {
  expect(factsOf({ ops }, board()).map(words)).toEqual(expected);
});

test('a row of the same step on several objects is told as one, and words on each of them apart', () => {
  const entry = (seq: number, ...ops: readonly Op[]): Entry => ({
    seq,
    author: { type: 'user', id: 'ada' },
    at: '2026-03-01T12:00:00Z',
    facts: factsOf({ ops }, board()),
  });
  const texts = (...entries: readonly Entry[]) => group(entries).map(({ text }) => text);
  expect(
    texts(entry(3, update('n', { x: 1 }), update('f', { x: 1 })), entry(2, update('n', { x: 2 }))),
  ).toEqual(['moved 2 objects']);
  expect(texts(entry(3, update('n', { text: 'B' })), entry(2, update('f', { name: 'A' })))).toHaveLength(2);
  expect(texts(entry(3, update('n', { text: 'B' })), entry(2, update('n', { text: 'A' })))).toEqual([
    'wrote on the note “Buy milk”',
  ]);
});
