import { browserLock } from '@/lib/lock';
import { look } from '@/lib/notifications';
import { followInbox } from '@/lib/session-data';
import { browserStorage } from '@/lib/storage';
import { showCount } from './badge';
import { closeNotification, showNotification } from './show';
import { Teller } from './teller';
import { watchForUpdate } from './update';

/** Tells of what waits to somebody who does not look at the page, until the returned function is called. */
export function startAttention(open: (path: string) => void): () => void {
  const storage = browserStorage();
  const teller = new Teller({
    storage,
    lock: browserLock('told', storage),
    isVisible: () => document.visibilityState === 'visible',
    isOn: () => look() === 'on',
    later: (ms, run) => void setTimeout(run, ms),
    show: (item) => void showNotification(item, open).catch(() => {}),
    close: (key) => void closeNotification(key).catch(() => {}),
  });
  const stops = [
    followInbox((items) => {
      if (!items) return;
      showCount(items.length);
      teller.see(items);
    }),
    hearWorker(open),
    watchForUpdate(),
  ];
  return () => {
    for (const stop of stops) stop();
    showCount(0);
  };
}

/** A notification that was clicked leads this tab to where it points. */
function hearWorker(open: (path: string) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown };
    if (type === 'open' && typeof path === 'string' && path.startsWith('/')) open(path);
  };
  navigator.serviceWorker?.addEventListener('message', hear);
  return () => navigator.serviceWorker?.removeEventListener('message', hear);
}
