import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { OpenCard } from './context';
import { type PanelTab, type TabStart, tabOf } from './panel-tabs';

/** The card that is open, as the address says: `?card=…&tab=…`. The back button closes it. */
export function useOpenCard(): OpenCard {
  const [params, setParams] = useSearchParams();
  const card = params.get('card');
  const tab = tabOf(params.get('tab'));
  const session = params.get('session');
  const at = params.get('at');
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
  const show = useCallback((next: PanelTab, start: TabStart = {}) => {
    latest.current.setParams((old) => withTab(old, next, start), { replace: true });
  }, []);
  const close = useCallback(() => {
    const { card: before, setParams: set } = latest.current;
    if (before === null) return;
    // What this page put into the browser's history is taken out of it again.
    if (wasOpenedHere.current) history.back();
    else set((old) => withCard(old, null), { replace: true });
    wasOpenedHere.current = false;
  }, []);
  return useMemo(
    () => ({ card, tab, session, at, open, show, close }),
    [card, tab, session, at, open, show, close],
  );
}

function withCard(params: URLSearchParams, card: string | null): URLSearchParams {
  const next = without(params, 'tab', 'session', 'at');
  if (card === null) next.delete('card');
  else next.set('card', card);
  return next;
}

function withTab(params: URLSearchParams, tab: PanelTab, { session, at }: TabStart): URLSearchParams {
  const next = without(params, 'session', 'at');
  next.set('tab', tab);
  if (session) next.set('session', session);
  if (at) next.set('at', at);
  return next;
}

function without(params: URLSearchParams, ...names: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of names) next.delete(name);
  return next;
}
