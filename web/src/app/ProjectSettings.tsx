import { Suspense } from 'react';
import { MembersPage } from '@/features/members/MembersPage';
import { BoardTabs } from '@/features/projects/BoardTabs';
import { ProjectSettingsPage } from '@/features/projects/ProjectSettingsPage';
import { ProjectSwitcher } from '@/features/projects/ProjectSwitcher';
import { ProjectToolsPage } from '@/features/tools/ProjectToolsPage';
import { lazily } from '@/lib/lazily';
import { paths } from '@/lib/router';
import type { Project } from '@/lib/server-data';
import { Skeleton } from '@/ui/Skeleton';
import { AppFrame } from './AppFrame';
import { NotFoundPage } from './NotFoundPage';
import { SideNav } from './SideNav';

const ColumnsPage = lazily(() => import('./ColumnsPage'));

const PAGES = [
  { id: 'settings', title: 'General', show: ProjectSettingsPage },
  { id: 'columns', title: 'Columns', show: ColumnsPage },
  { id: 'tools', title: 'Tool servers', show: ProjectToolsPage },
  { id: 'members', title: 'Members', show: MembersPage },
];

interface ProjectSettingsProps {
  project: Project;
  page: string;
}

/** The pages about a project, around its boards. */
export default function ProjectSettings({ project, page }: ProjectSettingsProps) {
  const current = PAGES.find(({ id }) => id === page);
  if (!current) return <NotFoundPage />;
  const Shown = current.show;
  return (
    <AppFrame bar={<ProjectSwitcher project={project} />} tabs={<BoardTabs project={project} />}>
      <div className="mx-auto flex w-full max-w-225 flex-col gap-5 px-4 py-8 md:flex-row md:gap-10 md:px-6">
        <SideNav
          label="Project"
          current={page}
          items={PAGES.map(({ id, title }) => ({ id, title, href: paths.projectPage(project.id, id) }))}
        />
        <div className="min-w-0 flex-1">
          <Suspense fallback={<Skeleton className="h-60" />}>
            <Shown key={page} project={project} />
          </Suspense>
        </div>
      </div>
    </AppFrame>
  );
}
