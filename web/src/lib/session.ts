import { useSyncExternalStore } from 'react';
import { browserLock } from './lock';
import { problemOf } from './problem';
import { browserStorage } from './storage';
import { createTokens, type Grant, type Session, type User } from './tokens';

const EXCHANGE_MS = 10_000;

const storage = browserStorage();

/** The tokens of this browser, shared by all its tabs. */
export const tokens = createTokens({
  storage,
  lock: browserLock('refresh', storage),
  now: () => Date.now(),
  exchange: exchangeRefreshToken,
});

/** Hears of what other tabs do; called once, by the app. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => tokens.changed(event.key);
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

export function useSession(): Session | null {
  return useSyncExternalStore(tokens.subscribe, tokens.session);
}

/** Who is signed in, for pages that are only shown then. */
export function useMe(): User {
  const session = useSession();
  if (!session) throw new Error('This page is only shown to somebody who is signed in.');
  return session.user;
}

let lastHandedOut = '';

/** An access token for the live socket; null when signed out. Throws when the server cannot be reached. */
export async function token(reason: 'start' | 'unauthorized'): Promise<string | null> {
  const access = reason === 'start' ? await tokens.access() : await tokens.renew(lastHandedOut);
  lastHandedOut = access ?? '';
  return access;
}

async function exchangeRefreshToken(refresh: string): Promise<Grant | null> {
  const response = await fetch('/api/auth/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refresh }),
    signal: AbortSignal.timeout(EXCHANGE_MS),
  });
  if (response.ok) return (await response.json()) as Grant;
  if (response.status === 401) return null;
  throw problemOf(response, null);
}
