import Compass from 'lucide-react/icons/compass';
import { Link } from 'wouter';
import { paths } from '@/lib/router';
import { buttonClasses } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeading } from '@/ui/PageHeading';
import { AppFrame } from './AppFrame';

interface NotFoundPageProps {
  what?: 'page' | 'project';
}

export function NotFoundPage({ what = 'page' }: NotFoundPageProps) {
  const title = what === 'project' ? 'No such project' : 'No such page';
  const detail =
    what === 'project'
      ? 'It was deleted, or it is not shared with you. Ask somebody who belongs to it to add you as a member.'
      : 'The address leads nowhere. It may have been cut off when it was copied.';
  return (
    <AppFrame>
      <PageHeading title={title} hidden />
      <EmptyState
        icon={<Compass size={20} />}
        title={title}
        detail={detail}
        action={
          <Link href={paths.projects} className={buttonClasses('primary')}>
            Go to projects
          </Link>
        }
      />
    </AppFrame>
  );
}
