import { describe, expect, it } from 'vitest';
import type { Fact } from './describe';
import { type Entry, group } from './group';

let seq = 0;
function entry(minute: number, user: string, facts: Fact[], more: Partial<Entry> = {}): Entry {
  seq += 1;
  const at = new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
  return { seq, author: { type: 'user', id: user }, at, facts, ...more };
}
const moved = (name: string, from: string, to: string): Fact => ({
  verb: 'move-card',
  id: name,
  name,
  from,
  to,
});
const check = (oldestFirst: Entry[], ...expected: string[]) =>
  expect(group(oldestFirst.toReversed()).map(({ text, entries }) => `${entries.length} ${text}`)).toEqual(
    expected,
  );

describe('group', () => {
  it('tells a single change in full', () =>
    check([entry(0, 'ada', [moved('a', 'X', 'Y')])], '1 moved “a” from X to Y'));
  it('tells a row of the same as one', () => {
    check(
      [
        entry(0, 'ada', [moved('a', 'X', 'Y')]),
        entry(1, 'ada', [moved('b', 'X', 'Y')]),
        entry(2, 'ada', [moved('c', 'X', 'Y')]),
      ],
      '3 moved 3 cards to Y',
    );
  });
  it('tells two of the same by name', () => {
    check(
      [entry(0, 'ada', [moved('a', 'X', 'Y')]), entry(1, 'ada', [moved('b', 'Y', 'Z')])],
      '2 moved “a” from X to Y, moved “b” from Y to Z',
    );
  });
  it('tells the way of one card from its beginning to its end', () => {
    check(
      [entry(0, 'ada', [moved('a', 'X', 'Y')]), entry(1, 'ada', [moved('a', 'Y', 'Z')])],
      '2 moved “a” from X to Z',
    );
  });
  it('keeps people, kinds and long pauses apart', () => {
    check(
      [
        entry(0, 'ada', [moved('a', 'X', 'Y')]),
        entry(1, 'ben', [moved('b', 'X', 'Y')]),
        entry(2, 'ben', [{ verb: 'delete-card', id: 'c', name: 'c' }]),
        entry(30, 'ben', [{ verb: 'delete-card', id: 'd', name: 'd' }]),
      ],
      '1 deleted “d”',
      '1 deleted “c”',
      '1 moved “b” from X to Y',
      '1 moved “a” from X to Y',
    );
  });
  it('puts edits of one description together, and not of two', () => {
    const edit = (id: string): Fact => ({ verb: 'describe', id, name: id });
    check(
      [entry(0, 'ada', [edit('a')]), entry(1, 'ada', [edit('a')]), entry(2, 'ada', [edit('b')])],
      '1 edited the description of “b”',
      '2 edited the description of “a”',
    );
  });
  it('says what an undo took back and a redo brought back, by what was done first', () => {
    const done = entry(0, 'ada', [{ verb: 'add-column', id: 'c', name: 'Later' }]);
    const undo = entry(1, 'ada', [{ verb: 'delete-column', id: 'c', name: 'Later' }], {
      reverts: { kind: 'undo', seqs: [done.seq] },
    });
    const redo = entry(2, 'ada', done.facts.slice(), { reverts: { kind: 'redo', seqs: [undo.seq] } });
    check(
      [done, undo, redo],
      '1 redid: added the column “Later”',
      '1 undid: added the column “Later”',
      '1 added the column “Later”',
    );
  });
  it('says what an undo did when what it took back is not loaded', () => {
    check(
      [entry(0, 'ada', [moved('a', 'Y', 'X')], { reverts: { kind: 'undo', seqs: [0] } })],
      '1 undid an earlier change: moved “a” from Y to X',
    );
  });
  it('leaves a restore to its label', () => {
    const facts = [
      moved('a', 'X', 'Y'),
      moved('b', 'X', 'Y'),
      { verb: 'delete-card' as const, id: 'c', name: 'c' },
    ];
    check([entry(0, 'ada', facts, { label: 'Restore the board of 3 Mar' })], '1 restored the board of 3 Mar');
  });
  it('sums up a mixed change', () => {
    const facts: Fact[] = [
      moved('a', 'X', 'Y'),
      moved('b', 'X', 'Y'),
      { verb: 'delete-card', id: 'c', name: 'c' },
    ];
    check([entry(0, 'ada', facts)], '1 moved 2 cards to Y, deleted “c”');
  });
});
