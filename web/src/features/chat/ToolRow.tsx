import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Minus from 'lucide-react/icons/minus';
import X from 'lucide-react/icons/x';
import { classes } from '@/lib/classes';
import { countChanges } from '@/lib/file-diff';
import { useRowList, useSessionState } from '@/lib/session-hooks';
import { duration, useNow } from '@/lib/time';
import { describeCall } from '@/lib/tool-call';
import type { ToolRow as Row } from '@/live/rows';
import { ChangeCount } from '@/ui/DiffView';
import { Spinner } from '@/ui/Spinner';
import { useChat, useOpened } from './context';
import { Subagent } from './Subagent';
import { ToolDetails } from './ToolDetails';
import { ToolIcon } from './ToolIcon';

/** A call of a tool in one line, which opens to what went in and came out. */
export function ToolRow({ row }: { row: Row }) {
  const { session } = useChat();
  const below = useRowList(session.transcript, row.id).length;
  const isActive = useIsActive() && (row.result === null || row.task?.state === 'running');
  const [isOpen, toggle] = useOpened(row.key, false);
  const { kind, verb, subject } = row.call
    ? describeCall(row.call.name, row.call.input)
    : ({ kind: 'other', verb: 'A call that began earlier', subject: '' } as const);
  const diff = row.result?.diff;
  return (
    <div className="py-px">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="group -mx-2 flex min-h-8 w-[calc(100%+1rem)] items-center gap-2 rounded-sm px-2 text-left text-sm hover:bg-hover coarse:min-h-10"
      >
        <ToolIcon kind={kind} />
        <span className="shrink-0 font-medium">{verb}</span>
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-soft">{subject}</span>
        {diff ? <ChangeCount {...countChanges(diff)} /> : null}
        <State row={row} isActive={isActive} />
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={classes(
            'shrink-0 text-mute transition-transform duration-120',
            isOpen ? 'rotate-90' : null,
          )}
        />
      </button>
      {row.task?.note ? <p className="ml-6 truncate pb-1 text-xs text-mute">{row.task.note}</p> : null}
      {isOpen ? <ToolDetails row={row} /> : null}
      {below > 0 ? <Subagent row={row} isActive={isActive} /> : null}
    </div>
  );
}

/** Whether the agent is at work, so that what has no result yet may still get one. */
function useIsActive(): boolean {
  const status = useSessionState(useChat().session).session?.status;
  return status === 'running' || status === 'waiting' || status === undefined;
}

function State({ row, isActive }: { row: Row; isActive: boolean }) {
  const { result, task } = row;
  if (isActive) return <Running since={row.at} />;
  const isFailed = result?.is_error || task?.state === 'failed';
  const took = result?.took_ms;
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-xs text-mute">
      {took !== null && took !== undefined && took >= 1_000 ? duration(took) : null}
      {result === null ? (
        <Minus size={14} role="img" aria-label="No result" />
      ) : isFailed ? (
        <X size={14} role="img" aria-label="Failed" className="text-error" />
      ) : (
        <Check size={14} role="img" aria-label="Done" className="text-done" />
      )}
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
