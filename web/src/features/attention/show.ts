import { ITEM_WORDS, itemKey, itemPath, itemTitle } from '@/lib/inbox';
import type { InboxItem } from '@/live/session-wire';

type Open = (path: string) => void;

/** Notifications of this page, for browsers in which no worker shows them. */
const own = new Map<string, Notification>();

/** Shows a notification that leads to the item. Where there is a worker, that outlives this tab. */
export async function showNotification(item: InboxItem, open: Open): Promise<void> {
  const path = itemPath(item);
  const words = ITEM_WORDS[item.kind] ?? 'waits for you';
  const options: NotificationOptions = {
    body: `${item.session.project_name}: ${words}.`,
    tag: itemKey(item),
    icon: '/icon-192.png',
    data: { path },
  };
  const worker = await activeWorker();
  if (worker) {
    await worker.showNotification(itemTitle(item), options);
    return;
  }
  const shown = new Notification(itemTitle(item), options);
  own.set(itemKey(item), shown);
  shown.onclick = () => {
    window.focus();
    shown.close();
    open(path);
  };
}

export async function closeNotification(key: string): Promise<void> {
  own.get(key)?.close();
  own.delete(key);
  const worker = await activeWorker();
  for (const shown of (await worker?.getNotifications({ tag: key })) ?? []) shown.close();
}

async function activeWorker(): Promise<ServiceWorkerRegistration | null> {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return found?.active ? found : null;
}
