import { useEffect, useState, useSyncExternalStore } from 'react';
import { useKanban } from './context';
import type { TextState } from './text-editing';
import type { TextSession } from './text-session';

/** Holds the session of a text while the component shows it. */
export function useTextSession(node: string, prop: string): TextSession | null {
  const { texts } = useKanban();
  const [session, setSession] = useState<TextSession | null>(null);
  useEffect(() => {
    const held = texts.session(node, prop);
    const letGo = held.attach();
    setSession(held);
    return () => {
      letGo();
      setSession(null);
    };
  }, [texts, node, prop]);
  return session;
}

export function useTextState(session: TextSession): TextState {
  return useSyncExternalStore(
    (listener) => session.subscribe(listener),
    () => session.state(),
  );
}
