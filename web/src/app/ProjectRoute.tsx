import type { ReactNode } from 'react';
import { toProblem } from '@/lib/problem';
import { type Project, useProjects } from '@/lib/server-data';
import { LoadFailed } from '@/ui/LoadFailed';
import { AppFrame } from './AppFrame';
import { NotFoundPage } from './NotFoundPage';
import { PageSkeleton } from './PageSkeleton';

interface ProjectRouteProps {
  id: string;
  children: (project: Project) => ReactNode;
}

/** Shows a page of a project once the project is known, from the server or from an earlier visit. */
export function ProjectRoute({ id, children }: ProjectRouteProps) {
  const { data, error, loading, reload } = useProjects();
  const project = data?.find((known) => known.id === id);
  if (project) return children(project);
  if (loading) return <PageSkeleton />;
  if (error) {
    return (
      <AppFrame>
        <LoadFailed what="the project" detail={toProblem(error).message} onRetry={() => void reload()} />
      </AppFrame>
    );
  }
  return <NotFoundPage what="project" />;
}
