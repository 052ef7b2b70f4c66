import HistoryIcon from 'lucide-react/icons/history';
import { useMemo } from 'react';
import { useMembers } from '@/lib/server-data';
import { useMe } from '@/lib/session';
import { useNow } from '@/lib/time';
import type { LiveBoard } from '@/live/board';
import type { Author } from '@/live/wire';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Spinner } from '@/ui/Spinner';
import type { Group } from './group';
import { HistoryLine } from './HistoryLine';
import type { HistoryState } from './history-log';

interface HistoryListProps {
  board: LiveBoard;
  project: string;
  canEdit: boolean;
  groups: readonly Group[];
  state: HistoryState;
  onShow: (seq: number) => void;
  onOlder: () => void;
}

/** The log in words, the newest first. */
export function HistoryList({ board, project, canEdit, groups, state, onShow, onOlder }: HistoryListProps) {
  const me = useMe();
  const members = useMembers(project).data;
  const now = useNow();
  const nameOf = useMemo(() => {
    const names = new Map(members?.map(({ user_id, name }) => [user_id, name]));
    return (author: Author) => {
      if (author.type === 'system') return { id: 'tandem', name: 'Tandem' };
      if (author.type === 'agent') return { id: author.session, name: 'Agent' };
      const name = author.id === me.id ? 'You' : (names.get(author.id) ?? 'A former member');
      return { id: author.id, name, ...(author.id === me.id && { full: me.name }) };
    };
  }, [members, me]);
  if (groups.length === 0 && !state.isLoading && state.error === null) {
    return (
      <EmptyState
        icon={<HistoryIcon size={18} />}
        title="Nothing has happened yet"
        detail="Every change of this board is listed here, and can be looked at and taken back."
      />
    );
  }
  return (
    <>
      <ol aria-label="Changes" className="flex flex-col py-1.5">
        {groups.map((group) => (
          <HistoryLine
            key={group.entries.at(-1)?.seq}
            group={group}
            person={nameOf(group.entries[0].author)}
            now={now}
            board={board.id}
            canUndo={canEdit && isUndoable(group.entries[0].author, me.id)}
            undone={state.undone}
            onShow={onShow}
          />
        ))}
      </ol>
      {state.isLoading ? (
        <p className="flex justify-center p-4 text-mute">
          <Spinner size={16} />
        </p>
      ) : state.isWhole ? null : (
        <p className="flex justify-center p-3">
          <Button variant="ghost" onClick={onOlder}>
            Show older changes
          </Button>
        </p>
      )}
    </>
  );
}

/** What somebody else did is theirs to take back; what an agent did is everybody's. */
function isUndoable(author: Author, me: string): boolean {
  return author.type === 'agent' || (author.type === 'user' && author.id === me);
}
