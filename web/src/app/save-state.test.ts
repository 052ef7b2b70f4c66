import { expect, test } from 'vitest';
import type { Connection } from '@/live/socket';
import { NO_NEWS, nextNews, type SaveKind, saveState } from './save-state';

const offline = (ms: number | null): Connection => ({
  phase: 'offline',
  retryAt: ms === null ? null : 10_000 + ms,
});

const LONG_AGO = 1_000;
const NOW = 10_000;

test.each<[string, Connection, number, number | null, string]>([
  ['online with nothing to send', { phase: 'online' }, 0, null, 'Saved'],
  ['online with edits on their way', { phase: 'online' }, 2, null, 'Saving…'],
  ['down for a moment', offline(400), 0, 9_500, 'Reconnecting…'],
  ['down for a moment, with edits', { phase: 'connecting' }, 1, 9_500, 'Reconnecting… — 1 edit waiting'],
  ['at the start', { phase: 'connecting' }, 0, null, 'Reconnecting…'],
  ['offline', offline(3_200), 0, LONG_AGO, 'Offline — retry in 4 s'],
  ['offline with edits', offline(3_200), 3, LONG_AGO, 'Offline — 3 edits waiting, retry in 4 s'],
  ['offline, about to retry', offline(-50), 3, LONG_AGO, 'Offline — 3 edits waiting, retrying…'],
  ['offline, at a further try', { phase: 'connecting' }, 3, LONG_AGO, 'Offline — 3 edits waiting, retrying…'],
  ['offline for good', offline(null), 0, LONG_AGO, 'Offline'],
  ['signed out', { phase: 'signed_out' }, 1, LONG_AGO, 'Signed out — 1 edit waiting'],
])('%s', (_, connection, unsent, downSince, text) => {
  expect(saveState(connection, unsent, downSince, NOW).text).toBe(text);
});

test('a screen reader hears of the news, not of every second', () => {
  const said = [4_000, 3_000, 2_000].map((ms) => saveState(offline(ms), 3, LONG_AGO, NOW).announcement);
  expect(new Set(said)).toEqual(new Set(['Offline. 3 edits waiting.']));
  expect(saveState({ phase: 'online' }, 5, null, NOW).announcement).toBe('');
});

test('that all is well is news after an outage', () => {
  const after = (...kinds: SaveKind[]) => kinds.reduce(nextNews, NO_NEWS);
  expect(after('connecting', 'saved')).toEqual({ kind: 'saved', wasOffline: false });
  expect(after('saving', 'saved')).toEqual({ kind: 'saved', wasOffline: false });
  expect(after('offline', 'connecting', 'saving', 'saved')).toEqual({
    kind: 'saved',
    wasOffline: true,
  });
  expect(after('offline', 'saved', 'saving', 'saved').wasOffline).toBe(false);
  expect(nextNews(NO_NEWS, 'saved')).toBe(NO_NEWS);
});
