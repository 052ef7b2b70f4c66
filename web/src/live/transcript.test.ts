import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { readRows } from '../../tests/live/read-rows';
import { Script, step } from '../../tests/live/session-script';
import type { EventData, EventType, SessionEvent } from './session-wire';
import { Transcript } from './transcript';

let n = 0;
function event<Type extends EventType>(type: Type, data: EventData[Type]): SessionEvent {
  n += 1;
  return { n, type, data, at: new Date(n * 1_000).toISOString() } as SessionEvent;
}

function transcriptOf(events: readonly SessionEvent[]): Transcript {
  const transcript = new Transcript();
  transcript.append(events);
  return transcript;
}

/** Reads the rows in short: what each is, and what it says. */
function check(events: readonly SessionEvent[], expected: unknown[]): void {
  expect(readRows(transcriptOf(events))).toMatchObject(expected);
  expect(readRows(transcriptOf(events))).toHaveLength(expected.length);
}

const start = (id: string, parent?: string) =>
  event('tool_start', { id, name: 'Bash', input: { command: id }, ...(parent && { parent }) });
const result = (id: string) => event('tool_result', { id, content: `of ${id}`, is_error: false, took_ms: 3 });

describe('rows', () => {
  test('deltas make one block, which a message closes with or without its text', () => {
    const said = [event('text_delta', { text: 'Hel' }), event('text_delta', { text: 'lo' })];
    check(said, [{ type: 'text', text: 'Hello', state: 'open' }]);
    check([...said, event('assistant_message', { kind: 'text' })], [{ text: 'Hello', state: 'closed' }]);
    check(
      [...said, event('assistant_message', { kind: 'text', text: 'Hello!', cut: true })],
      [{ text: 'Hello!', state: 'cut' }],
    );
  });

  test('thinking is a block of its own', () => {
    check(
      [
        event('thinking_delta', { text: 'Hm' }),
        event('assistant_message', { kind: 'thinking' }),
        event('text_delta', { text: 'Yes' }),
      ],
      [
        { type: 'thinking', text: 'Hm', state: 'closed' },
        { type: 'text', text: 'Yes', state: 'open' },
      ],
    );
  });

  test('a message stands where it was delivered, and not before', () => {
    const sent = event('user_message', { id: 'm', content: 'Go', by: 'ada', by_name: 'Ada' });
    const said = event('assistant_message', { kind: 'text', text: 'Busy' });
    check([sent, said], [{ type: 'text' }]);
    check(
      [sent, said, event('delivered', { ids: ['m'] })],
      [{ type: 'text' }, { type: 'user', content: 'Go' }],
    );
  });

  test('a call has its result, its task and what its subagent did', () => {
    check(
      [
        start('a'),
        start('b', 'a'),
        event('assistant_message', { kind: 'text', text: 'found it', parent: 'a' }),
        event('task', { tool: 'a', state: 'running', note: 'reading' }),
        result('b'),
        result('a'),
      ],
      [
        {
          type: 'tool',
          result: { content: 'of a' },
          task: { note: 'reading' },
          below: [
            { type: 'tool', id: 'b', result: { content: 'of b' } },
            { type: 'text', text: 'found it' },
          ],
        },
      ],
    );
  });

  test('a question and a plan stand for their call; a permission stands beside it', () => {
    const ask = { request_id: 'r', tool: 'a' };
    check([start('a'), event('question', { ...ask, questions: [] }), result('a')], [{ type: 'request' }]);
    check(
      [start('a'), event('permission', { ...ask, name: 'Bash', input: {}, reason: null, always: null })],
      [{ type: 'tool' }, { type: 'request', settled: null }],
    );
  });

  test('a request is settled once', () => {
    const settled = { request_id: 'r', kind: 'plan', by: null, by_name: null } as const;
    check(
      [
        event('plan', { request_id: 'r', tool: 'a', plan: '', plan_sha256: '', path: null }),
        event('settled', { ...settled, outcome: 'approved' }),
        event('settled', { ...settled, outcome: 'rejected' }),
      ],
      [{ settled: { outcome: 'approved' } }],
    );
  });

  test('attempts are one row until something happens', () => {
    const retry = (attempt: number) =>
      event('retry', { attempt, attempts: 9, until: '', code: 'overloaded', message: '' });
    check([retry(1), retry(2)], [{ type: 'retry', retry: { attempt: 2 }, isOver: false }]);
    const drop = () => event('text_delta', { text: 'x' });
    check([retry(1), drop()], [{ type: 'retry', isOver: true }, { type: 'text' }]);
    check(
      [retry(1), drop(), event('assistant_message', { kind: 'text' }), retry(1)],
      [{ type: 'retry', isOver: true }, { type: 'text' }, { type: 'retry', isOver: false }],
    );
  });

  test('attempts between drops of a text are one row, as they are once the drops are gone', () => {
    const retry = (attempt: number) =>
      event('retry', { attempt, attempts: 9, until: '', code: 'overloaded', message: '' });
    const [first, drop, second] = [retry(1), event('text_delta', { text: ' ' }), retry(2)];
    const one = { type: 'retry', retry: { attempt: 2 }, isOver: false };
    check([first, drop, second], [one, { type: 'text' }]);
    check([first, second], [one]);
  });

  test('a result without its start waits for the page that has it', () => {
    const began = [start('a'), event('text_delta', { text: 'between' })];
    const transcript = transcriptOf([result('a'), event('notice', { text: 'later' })]);
    expect(readRows(transcript)).toMatchObject([{ type: 'tool', call: null }, { type: 'notice' }]);
    transcript.prepend(began);
    expect(readRows(transcript)).toMatchObject([
      { type: 'tool', call: { name: 'Bash' }, result: { content: 'of a' } },
      { type: 'text' },
      { type: 'notice' },
    ]);
  });

  test('attempts that a page divides are one row, which ends when something happens', () => {
    const retry = (attempt: number) =>
      event('retry', { attempt, attempts: 9, until: '', code: 'overloaded', message: '' });
    const early = retry(1);
    const transcript = transcriptOf([retry(2)]);
    transcript.prepend([early]);
    expect(readRows(transcript)).toMatchObject([{ type: 'retry', retry: { attempt: 2 }, isOver: false }]);
    transcript.append([event('text_delta', { text: 'x' })]);
    expect(readRows(transcript)).toMatchObject([{ type: 'retry', isOver: true }, { type: 'text' }]);
  });

  test('unknown events are passed over, and numbers that are here already', () => {
    const said = event('text_delta', { text: 'once' });
    check([said, said, event('weather' as EventType, {} as never)], [{ type: 'text', text: 'once' }]);
  });

  test('the turn that is not done runs since it began', () => {
    const began = event('delivered', { ids: [] });
    expect(transcriptOf([began]).runningSince).toBe(began.at);
    const done = { turn: 1, outcome: 'completed', took_ms: 1, cost_usd: 0, origin: 'person' } as const;
    expect(transcriptOf([began, event('done', done)]).runningSince).toBeNull();
  });
});

describe('the text that a message leaves out', () => {
  test('is known where the deltas are here from their beginning', () => {
    const done = { turn: 1, outcome: 'completed', took_ms: 1, cost_usd: 0, origin: 'person' } as const;
    const transcript = transcriptOf([event('done', done), event('text_delta', { text: 'all' })]);
    expect(transcript.append([event('assistant_message', { kind: 'text' })])).toEqual([]);
  });

  test('is asked for where the page begins in the middle, and written in', () => {
    const early = event('text_delta', { text: 'Once ' });
    const transcript = transcriptOf([event('text_delta', { text: 'upon' })]);
    const message = event('assistant_message', { kind: 'text' });
    expect(transcript.append([message])).toEqual([message.n]);
    transcript.prepend([early]);
    transcript.fill(message.n, 'Once upon a time');
    expect(readRows(transcript)).toMatchObject([{ text: 'Once upon a time', state: 'closed' }]);
  });
});

describe('what is told', () => {
  test('a delta is news of its row, and of nothing else', () => {
    const transcript = transcriptOf([event('notice', { text: 'x' }), event('text_delta', { text: 'a' })]);
    const heard = { text: vi.fn(), notice: vi.fn(), list: vi.fn() };
    transcript.subscribeRow(transcript.keyAt(0), heard.notice);
    transcript.subscribeRow(transcript.keyAt(1), heard.text);
    transcript.subscribeList('', heard.list);
    transcript.append([event('text_delta', { text: 'b' })]);
    expect([heard.text, heard.notice, heard.list].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
  });

  test('where a row stands is known, until it goes', () => {
    const transcript = transcriptOf([event('notice', { text: 'x' }), start('a')]);
    expect([transcript.indexOf('tool:a'), transcript.indexOf('tool:b')]).toEqual([1, -1]);
    transcript.append([event('question', { request_id: 'r', tool: 'a', questions: [] })]);
    expect([transcript.indexOf('tool:a'), transcript.indexOf('request:r')]).toEqual([-1, 1]);
  });

  test('a hundred thousand rows do not make a delta dearer', () => {
    const many = Array.from({ length: 100_000 }, () => event('notice', { text: 'x' }));
    const transcript = transcriptOf([...many, event('text_delta', { text: 'a' })]);
    const began = performance.now();
    for (let each = 0; each < 10_000; each += 1) transcript.append([event('text_delta', { text: 'b' })]);
    // A copy of the rows for each would take minutes.
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

test('the rows are the same however the events are cut', () => {
  const cuts = fc.array(fc.nat(), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), cuts, fc.nat(), (steps, at, middle) => {
      const script = new Script();
      for (const each of steps) script.play(each);
      const { log } = script;
      const borders = [...new Set([0, ...at.map((cut) => cut % (log.length + 1)), log.length])].sort(
        (a, b) => a - b,
      );
      const pages = borders.slice(1).map((end, index) => log.slice(borders[index], end));
      const first = pages.length === 0 ? 0 : middle % pages.length;
      const transcript = new Transcript();
      // The page that is opened first, then the newer and the older in turns, each a little more than is needed.
      transcript.append(pages[first] ?? []);
      for (let distance = 1; distance < pages.length; distance += 1) {
        transcript.prepend([
          ...(pages[first - distance] ?? []),
          ...(pages[first - distance + 1] ?? []).slice(0, 2),
        ]);
        transcript.append([
          ...(pages[first + distance - 1] ?? []).slice(-2),
          ...(pages[first + distance] ?? []),
        ]);
      }
      expect(readRows(transcript)).toEqual(readRows(transcriptOf(log)));
      expect(transcript.runningSince).toEqual(transcriptOf(log).runningSince);
    }),
    { numRuns: 2_000 },
  );
});
