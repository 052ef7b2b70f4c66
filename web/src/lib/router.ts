import { useEffect } from 'react';
import { nameTitle } from './title';

/** The addresses of the pages. */
export const paths = {
  projects: '/',
  login: '/login',
  setup: '/setup',
  join: '/join',
  settings: '/settings',
  settingsSection: (section: string) => `/settings/${section}`,
  project: (project: string) => `/p/${project}`,
  board: (project: string, board: string) => `/p/${project}/b/${board}`,
  /** A board with a session beside it. */
  boardChat: (project: string, board: string, session: string) => `/p/${project}/b/${board}?chat=${session}`,
  sessions: (project: string) => `/p/${project}/sessions`,
  sessionSearch: (project: string, words: string) => `/p/${project}/sessions?q=${encodeURIComponent(words)}`,
  session: (project: string, session: string) => `/p/${project}/s/${session}`,
  /** A session, at one of its events. */
  sessionEvent: (project: string, session: string, n: number) => `/p/${project}/s/${session}?n=${n}`,
  /** A board with one of its cards open, at a tab. */
  card: (project: string, board: string, card: string, tab?: string) =>
    `/p/${project}/b/${board}?card=${encodeURIComponent(card)}${tab ? `&tab=${tab}` : ''}`,
  inbox: '/inbox',
  projectPage: (project: string, page: string) => `/p/${project}/${page}`,
  projectSettings: (project: string) => `/p/${project}/settings`,
  projectMembers: (project: string) => `/p/${project}/members`,
};

/** Pages that need nobody signed in. */
export function isPublic(path: string): boolean {
  return path === paths.login || path === paths.setup || path === paths.join;
}

/** Returns the login page that leads back to where somebody wanted to go. */
export function loginFor(path: string): string {
  return path === '/' || isPublic(path) ? paths.login : `${paths.login}?next=${encodeURIComponent(path)}`;
}

/** Returns where a login leads: only to a page of this app, whatever the address says. */
export function afterLogin(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  // Read as a browser reads it, which skips tabs and newlines and takes `\` for `/`.
  if (!next.startsWith('/') || !URL.canParse(next, NOWHERE)) return '/';
  const { origin, pathname, search: query, hash } = new URL(next, NOWHERE);
  if (origin !== NOWHERE || pathname.startsWith('//') || isPublic(pathname)) return '/';
  return pathname + query + hash;
}

const NOWHERE = 'http://nowhere.invalid';

/** Returns a secret out of an address' fragment, which no server and no log ever sees. */
export function secretFrom(hash: string, name: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get(name) || null;
}

/** Names the page in the browser's tab and history. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    nameTitle(title);
  }, [title]);
}
