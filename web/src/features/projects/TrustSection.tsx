import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { attempt } from '@/lib/attempt';
import { saveProject } from '@/lib/project-api';
import type { Project } from '@/lib/server-data';
import { Button } from '@/ui/Button';
import { confirm } from '@/ui/confirm';
import { Section } from '@/ui/Section';

interface TrustSectionProps {
  project: Project;
  owner: boolean;
}

/** Whether what lies in the folder may run programs by itself. */
export function TrustSection({ project, owner }: TrustSectionProps) {
  const [isBusy, setIsBusy] = useState(false);
  const change = async () => {
    if (!project.trusted && !(await confirm(trusting(project)))) return;
    setIsBusy(true);
    await attempt('The project was not changed', () =>
      saveProject(project.id, { trusted: !project.trusted }),
    );
    setIsBusy(false);
  };
  const Icon = project.trusted ? ShieldCheck : ShieldAlert;
  return (
    <Section title="Trust in this folder">
      <div className="flex flex-wrap items-start gap-3 rounded-lg border bg-panel px-4 py-3.5">
        <Icon
          size={18}
          aria-hidden="true"
          className={project.trusted ? 'mt-0.5 shrink-0 text-done' : 'mt-0.5 shrink-0 text-waiting'}
        />
        <div className="min-w-52 flex-1 text-sm">
          <p className="font-medium">
            {project.trusted ? 'This folder is trusted' : 'This folder is not trusted'}
          </p>
          <p className="mt-0.5 text-pretty text-soft">
            {project.trusted
              ? 'What lies in it may run programs on the server by itself:'
              : 'What lies in it cannot run programs by itself. These are left out:'}
          </p>
          <ul className="mt-1.5 flex list-disc flex-col gap-0.5 pl-4 text-soft marker:text-mute">
            <li>
              hooks and permissions in <Name>.claude/settings.json</Name>
            </li>
            <li>
              tool servers in <Name>.mcp.json</Name>
            </li>
            <li>git hooks and filters of the repository</li>
          </ul>
          <p className="mt-1.5 text-pretty text-soft">
            Trust it only if you would run a script that somebody put into it.
          </p>
        </div>
        {owner ? (
          <Button busy={isBusy} onClick={() => void change()}>
            {project.trusted ? 'Stop trusting it' : 'Trust this folder…'}
          </Button>
        ) : null}
      </div>
    </Section>
  );
}

function Name({ children }: { children: string }) {
  return <code className="font-mono text-xs">{children}</code>;
}

function trusting(project: Project) {
  return {
    title: 'Trust this folder?',
    detail: `Hooks, filters and tool servers in ${project.folder_path} may then run programs on the server, with the rights of Tandem, whenever an agent works there. Anybody who can change the folder can change what runs.`,
    action: 'Trust it',
    tone: 'danger',
  } as const;
}
