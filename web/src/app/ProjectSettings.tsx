import { MembersPage } from '@/features/members/MembersPage';
import { BoardTabs } from '@/features/projects/BoardTabs';
import { ProjectSettingsPage } from '@/features/projects/ProjectSettingsPage';
import { ProjectSwitcher } from '@/features/projects/ProjectSwitcher';
import { paths } from '@/lib/router';
import type { Project } from '@/lib/server-data';
import { AppFrame } from './AppFrame';
import { SideNav } from './SideNav';

interface ProjectSettingsProps {
  project: Project;
  page: 'settings' | 'members';
}

/** The pages about a project, around its boards. */
export default function ProjectSettings({ project, page }: ProjectSettingsProps) {
  return (
    <AppFrame bar={<ProjectSwitcher project={project} />} tabs={<BoardTabs project={project} />}>
      <div className="mx-auto flex w-full max-w-225 flex-col gap-5 px-4 py-8 md:flex-row md:gap-10 md:px-6">
        <SideNav
          label="Project"
          current={page}
          items={[
            { id: 'members', title: 'Members', href: paths.projectMembers(project.id) },
            { id: 'settings', title: 'Project settings', href: paths.projectSettings(project.id) },
          ]}
        />
        <div className="min-w-0 flex-1">
          {page === 'members' ? <MembersPage project={project} /> : <ProjectSettingsPage project={project} />}
        </div>
      </div>
    </AppFrame>
  );
}
