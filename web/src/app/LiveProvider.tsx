import { type ReactNode, useEffect, useState } from 'react';
import { LiveContext } from '@/lib/live-hooks';
import { keys, resources } from '@/lib/server-data';
import { token } from '@/lib/session';
import { refreshInbox } from '@/lib/session-data';
import { getEvents } from '@/lib/sessions-api';
import type { Live } from '@/live/client';
import { revert } from './revert';

/** Keeps the live connection of an account while the app is open. Until it is there, the context is empty. */
export function LiveProvider({ user, children }: { user: string; children: ReactNode }) {
  const [live, setLive] = useState<Live | null>(null);
  useEffect(() => {
    let stop = () => {};
    let left = false;
    void import('@/live/browser').then(async ({ startLive }) => {
      const started = await startLive({ user, token, revert, events: getEvents });
      if (left) return started.stop();
      const stops = [
        reloadOnReconnect(started.live),
        started.live.subscribeInbox(refreshInbox),
        started.live.subscribeProjects(() => void resources.refresh(keys.projects)),
      ];
      stop = () => {
        for (const unsubscribe of stops) unsubscribe();
        started.stop();
      };
      setLive(started.live);
    });
    return () => {
      left = true;
      stop();
      setLive(null);
    };
  }, [user]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The lists around a board are not live, so they are fetched anew whenever the connection comes back. */
function reloadOnReconnect(live: Live): () => void {
  let before = live.connection().phase;
  let wasOffline = false;
  return live.subscribe(() => {
    const { phase } = live.connection();
    if (phase === before) return;
    before = phase;
    if (phase === 'offline') wasOffline = true;
    if (phase === 'online' && wasOffline) {
      wasOffline = false;
      void resources.reloadAll();
    }
  });
}
