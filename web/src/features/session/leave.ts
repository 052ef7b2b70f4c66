import { tokens } from '@/lib/session';
import { signOut } from '@/lib/sign-out';
import { confirm } from '@/ui/confirm';

/** Signs out and leaves nothing of the account in this browser; asks first when that would lose edits. */
export async function leave(): Promise<void> {
  const user = tokens.session()?.user.id;
  const { countUnsent, forget } = await import('@/live/indexed-db');
  const unsent = user === undefined ? 0 : await countUnsent(user).catch(() => 0);
  if (unsent > 0 && !(await mayLose(unsent))) return;
  await signOut();
  if (user === undefined) return;
  forgetDrafts(user);
  await forget(user).catch(() => {});
}

/** Removes the unfinished texts that the boards keep. */
function forgetDrafts(user: string): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(`tandem.draft.${user}.`)) storage.removeItem(key);
    }
  }
}

function mayLose(unsent: number): Promise<boolean> {
  const edits = unsent === 1 ? 'One edit has' : `${unsent} edits have`;
  return confirm({
    title: 'Sign out and lose edits?',
    detail: `${edits} not reached the server yet. Signing out removes everything of yours from this browser.`,
    action: 'Sign out',
    cancel: 'Stay',
    tone: 'danger',
  });
}
