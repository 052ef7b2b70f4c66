import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { Row } from '@/live/rows';
import type { LiveSession, SessionState } from '@/live/session';
import type { RowList, Transcript } from '@/live/transcript';
import { useLive } from './live-hooks';

/** Returns a session that is followed while the component is mounted. */
export function useLiveSession(id: string): LiveSession {
  const live = useLive();
  useEffect(() => live.openSession(id), [live, id]);
  return live.session(id);
}

export function useSessionState(session: LiveSession): SessionState {
  return useSyncExternalStore(
    useCallback((listener) => session.subscribe(listener), [session]),
    () => session.state(),
  );
}

/** One part of a session's state, so that not all news draws everything anew. */
export function useSessionPart<T extends string | number | boolean | null | undefined>(
  session: LiveSession,
  part: (state: SessionState) => T,
): T {
  return useSyncExternalStore(
    useCallback((listener) => session.subscribe(listener), [session]),
    () => part(session.state()),
  );
}

/** One row, so that what is said to one draws no other. */
export function useRow(transcript: Transcript, key: string): Row | undefined {
  return useSyncExternalStore(
    useCallback((listener) => transcript.subscribeRow(key, listener), [transcript, key]),
    () => transcript.row(key),
  );
}

export function useRowList(transcript: Transcript, list: string): RowList {
  return useSyncExternalStore(
    useCallback((listener) => transcript.subscribeList(list, listener), [transcript, list]),
    () => transcript.list(list),
  );
}
