import { describe, expect, test } from 'vitest';
import { MAX_IN_FLIGHT, Outbox } from './outbox';
import type { ChangeRequest, Op } from './wire';

const move = (id: string, node: string, parent = 'todo'): ChangeRequest => ({
  id,
  ops: [{ op: 'move', id: node, parent, order: 'a0' }],
});
const text = (value: string, from_seq: number): Op => ({
  op: 'update',
  id: 'card',
  props: { text: value },
  from_seq,
});

function outboxOf(...changes: ChangeRequest[]): Outbox {
  const outbox = new Outbox();
  for (const change of changes) outbox.push(change, 'never');
  return outbox;
}

const ids = (changes: readonly ChangeRequest[]) => changes.map(({ id }) => id);

describe('the outbox', () => {
  test('sends independent changes at once and each of them once', () => {
    const outbox = outboxOf(move('1', 'a'), move('2', 'b'));
    expect(ids(outbox.next())).toEqual(['1', '2']);
    expect(outbox.next()).toEqual([]);
  });

  test('keeps back what builds on an unanswered change, for that one may have to be sent again', () => {
    const create: ChangeRequest = {
      id: '1',
      ops: [{ op: 'create', id: 'col', kind: 'column', parent: 'root', props: {} }],
    };
    const outbox = outboxOf(create, move('2', 'card', 'col'), move('3', 'other'), move('4', 'card', 'done'));
    expect(ids(outbox.next())).toEqual(['1', '3']);
    outbox.remove('1');
    expect(ids(outbox.next())).toEqual(['2']);
    outbox.remove('2');
    expect(ids(outbox.next())).toEqual(['4']);
  });

  test('keeps back a change that refers to a node made by an unanswered one', () => {
    const create: ChangeRequest = {
      id: '1',
      ops: [{ op: 'create', id: 'col', kind: 'column', parent: 'root', props: {} }],
    };
    const refer: ChangeRequest = {
      id: '2',
      ops: [{ op: 'update', id: 'plan', props: { approve_to: 'col' } }],
    };
    expect(ids(outboxOf(create, refer).next())).toEqual(['1']);
  });

  test('sends again what a lost connection carried, in the same order', () => {
    const outbox = outboxOf(move('1', 'a'), move('2', 'b'));
    outbox.next();
    outbox.disconnected();
    expect(ids(outbox.next())).toEqual(['1', '2']);
  });

  test('has a bound on what is unanswered', () => {
    const outbox = outboxOf(
      ...Array.from({ length: MAX_IN_FLIGHT + 5 }, (_, index) => move(`${index}`, `card${index}`)),
    );
    expect(outbox.next()).toHaveLength(MAX_IN_FLIGHT);
    outbox.remove('0');
    expect(outbox.next()).toHaveLength(1);
  });

  test('keeps an acknowledged change until its effect has arrived, and does not send it again', () => {
    const outbox = outboxOf(move('1', 'a'), move('2', 'a'));
    outbox.next();
    outbox.acknowledge('1', 5);
    outbox.disconnected();
    expect(outbox.next()).toEqual([]);
    expect(outbox.arrived(4)).toEqual([]);
    expect(outbox.arrived(5)).toEqual([{ id: '1', seq: 5 }]);
    outbox.remove('1');
    expect(ids(outbox.next())).toEqual(['2']);
  });

  test('takes back only what no connection can have carried', () => {
    const outbox = outboxOf(move('1', 'a'));
    expect(outbox.newestUnsent()?.id).toBe('1');
    outbox.next();
    outbox.disconnected();
    expect(outbox.newestUnsent()).toBeNull();
  });

  test('makes one change of what is typed before it could be sent', () => {
    const outbox = outboxOf({ id: '1', ops: [text('one', 7)] });
    expect(outbox.fold([text('one two', 9)])).toEqual({ id: '1', ops: [text('one two', 7)] });
    outbox.next();
    expect(outbox.fold([text('one two three', 9)])).toBeNull();
  });

  test('does not fold over an edit of the same node that came between', () => {
    const outbox = outboxOf({ id: '1', ops: [text('one', 7)] }, move('2', 'card'));
    expect(outbox.fold([text('one two', 7)])).toBeNull();
  });

  test('dates an edit back to where the unanswered edit before it began', () => {
    const outbox = outboxOf({ id: '1', ops: [text('one', 7)] });
    outbox.next();
    expect(outbox.continueTexts([text('one two', 9)])).toEqual([text('one two', 7)]);
    expect(outbox.continueTexts([{ op: 'delete', id: 'card' }])).toEqual([{ op: 'delete', id: 'card' }]);
  });

  test('moves a waiting edit on to what the server made of the one before', () => {
    const outbox = outboxOf(
      { id: '1', ops: [text('one mine', 7)] },
      { id: '2', ops: [text('one mine more', 7)] },
    );
    outbox.next();
    const sent = outbox.remove('1');
    if (!sent) throw new Error('it was there');
    expect(outbox.follow(sent, () => 'theirs one mine', 9)).toEqual({
      moved: [{ id: '2', ops: [text('theirs one mine more', 9)] }],
      conflicts: [],
    });
  });

  test('takes out what cannot be moved on, for it would undo what others wrote', () => {
    const outbox = outboxOf(
      { id: '1', ops: [text('one', 7)] },
      { id: '2', ops: [text('one two', 7)] },
      { id: '3', ops: [text('ONE two', 7)] },
      { id: '4', ops: [text('ONE two three', 7)] },
    );
    outbox.next();
    const sent = outbox.remove('1');
    if (!sent) throw new Error('it was there');
    const followed = outbox.follow(sent, () => 'eins', 9);
    expect(followed.moved).toEqual([]);
    expect(followed.conflicts).toMatchObject([
      {
        changes: [{ id: '2' }, { id: '3' }, { id: '4' }],
        conflict: { base: 'one', current: 'eins', yours: 'ONE two three' },
      },
    ]);
    expect(outbox.size).toBe(0);
  });

  test('gives out what was typed after a refused edit, so that it can be shown', () => {
    const outbox = outboxOf(
      { id: '2', ops: [text('more', 7)] },
      { id: '3', ops: [text('most', 7)] },
      move('4', 'other'),
    );
    expect(outbox.takeTexts('card', 'text')).toMatchObject({
      newest: 'most',
      taken: [{ id: '2' }, { id: '3' }],
    });
    expect(outbox.size).toBe(1);
  });
});
