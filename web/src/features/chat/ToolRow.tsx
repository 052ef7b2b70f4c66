import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Clock from 'lucide-react/icons/clock';
import Crosshair from 'lucide-react/icons/crosshair';
import Minus from 'lucide-react/icons/minus';
import X from 'lucide-react/icons/x';
import { useMemo } from 'react';
import { classes } from '@/lib/classes';
import { drawnBy } from '@/lib/drawn';
import { countChanges } from '@/lib/file-diff';
import { useRowList, useSessionPart } from '@/lib/session-hooks';
import { duration, useNow } from '@/lib/time';
import { describeCall } from '@/lib/tool-call';
import type { ToolRow as Row } from '@/live/rows';
import type { Session } from '@/live/session-wire';
import { ChangeCount } from '@/ui/ChangeCount';
import { IconButton } from '@/ui/IconButton';
import { PathText } from '@/ui/PathText';
import { Spinner } from '@/ui/Spinner';
import { useChat, useOpened } from './context';
import { Subagent } from './Subagent';
import { ToolDetails } from './ToolDetails';
import { ToolIcon } from './ToolIcon';

/** A call of a tool in one line, which opens to what went in and came out. */
export function ToolRow({ row }: { row: Row }) {
  const { session, project } = useChat();
  const below = useRowList(session.transcript, row.id).length;
  const state = useSessionPart(session, ({ session: info }) => stateOf(row, info));
  const [isOpen, toggle] = useOpened(row.key, false);
  const { kind, verb, subject, isPath } = row.call
    ? describeCall(row.call.name, row.call.input, project)
    : ({ kind: 'other', verb: 'A call that began earlier', subject: '', isPath: false } as const);
  const diff = row.result?.diff;
  return (
    <div className="py-px">
      <div className="-mx-2 flex items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="group flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left text-sm hover:bg-hover coarse:min-h-10"
        >
          <ToolIcon kind={kind} />
          <span className="shrink-0 font-medium">{verb}</span>
          {isPath ? (
            <PathText path={subject} />
          ) : (
            <span className="min-w-0 flex-1 truncate font-mono text-xs text-soft">{subject}</span>
          )}
          {diff ? <ChangeCount {...countChanges(diff)} /> : null}
          <State row={row} state={state} />
          <ChevronRight
            size={14}
            aria-hidden="true"
            className={classes(
              'shrink-0 text-mute transition-transform duration-120',
              isOpen ? 'rotate-90' : null,
            )}
          />
        </button>
        <ShowDrawn row={row} />
      </div>
      {row.task?.note ? <p className="ml-6 truncate pb-1 text-xs text-mute">{row.task.note}</p> : null}
      {isOpen ? <ToolDetails row={row} /> : null}
      {below > 0 ? <Subagent row={row} isActive={state === 'running'} /> : null}
    </div>
  );
}

/** Leads from a call that has drawn something to what it has drawn. */
function ShowDrawn({ row: { call, result } }: { row: Row }) {
  const { beside } = useChat();
  const ids = useMemo(
    () => (call && result && !result.is_error ? drawnBy(call.name, result.content) : []),
    [call, result],
  );
  if (!beside || ids.length === 0) return null;
  return (
    <IconButton
      size="sm"
      label="Show on the board"
      icon={<Crosshair size={14} />}
      onClick={() => beside.show(ids)}
    />
  );
}

type State = 'running' | 'asking' | 'done' | 'failed' | 'unfinished';

/** What has no result yet may still get one, as long as the agent is at work. */
function stateOf({ id, result, task }: Row, info: Session | null): State {
  const isAtWork = info === null || info.status === 'running' || info.status === 'waiting';
  if (isAtWork && info?.waiting.some(({ data }) => data.tool === id)) return 'asking';
  if (isAtWork && (result === null || task?.state === 'running')) return 'running';
  if (result === null) return 'unfinished';
  return result.is_error || task?.state === 'failed' ? 'failed' : 'done';
}

const MARKS = {
  asking: <Clock size={14} role="img" aria-label="Waits for you" className="text-waiting" />,
  done: <Check size={14} role="img" aria-label="Done" className="text-done" />,
  failed: <X size={14} role="img" aria-label="Failed" className="text-error" />,
  unfinished: <Minus size={14} role="img" aria-label="No result" />,
};

function State({ row, state }: { row: Row; state: State }) {
  if (state === 'running') return <Running since={row.at} />;
  const took = row.result?.took_ms ?? 0;
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-xs text-mute">
      {took >= 1_000 ? duration(took) : null}
      {MARKS[state]}
    </span>
  );
}

function Running({ since }: { since: string }) {
  const ms = useNow(1_000) - new Date(since).getTime();
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-xs text-running">
      {ms >= 2_000 ? duration(ms) : null}
      <Spinner size={13} />
      <span className="sr-only">Running</span>
    </span>
  );
}
