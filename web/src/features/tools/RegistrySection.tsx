import Plug from 'lucide-react/icons/plug';
import { useState } from 'react';
import { toProblem } from '@/lib/problem';
import { type ToolServer, useToolServers } from '@/lib/tool-servers';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast';
import { ServerDialog } from './ServerDialog';
import { ServerRow } from './ServerRow';

/** The tool servers that projects can choose from; administrators fill this. */
export default function RegistrySection() {
  const { data, error, reload } = useToolServers();
  const [editing, setEditing] = useState<ToolServer | 'new' | null>(null);
  const add = (
    <Button variant="primary" onClick={() => setEditing('new')}>
      Add tool server
    </Button>
  );
  return (
    <Section
      title="Tool servers"
      lead="More tools for agents, by the Model Context Protocol (MCP). Projects choose from these."
      action={data && data.length > 0 ? add : null}
    >
      {data?.length === 0 ? (
        <div className="rounded-lg border bg-panel">
          <EmptyState
            icon={<Plug size={20} />}
            title="No tool servers"
            detail="Add one, such as a tracker of issues or a database, and projects can give it to their agents."
            action={add}
          />
        </div>
      ) : null}
      {data && data.length > 0 ? (
        <ul className="rounded-lg border bg-panel">
          {data.map((server) => (
            <ServerRow key={server.id} server={server} onEdit={() => setEditing(server)} />
          ))}
        </ul>
      ) : null}
      {data ? (
        <p className="mt-3 text-sm text-pretty text-mute">
          One of the kind stdio is a program that Tandem starts on this server. One of the kind HTTP runs
          elsewhere and is only called.
        </p>
      ) : null}
      {!data && error ? (
        <LoadFailed what="the tool servers" detail={toProblem(error).message} onRetry={() => void reload()} />
      ) : null}
      {!data && !error ? <Skeleton className="h-24" /> : null}
      {editing ? (
        <ServerDialog
          server={editing === 'new' ? null : editing}
          onSaved={({ name }) => toast({ title: `Saved ${name}`, tone: 'done' })}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </Section>
  );
}
