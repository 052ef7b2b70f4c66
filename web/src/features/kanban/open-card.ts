import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { OpenCard } from './context';

/** The card that is open, as the address says: `?card=…`. The back button closes it. */
export function useOpenCard(): OpenCard {
  const [params, setParams] = useSearchParams();
  const card = params.get('card');
  const wasOpenedHere = useRef(false);
  const latest = useRef({ card, setParams });
  useLayoutEffect(() => {
    latest.current = { card, setParams };
  });

  const open = useCallback((next: string) => {
    const { card: before, setParams: set } = latest.current;
    if (before === next) return;
    if (before === null) wasOpenedHere.current = true;
    set((old) => withCard(old, next), { replace: before !== null });
  }, []);
  const close = useCallback(() => {
    const { card: before, setParams: set } = latest.current;
    if (before === null) return;
    // What this page put into the browser's history is taken out of it again.
    if (wasOpenedHere.current) history.back();
    else set((old) => withCard(old, null), { replace: true });
    wasOpenedHere.current = false;
  }, []);
  return useMemo(() => ({ card, open, close }), [card, open, close]);
}

function withCard(params: URLSearchParams, card: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (card === null) next.delete('card');
  else next.set('card', card);
  return next;
}
