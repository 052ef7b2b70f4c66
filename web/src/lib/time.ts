import { useEffect, useState } from 'react';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns how long ago something was, as a person would say it: `5 min ago`, `yesterday`, `12 Mar`. */
export function ago(iso: string, now: number): string {
  const then = new Date(iso);
  const past = now - then.getTime();
  if (Number.isNaN(past)) return '';
  if (past < 45_000) return 'just now';
  if (past < HOUR) return `${Math.max(1, Math.round(past / MINUTE))} min ago`;
  const days = calendarDays(then, new Date(now));
  if (days === 0 || past < 6 * HOUR) return `${Math.round(past / HOUR)} h ago`;
  if (days === 1) return 'yesterday';
  if (days < 7) return `${days} days ago`;
  return day(iso, now);
}

/** Returns how long until something: `in 3 days`, `in 5 h`, `expired`. */
export function until(iso: string, now: number): string {
  const ahead = new Date(iso).getTime() - now;
  if (Number.isNaN(ahead)) return '';
  if (ahead <= 0) return 'expired';
  if (ahead < HOUR) return `in ${Math.max(1, Math.round(ahead / MINUTE))} min`;
  if (ahead < 2 * DAY) return `in ${Math.round(ahead / HOUR)} h`;
  return `in ${Math.round(ahead / DAY)} days`;
}

/** Returns how long something takes: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 13 min`. */
export function duration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joined(`${minutes} min`, seconds % 60, 's');
  return joined(`${Math.floor(minutes / 60)} h`, minutes % 60, 'min');
}

/** Returns how long until a time; null once it is there. */
export function countdown(iso: string, now: number): string | null {
  const ahead = Math.ceil((new Date(iso).getTime() - now) / 1_000) * 1_000;
  return ahead > 0 ? duration(ahead) : null;
}

/** Returns a day: `12 Mar`, with the year when it is another one. */
export function day(iso: string, now: number): string {
  const date = new Date(iso);
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(date);
}

/** Returns day and time in full, for a tooltip. */
export function exactTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** The time, kept up to date while the component is shown. */
export function useNow(everyMs: number = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), everyMs);
    return () => window.clearInterval(timer);
  }, [everyMs]);
  return now;
}

function calendarDays(from: Date, to: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(to) - midnight(from)) / DAY);
}

function joined(large: string, small: number, unit: string): string {
  return small === 0 ? large : `${large} ${small} ${unit}`;
}
