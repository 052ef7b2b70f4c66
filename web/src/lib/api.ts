import createClient from 'openapi-fetch';
import type { paths } from '@/api.gen';
import { Problem, problemOf } from './problem';
import { tokens } from './session';
import type { Tokens } from './tokens';

const CALL_MS = 20_000;

/** Calls that need nobody signed in. */
export const publicApi = createClient<paths>({ fetch: (request) => fetch(withDeadline(request)) });

/** Calls as whoever is signed in. */
export const api = createClient<paths>({ fetch: authorised(tokens, (request) => fetch(request)) });

type Fetch = (request: Request) => Promise<Response>;

/** Sends with an access token, and once more with a new one if that is refused. */
export function authorised(held: Pick<Tokens, 'access' | 'renew'>, send: Fetch): Fetch {
  return async (request) => {
    const access = await held.access();
    if (access === null) throw signedOut();
    const again = request.clone();
    const response = await send(withToken(request, access));
    if (response.status !== 401) return response;
    const renewed = await held.renew(access);
    return renewed === null ? response : send(withToken(again, renewed));
  };
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns what a call answered, or throws its `Problem`. */
export async function answer<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw problemOf(response, error);
  return data as T;
}

function signedOut(): Problem {
  return new Problem({ status: 401, code: 'signed_out', message: 'You are signed out. Sign in again.' });
}

function withToken(request: Request, access: string): Request {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${access}`);
  return withDeadline(new Request(request, { headers }));
}

function withDeadline(request: Request): Request {
  return new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(CALL_MS)]) });
}
