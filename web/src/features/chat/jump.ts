import { useEffect, useRef } from 'react';
import { getEvents } from '@/lib/sessions-api';
import { keyOf, MAIN } from '@/live/rows';
import type { LiveSession } from '@/live/session';
import type { SessionEvent } from '@/live/session-wire';
import type { Transcript } from '@/live/transcript';

/** So many pages are fetched on the way to an event that lies far back. */
const MAX_PAGES = 100;

/** Returns the row of the conversation in which an event is seen; null if that is not here. */
export function rowOfEvent(transcript: Transcript, event: SessionEvent): string | null {
  const key = namedRow(event) ?? blockOf(transcript, event.n);
  return key !== null && transcript.indexOf(key) >= 0 ? key : null;
}

/** The row of an event that says itself what it belongs to. What a subagent did is seen at the call that started it. */
function namedRow(event: SessionEvent): string | null {
  switch (event.type) {
    case 'user_message':
      return keyOf.message(event.data.id);
    case 'delivered':
      return keyOf.message(event.data.ids[0] ?? '');
    case 'tool_start':
    case 'tool_result':
      return keyOf.tool(event.data.parent ?? event.data.id);
    case 'task':
      return keyOf.tool(event.data.tool);
    case 'question':
    case 'plan':
    case 'permission':
    case 'settled':
      return keyOf.request(event.data.request_id);
    case 'assistant_message':
      return event.data.parent ? keyOf.tool(event.data.parent) : null;
    default:
      return null;
  }
}

/** The row that an event began or ended, or in whose middle it came. */
function blockOf(transcript: Transcript, n: number): string | null {
  const { length } = transcript.list(MAIN);
  for (let index = 0; index < length; index += 1) {
    const key = transcript.keyAt(index);
    const row = transcript.row(key);
    const closedBy = row && 'closedBy' in row ? row.closedBy : null;
    const began = /^event:(\d+)$/.exec(key)?.[1];
    if (began !== undefined && Number(began) <= n && n <= (closedBy ?? Number(began))) return key;
  }
  return null;
}

/** Goes to the event that the address names, once for each; `show` is given its row. */
export function useJump(session: LiveSession, n: number | null, show: (key: string) => void): void {
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    if (n === null) return;
    let left = false;
    void find(session, n, () => left).then((key) => {
      if (key !== null && !left) latest.current(key);
    });
    return () => {
      left = true;
    };
  }, [session, n]);
}

async function find(session: LiveSession, n: number, isOver: () => boolean): Promise<string | null> {
  const { transcript } = session;
  const page = await getEvents(session.id, { after: n - 1, limit: 1 }).catch(() => null);
  // Numbers have gaps where small pieces of text became one message; what follows has it.
  const event = page?.items[0];
  if (!event) return null;
  for (let pages = 0; pages < MAX_PAGES && !isOver(); pages += 1) {
    const { isWhole, olderError } = session.state();
    if (transcript.oldest <= n || isWhole || olderError !== null) break;
    await session.loadOlder();
    await settled(session);
  }
  return rowOfEvent(transcript, event);
}

/** Waits while older events are on their way, whoever asked for them. */
function settled(session: LiveSession): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = session.subscribe(look);
    function look(): void {
      if (session.state().isLoadingOlder) return;
      unsubscribe();
      resolve();
    }
    look();
  });
}
