import type { Refusal } from '@/live/storage';
import { sentence } from './problem';

/** What the server's short names mean for somebody whose edit was refused. */
const REASONS: Readonly<Record<string, string>> = {
  missing: 'Somebody has deleted it, or the place it was to go to, in the meantime.',
  exists: 'There is already something with this id.',
  cycle: 'It cannot be moved into itself.',
  forbidden: 'You may look at this board, and no longer change it.',
};

/** Says why an edit was refused, as somebody would who knows the board and not its ids. */
export function reasonOf({ code, reason }: Refusal): string {
  return REASONS[code] ?? sentence(reason.replace(/^op \d+(, \S+)?: /i, ''));
}
