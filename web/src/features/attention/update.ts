import { toast } from '@/ui/toast';

/** A page that is open for long looks so often for a newer version, when somebody comes back to it. */
const LOOK_MS = 10 * 60_000;

/** Says once that the server has a newer version of this page. */
export function watchForUpdate(): () => void {
  let last = Date.now();
  let isTold = false;
  const look = async () => {
    if (document.visibilityState !== 'visible' || isTold || Date.now() - last < LOOK_MS) return;
    last = Date.now();
    if (!(await hasUpdate(ownEntry(), fetch).catch(() => false)) || isTold) return;
    isTold = true;
    toast({
      title: 'There is a newer version of Tandem',
      detail: 'What you have written is kept.',
      action: { label: 'Reload', run: () => location.reload() },
    });
  };
  const onLook = () => void look();
  document.addEventListener('visibilitychange', onLook);
  return () => document.removeEventListener('visibilitychange', onLook);
}

/** Whether the server's list of files names another beginning than this page has. */
export async function hasUpdate(
  own: string | null,
  get: (path: string, options: RequestInit) => Promise<Response>,
): Promise<boolean> {
  if (own === null) return false;
  const response = await get('/assets/manifest.json', { cache: 'no-store' });
  if (!response.ok) return false;
  const files = (await response.json()) as Record<string, { file?: string; isEntry?: boolean }>;
  const entry = Object.values(files).find(({ isEntry }) => isEntry)?.file;
  return entry !== undefined && `/${entry}` !== own;
}

function ownEntry(): string | null {
  return (
    document
      .querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]')
      ?.getAttribute('src') ?? null
  );
}
