import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTexts } from '@/live/text';
import {
  bothVersions,
  cleanText,
  edition,
  isSettled,
  MAX_DESCRIPTION,
  mapCaret,
  nextText,
  resumeText,
  startText,
  type TextEvent,
  type TextState,
} from './text-editing';

function run(state: TextState, ...events: TextEvent[]): TextState {
  return events.reduce(nextText, state);
}

describe('a draft', () => {
  const start = startText('one two three', 4);

  it('is sent from the text it started from', () => {
    expect(edition(run(start, { type: 'typed', draft: 'one 2 three' }))).toEqual({
      text: 'one 2 three',
      fromSeq: 4,
    });
  });
  it('is not sent while it says nothing new', () => expect(edition(start)).toBeNull());
  it('waits for the answer to an earlier edit', () => {
    const state = run(start, { type: 'typed', draft: 'a' }, { type: 'sent' }, { type: 'typed', draft: 'ab' });
    expect(edition(state)).toBeNull();
    expect(edition(run(state, { type: 'saved', text: 'a', seq: 5 }))).toEqual({ text: 'ab', fromSeq: 5 });
  });
  it('is not sent when it is too long, and stays', () => {
    const draft = 'x'.repeat(MAX_DESCRIPTION + 1);
    const state = run(start, { type: 'typed', draft });
    expect([edition(state), state.draft, isSettled(state)]).toEqual([null, draft, false]);
  });
  it('takes in what others write elsewhere in the text', () => {
    const state = run(
      start,
      { type: 'typed', draft: 'one two 3' },
      { type: 'viewed', text: '1 two three', seq: 9 },
    );
    expect(state).toMatchObject({ draft: '1 two 3', base: '1 two three', baseSeq: 9, conflict: null });
  });
  it('keeps what was typed while it was on its way, on top of what the server made of it', () => {
    const state = run(
      start,
      { type: 'typed', draft: 'one two 3' },
      { type: 'sent' },
      { type: 'viewed', text: 'one two 3', seq: 5 },
      { type: 'typed', draft: 'one two 3 four' },
      { type: 'saved', text: '1 two 3', seq: 7 },
    );
    expect(state).toMatchObject({ draft: '1 two 3 four', base: '1 two 3', baseSeq: 7 });
  });
  it('moves its seq on when others change other things', () => {
    expect(run(start, { type: 'viewed', text: start.base, seq: 30 }).baseSeq).toBe(30);
  });
  it('goes with an edit that was undone before it was sent', () => {
    const state = run(
      start,
      { type: 'typed', draft: 'x' },
      { type: 'sent' },
      { type: 'takenBack', text: start.base, seq: 4 },
    );
    expect(isSettled(state)).toBe(true);
  });
  it('stays when the server refuses it, and is sent again once it is changed', () => {
    const state = run(
      start,
      { type: 'typed', draft: 'x' },
      { type: 'sent' },
      { type: 'refused', reason: 'no', text: start.base, seq: 6 },
    );
    expect([state.draft, state.problem, edition(state)]).toEqual(['x', 'no', null]);
    expect(edition(run(state, { type: 'typed', draft: 'xy' }))).toEqual({ text: 'xy', fromSeq: 6 });
  });
});

describe('a conflict', () => {
  const collided = run(
    startText('one two three', 4),
    { type: 'typed', draft: 'one mine three' },
    { type: 'viewed', text: 'one theirs three', seq: 8 },
  );

  it('keeps both versions and sends nothing', () => {
    expect(collided).toMatchObject({
      draft: 'one mine three',
      conflict: { theirs: 'one theirs three', seq: 8 },
    });
    expect([edition(collided), isSettled(collided)]).toEqual([null, false]);
  });
  it('follows what the others write meanwhile', () => {
    const state = run(collided, { type: 'viewed', text: 'zero one theirs three', seq: 9 });
    expect(state.conflict).toEqual({ theirs: 'zero one theirs three', seq: 9 });
  });
  it('ends by itself when the others take theirs back', () => {
    const state = run(collided, { type: 'viewed', text: 'one two three', seq: 9 });
    expect([state.conflict, state.draft]).toEqual([null, 'one mine three']);
  });
  it('sends mine over theirs when that is chosen', () => {
    const state = run(collided, { type: 'resolved', text: collided.draft });
    expect(edition(state)).toEqual({ text: 'one mine three', fromSeq: 8 });
  });
  it('is over when theirs is chosen', () => {
    expect(isSettled(run(collided, { type: 'resolved', text: 'one theirs three' }))).toBe(true);
  });
  it('comes from the server too', () => {
    const state = run(
      startText('one two three', 4),
      { type: 'typed', draft: 'one mine three' },
      { type: 'sent' },
      { type: 'typed', draft: 'one mine three four' },
      { type: 'collided', base: 'one two three', text: 'one theirs three', seq: 8 },
    );
    expect(state).toMatchObject({
      sending: null,
      draft: 'one mine three four',
      conflict: { theirs: 'one theirs three' },
    });
  });
});

describe('a text taken up after a reload', () => {
  const kept = { base: 'a', baseSeq: 3, draft: 'a b c', sending: 'a b' };
  const check = (text: string, expected: Partial<TextState>) =>
    expect(resumeText(kept, text, 9)).toMatchObject(expected);

  it('goes on where it was when nothing has arrived', () =>
    check('a', { base: 'a', draft: 'a b c', conflict: null }));
  it('goes on from what was sent when that has arrived', () =>
    check('a b', { base: 'a b', draft: 'a b c', conflict: null }));
  it('goes on from what was sent when others have added to it', () => {
    check('zero a b', { base: 'zero a b', draft: 'zero a b c', conflict: null });
  });
  it('is a conflict when somebody else wrote there instead', () => {
    check('a x', { draft: 'a b c', conflict: { theirs: 'a x', seq: 9 } });
  });
});

/** A server that merges as the real one does, and writers who type words nobody else types. */
describe('several writers', () => {
  interface Writer {
    state: TextState;
    sent: { text: string; fromSeq: number } | null;
  }
  const step = fc.record({
    who: fc.nat(2),
    what: fc.constantFrom('type', 'type', 'send', 'answer', 'look', 'mine', 'theirs', 'both'),
    at: fc.nat(400),
  });

  it('lose no word, and agree in the end', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        const log = ['alpha beta gamma delta epsilon zeta'];
        const writers: Writer[] = [0, 1, 2].map(() => ({ state: startText(log[0] ?? '', 0), sent: null }));
        const typed: string[] = [];
        const dropped = new Set<string>();
        const current = () => log.at(-1) ?? '';
        const seq = () => log.length - 1;

        const act = (writer: Writer, what: string, at: number) => {
          const hear = (event: TextEvent) => {
            writer.state = nextText(writer.state, event);
          };
          if (what === 'type') {
            const words = writer.state.draft.split(' ');
            const word = `w${typed.length}`;
            typed.push(word);
            words.splice(at % (words.length + 1), 0, word);
            hear({ type: 'typed', draft: words.join(' ') });
          } else if (what === 'send') {
            const next = edition(writer.state);
            if (!next) return;
            writer.sent = next;
            hear({ type: 'sent' });
          } else if (what === 'answer' && writer.sent) {
            const { text, fromSeq } = writer.sent;
            writer.sent = null;
            const merged = mergeTexts(log[fromSeq] ?? '', current(), text);
            if (merged === null) {
              hear({ type: 'collided', base: log[fromSeq] ?? '', text: current(), seq: seq() });
              return;
            }
            log.push(merged);
            hear({ type: 'saved', text: current(), seq: seq() });
          } else if (what === 'look') {
            hear({ type: 'viewed', text: current(), seq: seq() });
          } else if (writer.state.conflict) {
            const { base, draft, conflict } = writer.state;
            const text =
              what === 'mine'
                ? draft
                : what === 'theirs'
                  ? conflict.theirs
                  : bothVersions(base, conflict.theirs, draft);
            const kept = new Set(text.split(/\s+/));
            for (const word of `${draft} ${conflict.theirs}`.split(/\s+/))
              if (!kept.has(word)) dropped.add(word);
            hear({ type: 'resolved', text });
          }
        };

        for (const { who, what, at } of steps) {
          const writer = writers[who];
          if (writer) act(writer, what, at);
        }
        for (let round = 0; round < 20; round += 1) {
          for (const writer of writers)
            for (const what of ['look', 'both', 'send', 'answer']) act(writer, what, 0);
        }
        const words = new Set(current().split(/\s+/));
        expect(typed.filter((word) => !words.has(word) && !dropped.has(word))).toEqual([]);
        for (const { state } of writers) {
          expect(isSettled(state)).toBe(true);
          expect(state.draft).toBe(current());
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('mapCaret', () => {
  const check = (before: string, after: string) => {
    const offset = before.indexOf('|');
    const caret = mapCaret(before.replace('|', ''), after.replace('|', ''), offset);
    expect(`${after.replace('|', '').slice(0, caret)}|${after.replace('|', '').slice(caret)}`).toBe(after);
  };
  it('stays when only later lines change', () => check('on|e\ntwo', 'on|e\nthree'));
  it('moves down with lines put above', () => check('one\ntw|o', 'zero\none\ntw|o'));
  it('moves up with lines taken away above', () => check('zero\none\ntw|o', 'one\ntw|o'));
  it('moves within a line that changed before it', () => check('say hello wor|ld', 'say hi wor|ld'));
  it('stays within a line that changed after it', () => check('sa|y hello', 'sa|y hi there'));
  it('holds between changes on both sides', () => check('one\ntw|o\nthree', 'ONE\nextra\ntw|o\nTHREE'));
  it('is at the end when it was at the end', () => check('one|', 'zero\none|'));
  it('never leaves the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (before, after, at) => {
        const caret = mapCaret(before, after, at % (before.length + 1));
        expect(caret).toBeGreaterThanOrEqual(0);
        expect(caret).toBeLessThanOrEqual(after.length);
      }),
    );
  });
});

describe('bothVersions', () => {
  it('merges what can be merged and keeps both of the rest', () => {
    expect(bothVersions('a\nb\nc', 'a\nB\nc\nd', 'A\nb2\nc')).toBe('a\nB\nA\nb2\nc\nd');
  });
  it('is the text when all agree', () => expect(bothVersions('a\nb', 'a\nb', 'a\nb')).toBe('a\nb'));
});

describe('cleanText', () => {
  it('writes line breaks in one way and drops control characters', () => {
    expect(cleanText('a\r\nb\rc\td\u0007e\u009f')).toBe('a\nb\nc\tde');
  });
});
