import { create } from 'zustand';
import { browserStorage } from './storage';

/**
 * `unsupported`: this browser has none, or the address is not secure; `blocked`: the browser was told never to;
 * `asleep`: nobody was asked yet, or it was turned off here; `on`: they are shown.
 */
export type NotifyState = 'unsupported' | 'blocked' | 'asleep' | 'on';

const KEY = 'tandem.notify';
const storage = browserStorage();

interface Notifying {
  readonly state: NotifyState;
  /** Whether the quiet offer was declined in this browser. */
  readonly isDeclined: boolean;
}

export const useNotifications = create<Notifying>(() => read());

/** Asks the browser for leave; only ever called by a click. */
export async function turnNotificationsOn(): Promise<NotifyState> {
  if (typeof Notification === 'undefined') return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission === 'granted') keep('on');
  return look();
}

export function turnNotificationsOff(): void {
  keep('off');
  look();
}

/** Looks again at what this browser allows; another tab or its settings may have changed that. */
export function look(): NotifyState {
  const next = read();
  useNotifications.setState(next);
  return next.state;
}

function read(): Notifying {
  const chosen = storage.getItem(KEY);
  return { state: stateOf(chosen, permissionNow()), isDeclined: chosen === 'off' };
}

export function stateOf(chosen: string | null, permission: NotificationPermission | null): NotifyState {
  if (permission === null) return 'unsupported';
  if (permission === 'denied') return 'blocked';
  return chosen === 'on' && permission === 'granted' ? 'on' : 'asleep';
}

function permissionNow(): NotificationPermission | null {
  return typeof Notification === 'undefined' || !globalThis.isSecureContext ? null : Notification.permission;
}

function keep(chosen: 'on' | 'off'): void {
  try {
    storage.setItem(KEY, chosen);
  } catch {
    // A full storage costs only that it must be chosen again.
  }
}
