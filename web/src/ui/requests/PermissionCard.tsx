import ShieldQuestion from 'lucide-react/icons/shield-question-mark';
import { useState } from 'react';
import { diffOfCall } from '@/lib/file-diff';
import type { Reply } from '@/lib/sessions-api';
import { useSubmit } from '@/lib/submit';
import { describeCall } from '@/lib/tool-call';
import type { PermissionData } from '@/live/session-wire';
import { Button } from '../Button';
import { DiffView } from '../DiffView';
import { Output } from '../Output';
import { TextInput } from '../TextInput';
import { RequestFrame } from './RequestFrame';

interface PermissionCardProps {
  data: PermissionData;
  onReply: (reply: Reply) => Promise<void>;
}

const TITLES = {
  run: 'May it run this command?',
  edit: 'May it change this file?',
  read: 'May it read this file?',
  web: 'May it open this address?',
  search: 'May it search here?',
  agent: 'May it start a subagent?',
  draw: 'May it change the board?',
  list: 'May it use this tool?',
  other: 'May it use this tool?',
};

/** Exactly what would run, and whether it may. */
export function PermissionCard({ data, onReply }: PermissionCardProps) {
  const [denial, setDenial] = useState<string | null>(null);
  const { busy, general, submit } = useSubmit([]);
  const { name, input, reason, always, parent } = data;
  const { kind } = describeCall(name, input);
  const answer = (rest: { allow: boolean; always?: true; message?: string }) =>
    void submit(() => onReply({ to: 'permission', ...rest }));
  const deny = () => {
    const message = denial?.trim();
    answer({ allow: false, ...(message && { message }) });
  };
  return (
    <RequestFrame
      icon={<ShieldQuestion size={16} />}
      title={TITLES[kind]}
      aside={<span className="text-xs text-soft">{parent ? `${name}, by a subagent` : name}</span>}
      problem={general}
      footer={
        denial === null ? (
          <>
            <Button variant="ghost" className="-ml-3" onClick={() => setDenial('')}>
              Deny…
            </Button>
            <span className="flex-1" />
            {always ? (
              <Button onClick={() => answer({ allow: true, always: true })}>Always allow</Button>
            ) : null}
            <Button variant="primary" busy={busy} onClick={() => answer({ allow: true })}>
              Allow once
            </Button>
          </>
        ) : (
          <form
            className="flex w-full flex-wrap items-center gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              deny();
            }}
          >
            <TextInput
              label="What to do instead"
              hideLabel
              autoFocus
              className="min-w-48 flex-1"
              placeholder="What to do instead (optional)"
              value={denial}
              onChange={(event) => setDenial(event.target.value)}
            />
            <Button size="field" onClick={() => setDenial(null)}>
              Cancel
            </Button>
            <Button size="field" type="submit" variant="danger" busy={busy}>
              Deny
            </Button>
          </form>
        )
      }
    >
      {reason ? <p className="text-sm text-pretty text-soft">{reason}</p> : null}
      <CallInput name={name} input={input} />
      {always ? (
        <p className="text-sm text-soft">
          “Always” would allow{' '}
          <code className="rounded-xs bg-sunken px-1 font-mono text-xs text-ink wrap-anywhere">{always}</code>{' '}
          for the rest of this conversation.
        </p>
      ) : null}
    </RequestFrame>
  );
}

/** What a tool is called with: the command, the change of a file, or all fields. */
export function CallInput({ name, input }: Pick<PermissionData, 'name' | 'input'>) {
  const diff = diffOfCall(name, input);
  if (diff) return <DiffView diff={diff} />;
  if (typeof input.command === 'string') {
    const about = typeof input.description === 'string' ? input.description : '';
    return (
      <>
        {about ? <p className="text-sm text-soft">{about}</p> : null}
        <Output label="Command" text={input.command} />
      </>
    );
  }
  return <Output label="Input" text={JSON.stringify(input, null, 2)} />;
}
