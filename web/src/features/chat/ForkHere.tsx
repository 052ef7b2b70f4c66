import GitFork from 'lucide-react/icons/git-fork';
import { Menu } from '@/ui/Menu';
import { useChat } from './context';
import { useFork } from './fork';

/** Goes on from an earlier turn, as if what came after had not been said. */
export function ForkHere({ turn }: { turn: number }) {
  const { project, canEdit } = useChat();
  const fork = useFork();
  if (!canEdit) return null;
  const look =
    'flex h-6 shrink-0 items-center gap-1 rounded-xs px-1.5 hover:bg-hover hover:text-ink aria-expanded:bg-hover coarse:h-9';
  const face = (
    <>
      <GitFork size={12} aria-hidden="true" />
      Fork from here
    </>
  );
  if (!project.is_git_repo) {
    return (
      <button type="button" className={look} onClick={() => void fork({ turn })}>
        {face}
      </button>
    );
  }
  return (
    <Menu
      label="Fork from here"
      align="end"
      items={[
        {
          id: 'talk',
          label: 'The conversation',
          detail: 'Files stay as they are now',
          onSelect: () => void fork({ turn }),
        },
        {
          id: 'code',
          label: 'The conversation with its files',
          detail: 'In a new card, as they were after this turn',
          onSelect: () => void fork({ turn, code: true }),
        },
      ]}
    >
      {(trigger) => (
        <button type="button" {...trigger} className={look}>
          {face}
        </button>
      )}
    </Menu>
  );
}
