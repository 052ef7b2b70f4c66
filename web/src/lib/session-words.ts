import type { SessionMode, SessionStatus } from '@/live/session-wire';
import type { Tone } from '@/ui/Badge';

export const STATUS: Readonly<Record<SessionStatus, { readonly label: string; readonly tone: Tone }>> = {
  queued: { label: 'Queued', tone: 'neutral' },
  running: { label: 'Running', tone: 'running' },
  waiting: { label: 'Waits for you', tone: 'waiting' },
  idle: { label: 'Idle', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'error' },
  ended: { label: 'Ended', tone: 'neutral' },
};

export const MODES: Readonly<Record<SessionMode, { readonly label: string; readonly detail: string }>> = {
  plan: { label: 'Plan', detail: 'Reads, and writes a plan for you to approve' },
  code: { label: 'Code', detail: 'Changes files and runs commands' },
  review: { label: 'Review', detail: 'Reads the changes and comments on them' },
  chat: { label: 'Chat', detail: 'Talks, and asks before it changes anything' },
};

const AGENTS: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  api: 'Model API',
  rehearsal: 'Rehearsal',
};

export function agentLabel(name: string): string {
  return AGENTS[name] ?? name;
}

/** Returns sessions as their times are shown, the last to be active first; the server gives the last to be begun first. */
export function byActivity<T extends { readonly updated_at: string }>(sessions: readonly T[]): readonly T[] {
  return [...sessions].sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at));
}

/** Returns a price: `$0.42`, `$12.30`, `<$0.01`; nothing for nothing. */
export function price(usd: number): string {
  if (usd <= 0) return '';
  return usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`;
}

/** Returns a number of tokens in short: `950`, `38k`, `1.2M`. */
export function tokenCount(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 999_500) return `${Math.round(count / 1_000)}k`;
  return `${(count / 1_000_000).toFixed(1).replace(/\.0$/, '')}M`;
}

/** Returns how full the context is, as 38% of 200k; null if that is not known. */
export function contextShare(tokens: number, window: number | null): { percent: number; of: string } | null {
  if (!window || tokens <= 0) return null;
  const percent = Math.min(100, Math.max(1, Math.round((tokens / window) * 100)));
  return { percent, of: tokenCount(window) };
}
