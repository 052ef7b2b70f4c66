import Plug from 'lucide-react/icons/plug';
import { useState } from 'react';
import { Link } from 'wouter';
import { attempt } from '@/lib/attempt';
import { toProblem } from '@/lib/problem';
import { paths } from '@/lib/router';
import type { Project } from '@/lib/server-data';
import { useMe } from '@/lib/session';
import {
  chooseToolServers,
  type ToolServer,
  useProjectToolServers,
  useToolServers,
} from '@/lib/tool-servers';
import { buttonClasses } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeading } from '@/ui/PageHeading';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { addressOf } from './server-form';

/** Which of the registered tool servers the agents of a project may use. */
export function ProjectToolsPage({ project }: { project: Project }) {
  const all = useToolServers();
  const chosen = useProjectToolServers(project.id);
  const error = all.error ?? chosen.error;
  const isThere = all.data && chosen.data;
  return (
    <>
      <PageHeading title="Tool servers" className="mb-5" />
      <Section
        title="What the agents of this project may use"
        lead="Tool servers speak the Model Context Protocol (MCP). Administrators register them; here you choose which ones are given to agents in this project, from their next start on."
      >
        {isThere ? <Choice project={project} all={all.data} chosen={chosen.data} /> : null}
        {!isThere && error ? (
          <LoadFailed
            what="the tool servers"
            detail={toProblem(error).message}
            onRetry={() => void Promise.all([all.reload(), chosen.reload()])}
          />
        ) : null}
        {!isThere && !error ? <Skeleton className="h-24" /> : null}
      </Section>
    </>
  );
}

interface ChoiceProps {
  project: Project;
  all: readonly ToolServer[];
  chosen: readonly ToolServer[];
}

function Choice({ project, all, chosen }: ChoiceProps) {
  const me = useMe();
  const [isBusy, setIsBusy] = useState(false);
  const ids = chosen.map(({ id }) => id);
  const toggle = async (id: string, isOn: boolean) => {
    setIsBusy(true);
    await attempt('The choice was not saved', () =>
      chooseToolServers(project.id, isOn ? [...ids, id] : ids.filter((other) => other !== id)),
    );
    setIsBusy(false);
  };
  const manage =
    me.role === 'admin' ? (
      <Link href={paths.settingsSection('tool-servers')} className={buttonClasses()}>
        Manage tool servers
      </Link>
    ) : null;
  if (all.length === 0) {
    return (
      <div className="rounded-lg border bg-panel">
        <EmptyState
          icon={<Plug size={20} />}
          title="No tool servers yet"
          detail={
            manage
              ? 'Register one, then choose it here.'
              : 'An administrator of this server can register some.'
          }
          action={manage}
        />
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="w-full rounded-lg border bg-panel">
        {all.map((server) => (
          <li key={server.id} className="border-b px-4 py-3 last:border-b-0">
            <Checkbox
              label={server.name}
              hint={<span className="font-mono text-xs wrap-anywhere">{addressOf(server.config)}</span>}
              disabled={project.role !== 'owner' || isBusy}
              checked={ids.includes(server.id)}
              onChange={({ target }) => void toggle(server.id, target.checked)}
            />
          </li>
        ))}
      </ul>
      {project.role === 'owner' ? null : (
        <p className="text-sm text-mute">Only an owner of the project can change this.</p>
      )}
      {manage}
    </div>
  );
}
