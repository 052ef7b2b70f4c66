import { type FormEvent, useState } from 'react';
import type { ProjectRules } from '@/lib/cards-api';
import { toProblem } from '@/lib/problem';
import { saveProject, useRulesOf } from '@/lib/project-api';
import type { Project } from '@/lib/server-data';
import { useSubmit } from '@/lib/submit';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { InlineText } from '@/ui/InlineText';
import { LoadFailed } from '@/ui/LoadFailed';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { TextInput } from '@/ui/TextInput';
import { toast } from '@/ui/toast';

interface RulesSectionProps {
  project: Project;
  owner: boolean;
}

const EXAMPLE = `1. Every change has a test that fails without it.
2. No new dependency without a reason in the commit.
3. Errors say what was being done and what to do next.`;

/** The file that reviews are held against, and what will be read out of it. */
export function RulesSection({ project, owner }: RulesSectionProps) {
  const saved = project.best_practices_path ?? '';
  const [path, setPath] = useState(saved);
  const { busy, fields, general, submit } = useSubmit(['best_practices_path']);
  const rules = useRulesOf(project.id, saved);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const after = await saveProject(project.id, { best_practices_path: path.trim() || null });
      setPath(after.best_practices_path ?? '');
      toast({ title: 'Best practices saved', tone: 'done' });
    });
  };
  return (
    <Section
      title="Best practices"
      lead="A review goes through these rules one by one, and says of each whether the changes keep it."
    >
      <form onSubmit={save} className="mb-3 flex flex-col gap-3">
        {general ? <Banner tone="error">{general}</Banner> : null}
        <div className="flex flex-wrap items-start gap-2">
          <TextInput
            label="File inside the folder"
            disabled={!owner}
            placeholder="best-practices.md"
            spellCheck={false}
            autoComplete="off"
            value={path}
            error={fields.best_practices_path}
            onChange={(event) => setPath(event.target.value)}
            className="min-w-52 flex-1 max-sm:basis-full"
          />
          {owner ? (
            <Button
              type="submit"
              size="field"
              busy={busy}
              disabled={path.trim() === saved}
              className="max-sm:w-full sm:mt-6"
            >
              Use this file
            </Button>
          ) : null}
        </div>
      </form>
      {rules.data ? <RuleList rules={rules.data} /> : null}
      {!rules.data && rules.error ? (
        <LoadFailed
          what="the rules"
          detail={toProblem(rules.error).message}
          onRetry={() => void rules.reload()}
        />
      ) : null}
      {!rules.data && !rules.error ? <Skeleton className="h-24" /> : null}
    </Section>
  );
}

function RuleList({ rules: { path, exists, rules } }: { rules: ProjectRules }) {
  if (rules.length > 0) {
    return (
      <div className="rounded-lg border bg-panel">
        <p className="border-b px-4 py-2 text-sm text-soft">
          {rules.length === 1 ? 'One rule' : `${rules.length} rules`}
          {path ? (
            <>
              {' in '}
              <span className="font-mono text-xs">{path}</span>
            </>
          ) : null}
        </p>
        <ol className="max-h-80 overflow-y-auto">
          {rules.map(({ number, text }) => (
            <li key={number} className="flex gap-3 border-b px-4 py-2 text-sm last:border-b-0">
              <span className="w-5 shrink-0 text-right text-mute">{number}</span>
              <span className="min-w-0 text-pretty wrap-anywhere">
                <InlineText text={text} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    );
  }
  const file = path ? <span className="font-mono text-xs">{path}</span> : null;
  return (
    <div className="rounded-lg border border-dashed border-line-strong px-4 py-3.5 text-sm">
      <p className="font-medium">{exists ? 'There is no rule in this file' : 'There is no such file yet'}</p>
      <p className="mt-0.5 text-pretty text-soft">
        {exists ? <>Write one rule per line or list item into {file}.</> : null}
        {exists ? null : file ? (
          <>Create {file} in the folder of the project, with one rule per line or list item.</>
        ) : (
          'Create a file in the folder of the project, with one rule per line or list item, and name it above.'
        )}{' '}
        Without rules a review uses its own judgement. For example:
      </p>
      <pre className="mt-2 overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs leading-5 whitespace-pre-wrap">
        {EXAMPLE}
      </pre>
    </div>
  );
}
