import { useState } from 'react';
import { attempt } from '@/lib/attempt';
import { toProblem } from '@/lib/problem';
import { duration } from '@/lib/time';
import { deleteToolServer, type TestResult, type ToolServer, testToolServer } from '@/lib/tool-servers';
import { Badge } from '@/ui/Badge';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { confirm } from '@/ui/confirm';
import { addressOf } from './server-form';

interface ServerRowProps {
  server: ToolServer;
  onEdit: () => void;
}

type Tested = TestResult | 'running' | null;

/** One registered tool server, and what it answered when it was last tried. */
export function ServerRow({ server, onEdit }: ServerRowProps) {
  const [tested, setTested] = useState<Tested>(null);
  const { name, config } = server;
  const test = async () => {
    setTested('running');
    try {
      setTested(await testToolServer(server.id));
    } catch (error) {
      setTested({ ok: false, tools: [], took_ms: 0, error: toProblem(error).message });
    }
  };
  return (
    <li className="border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-45 flex-1">
          <p className="flex items-center gap-2">
            <span className="truncate font-medium">{name}</span>
            <Badge>{config.type === 'http' ? 'HTTP' : 'stdio'}</Badge>
          </p>
          <p className="truncate font-mono text-xs text-mute" title={addressOf(config)}>
            {addressOf(config)}
          </p>
        </div>
        <div className="-ml-2 flex flex-wrap gap-1 sm:ml-0">
          <Button
            size="sm"
            variant="ghost"
            busy={tested === 'running'}
            aria-label={`Test connection to ${name}`}
            onClick={() => void test()}
          >
            Test connection
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} onClick={() => void remove(server)}>
            Delete
          </Button>
        </div>
      </div>
      {tested && tested !== 'running' ? <Outcome result={tested} /> : null}
    </li>
  );
}

function Outcome({ result }: { result: TestResult }) {
  if (!result.ok) {
    return (
      <div className="mt-2">
        <Banner tone="error">{result.error ?? 'It did not answer as a tool server does.'}</Banner>
      </div>
    );
  }
  const { tools, server, took_ms } = result;
  return (
    <div role="status" className="mt-2 rounded-md bg-done-soft px-3 py-2 text-sm">
      <p>
        It works: {tools.length === 1 ? 'one tool' : `${tools.length} tools`}
        {server ? ` of ${server.name} ${server.version}` : ''}, in {duration(took_ms)}.
      </p>
      {tools.length > 0 ? (
        <ul aria-label="Its tools" className="mt-1.5 flex flex-wrap gap-1">
          {tools.map((tool) => (
            <li key={tool} className="rounded-xs bg-panel px-1.5 py-0.5 font-mono text-xs">
              {tool}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

async function remove(server: ToolServer): Promise<void> {
  const yes = await confirm({
    title: `Delete the tool server “${server.name}”?`,
    detail: 'Every project that has chosen it loses it. Sessions that run keep it until they end.',
    action: 'Delete tool server',
    tone: 'danger',
  });
  if (yes) await attempt('The tool server was not deleted', () => deleteToolServer(server.id));
}
