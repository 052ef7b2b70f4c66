import { describe, expect, it } from 'vitest';
import { type BoardNode, type Op, ROOT } from '@/live/wire';
import { BoardCopy } from './board-copy';
import { factsOf, words } from './describe';

const touched = { seq: 1, by: { type: 'system' as const } };
const column = (id: string, order: string): BoardNode => ({
  id,
  kind: 'column',
  parent: ROOT,
  order,
  props: { name: id },
  touched,
});
const card = (id: string, parent: string, order: string): BoardNode => ({
  id,
  kind: 'card',
  parent,
  order,
  props: { title: id },
  touched,
});

function check(ops: Op[], ...expected: string[]) {
  const before = new BoardCopy([
    column('Coding', 'a0'),
    column('Review', 'a1'),
    card('Fix login', 'Coding', 'a0'),
    card('Docs', 'Coding', 'a1'),
  ]);
  expect(factsOf({ ops }, before).map(words)).toEqual(expected);
}

describe('factsOf', () => {
  it('says from where to where a card moved', () => {
    check(
      [{ op: 'move', id: 'Fix login', parent: 'Review', order: 'a0' }],
      'moved “Fix login” from Coding to Review',
    );
  });
  it('says that a card moved within its column', () => {
    check(
      [{ op: 'move', id: 'Fix login', parent: 'Coding', order: 'a5' }],
      'moved “Fix login” within Coding',
    );
  });
  it('says what was added, also when one of it is in the other', () => {
    check(
      [
        { op: 'create', id: 'c', kind: 'column', parent: ROOT, order: 'a3', props: { name: 'Later' } },
        { op: 'create', id: 'x', kind: 'card', parent: 'c', order: 'a0', props: { title: 'New' } },
      ],
      'added the column “Later”',
      'added “New” to Later',
    );
  });
  it('says what was renamed and edited', () => {
    check(
      [{ op: 'update', id: 'Docs', props: { title: 'Guide', description: 'x' } }],
      'renamed “Docs” to “Guide”',
      'edited the description of “Docs”',
    );
    check(
      [{ op: 'update', id: 'Review', props: { name: 'Check', mode: null } }],
      'renamed the column “Review” to “Check”',
      'changed the settings of the column “Review”',
    );
  });
  it('says what was deleted, and how much went along', () => {
    check([{ op: 'delete', id: 'Docs' }], 'deleted “Docs”');
    check([{ op: 'delete', id: 'Coding' }], 'deleted the column “Coding” with 2 cards');
  });
  it('does not mention neighbours that only made room', () => {
    check(
      [
        { op: 'move', id: 'Docs', parent: 'Coding', order: 'a7' },
        { op: 'move', id: 'Fix login', parent: 'Review', order: 'a0' },
      ],
      'moved “Fix login” from Coding to Review',
    );
  });
});
