import Plus from 'lucide-react/icons/plus';
import { Suspense, useEffect, useState } from 'react';
import { lazily } from '@/lib/lazily';
import { openOverlay } from '@/lib/overlays';
import { toProblem } from '@/lib/problem';
import { type Project, useProjects } from '@/lib/server-data';
import { useNow } from '@/lib/time';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeading } from '@/ui/PageHeading';
import { Skeleton } from '@/ui/Skeleton';
import { TextInput } from '@/ui/TextInput';
import { ProjectRow } from './ProjectRow';

const FirstSteps = lazily(() => import('./FirstSteps'));

const MANY = 8;

/** A project that somebody else shares appears without a reload. */
const LOOK_AGAIN_MS = 10_000;

export function ProjectsPage() {
  const { data, error, reload } = useProjects();
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, LOOK_AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [reload]);
  return (
    <div className="mx-auto w-full max-w-225 px-4 py-8 md:px-6">
      <div className="mb-4 flex items-center gap-3">
        <PageHeading title="Projects" className="flex-1" />
        {data?.length === 0 ? null : (
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => openOverlay('new-project')}>
            New project
          </Button>
        )}
      </div>
      {error && data ? (
        <div className="mb-3">
          <Banner
            tone="warn"
            action={
              <Button size="sm" onClick={() => void reload()}>
                Try again
              </Button>
            }
          >
            This is the last known list. {toProblem(error).message}
          </Banner>
        </div>
      ) : null}
      {data ? <ProjectList projects={data} /> : null}
      {!data && error ? (
        <LoadFailed what="your projects" detail={toProblem(error).message} onRetry={() => void reload()} />
      ) : null}
      {!data && !error ? <Skeleton className="h-40" /> : null}
    </div>
  );
}

function ProjectList({ projects }: { projects: readonly Project[] }) {
  const [filter, setFilter] = useState('');
  const now = useNow();
  if (projects.length === 0) {
    return (
      <Suspense fallback={<Skeleton className="h-60" />}>
        <FirstSteps />
      </Suspense>
    );
  }
  const shown = search(projects, filter);
  return (
    <>
      {projects.length > MANY ? (
        <TextInput
          label="Filter projects"
          hideLabel
          type="search"
          placeholder="Filter by name or folder"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          className="mb-3"
        />
      ) : null}
      <ul className="overflow-hidden rounded-lg border bg-panel">
        {shown.map((project) => (
          <ProjectRow key={project.id} project={project} now={now} />
        ))}
        {shown.length === 0 ? (
          <li className="px-4 py-6 text-center text-sm text-soft">No project matches “{filter}”.</li>
        ) : null}
      </ul>
    </>
  );
}

function search(projects: readonly Project[], filter: string): readonly Project[] {
  const wanted = filter.trim().toLowerCase();
  if (!wanted) return projects;
  return projects.filter(({ name, folder_path }) => `${name} ${folder_path}`.toLowerCase().includes(wanted));
}
