import CloudUpload from 'lucide-react/icons/cloud-upload';
import GitMerge from 'lucide-react/icons/git-merge';
import { useContext } from 'react';
import type { Author } from '@/live/wire';
import { Avatar, AvatarStack } from '@/ui/Avatar';
import { PeopleContext } from './context';
import type { Visitor } from './peer-map';

/** Says that an edit is not on the server yet: only after a moment, and without a place of its own, so that nothing jumps. */
export function PendingMark() {
  return (
    <span
      role="img"
      aria-label="Not saved on the server yet"
      title="Not saved on the server yet"
      className="absolute -right-1 -bottom-1 flex size-5 animate-fade items-center justify-center rounded-full border bg-raised text-mute [animation-delay:900ms] [animation-fill-mode:both]"
    >
      <CloudUpload size={12} aria-hidden="true" />
    </span>
  );
}

export function ConflictMark() {
  return (
    <span
      role="img"
      aria-label="Two versions of the description wait for you"
      title="Two versions of the description wait for you"
      className="ml-auto flex text-waiting"
    >
      <GitMerge size={14} aria-hidden="true" />
    </span>
  );
}

/** Who has the card open; whoever writes is named. */
export function VisitorMarks({ visitors }: { visitors: readonly Visitor[] }) {
  const writing = visitors.find(({ editing }) => editing !== null);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-soft">
      <AvatarStack people={visitors} label="Looking at this card" size="xs" max={3} />
      {writing ? <span className="truncate">{writing.name} is writing</span> : null}
    </span>
  );
}

export function FreshMark({ author }: { author: Author }) {
  const nameOf = useContext(PeopleContext);
  return (
    <span className="pointer-events-none absolute top-2 right-2 flex animate-pop rounded-full">
      <Avatar person={nameOf(author)} size="xs" decorative />
    </span>
  );
}
