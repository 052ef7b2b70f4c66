import SquareKanban from 'lucide-react/icons/square-kanban';
import { Link } from 'wouter';
import { paths } from '@/lib/router';
import type { Project } from '@/lib/server-data';
import { buttonClasses } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';

export function NoBoard({ project }: { project: Project }) {
  return (
    <EmptyState
      icon={<SquareKanban size={20} />}
      title="No such board"
      detail="It was deleted, or the address was cut off."
      action={
        <Link href={paths.board(project.id, project.kanban_board_id)} className={buttonClasses('primary')}>
          Go to the first board
        </Link>
      }
    />
  );
}
