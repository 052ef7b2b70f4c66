import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { LAST } from '@/features/chat/shown';

/** The chat beside a board. */
export interface OpenChat {
  /** What it shows; `null` while it is closed. */
  readonly shown: string | null;
  /** Opens it at a session, or at the one that was last active. */
  readonly open: (session?: string) => void;
  /** Shows another session in it. */
  readonly show: (shown: string) => void;
  readonly close: () => void;
}

/** The chat as the address says: `?chat=…`, so that a link leads to a session beside its board. */
export function useOpenChat(onOpen: () => void): OpenChat {
  const [params, setParams] = useSearchParams();
  const shown = params.get('chat');
  const latest = useRef({ setParams, onOpen });
  useLayoutEffect(() => {
    latest.current = { setParams, onOpen };
  });
  const show = useCallback((next: string | null) => {
    latest.current.setParams((old) => withChat(old, next), { replace: true });
  }, []);
  const open = useCallback(
    (session: string = LAST) => {
      latest.current.onOpen();
      show(session);
    },
    [show],
  );
  const close = useCallback(() => show(null), [show]);
  return useMemo(() => ({ shown, open, show, close }), [shown, open, show, close]);
}

function withChat(params: URLSearchParams, chat: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (chat === null) next.delete('chat');
  else next.set('chat', chat);
  return next;
}
