import type { Lock } from './lock';
import type { KeyValues } from './storage';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'admin' | 'member';
  readonly created_at: string;
}

/** Who is signed in on this browser, and with what. */
export interface Session {
  readonly user: User;
  readonly access: string;
  readonly refresh: string;
  /** By this browser's clock, in milliseconds. */
  readonly expires_at: number;
}

/** What the server answers to a login, a registration or a refresh. */
export interface Grant {
  readonly user: User;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}

/** The server could not be asked, so nobody knows whether the tokens still hold. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export interface TokensParts {
  readonly storage: KeyValues;
  readonly lock: Lock;
  now(): number;
  /** Exchanges a refresh token; null when the server refuses it for good. Throws when it cannot be asked. */
  exchange(refresh: string): Promise<Grant | null>;
}

export interface Tokens {
  /** Who is signed in; the same object until it changes. */
  session(): Session | null;
  subscribe(listener: () => void): () => void;
  signIn(grant: Grant): void;
  /** Forgets the tokens; returns the refresh token so that the server can be told. */
  signOut(): string | null;
  setUser(user: User): void;
  /** An access token that holds for a while; null when signed out. Throws `Unreachable`. */
  access(): Promise<string | null>;
  /** Another access token than the one that was refused; null when signed out. Throws `Unreachable`. */
  renew(refused: string): Promise<string | null>;
  /** For the `storage` event: another tab changed something. */
  changed(key: string | null): void;
}

export const SESSION_KEY = 'tandem.session';
/** Refreshed this long before it expires. */
export const EARLY_MS = 60_000;

export function createTokens({ storage, lock, now, exchange }: TokensParts): Tokens {
  const listeners = new Set<() => void>();
  let raw: string | null = null;
  let parsed: Session | null = null;
  let running: Promise<Session | null> | null = null;

  const session = (): Session | null => {
    const stored = storage.getItem(SESSION_KEY);
    if (stored !== raw) {
      raw = stored;
      parsed = parseSession(stored);
    }
    return parsed;
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const write = (next: Session | null) => {
    if (next) storage.setItem(SESSION_KEY, JSON.stringify(next));
    else storage.removeItem(SESSION_KEY);
    tell();
  };
  const granted = (grant: Grant): Session => ({
    user: grant.user,
    access: grant.access_token,
    refresh: grant.refresh_token,
    expires_at: now() + grant.expires_in * 1_000,
  });

  /** A refresh token shown twice logs the device out, so between reading and writing nobody else may refresh. */
  const refreshOnce = (seen: Session): Promise<Session | null> =>
    lock(async () => {
      const held = session();
      if (!held || held.refresh !== seen.refresh) return held;
      const grant = await exchange(held.refresh);
      const after = session();
      // Somebody signed in or out while the server was asked; that is newer than its answer.
      if (after?.refresh !== held.refresh) return after;
      const next = grant ? granted(grant) : null;
      write(next);
      return next;
    });
  const refresh = (seen: Session): Promise<Session | null> => {
    running ??= refreshOnce(seen).finally(() => {
      running = null;
    });
    return running;
  };

  return {
    session,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signIn: (grant) => write(granted(grant)),
    signOut: () => {
      const held = session();
      write(null);
      return held?.refresh ?? null;
    },
    setUser: (user) => {
      const held = session();
      if (held) write({ ...held, user });
    },
    access: async () => {
      const held = session();
      if (!held) return null;
      if (held.expires_at - now() > EARLY_MS) return held.access;
      try {
        return (await refresh(held))?.access ?? null;
      } catch (error) {
        if (held.expires_at > now()) return held.access;
        throw asUnreachable(error);
      }
    },
    renew: async (refused) => {
      const held = session();
      if (!held || held.access !== refused) return held?.access ?? null;
      try {
        return (await refresh(held))?.access ?? null;
      } catch (error) {
        throw asUnreachable(error);
      }
    },
    changed: (key) => {
      if (key === null || key === SESSION_KEY) tell();
    },
  };
}

function asUnreachable(error: unknown): Unreachable {
  return error instanceof Unreachable
    ? error
    : new Unreachable('The server cannot be reached.', { cause: error });
}

function parseSession(stored: string | null): Session | null {
  if (!stored) return null;
  try {
    const value: unknown = JSON.parse(stored);
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { user, access, refresh, expires_at } = value as Record<string, unknown>;
  const known =
    typeof user === 'object' && user !== null && typeof (user as Record<string, unknown>).id === 'string';
  return known && typeof access === 'string' && typeof refresh === 'string' && typeof expires_at === 'number';
}
