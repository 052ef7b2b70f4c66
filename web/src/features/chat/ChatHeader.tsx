import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from 'wouter';
import { attempt } from '@/lib/attempt';
import { paths } from '@/lib/router';
import { useSessionState } from '@/lib/session-hooks';
import { contextShare, MODES, price } from '@/lib/session-words';
import { changeSession } from '@/lib/sessions-api';
import type { Session, SessionMode } from '@/live/session-wire';
import { AgentBadge } from '@/ui/AgentBadge';
import { SessionStatus } from '@/ui/SessionStatus';
import { Choice } from './Choice';
import { useChat } from './context';
import { SessionMenu } from './SessionMenu';
import { Elapsed } from './WorkingNow';

/** What a session is called, who works in it and how it stands. */
export function ChatHeader() {
  const { session, project, isEmbedded } = useChat();
  const { session: info } = useSessionState(session);
  if (!info) return null;
  if (isEmbedded) {
    return (
      <header className="flex shrink-0 items-center gap-2 border-b px-3 py-1">
        <div className="min-w-0 flex-1">
          <Settings info={info} />
        </div>
        <SessionMenu info={info} />
      </header>
    );
  }
  return (
    <header className="shrink-0 border-b px-3 pt-2 pb-2 md:px-4">
      <div className="flex items-center gap-2">
        <Link
          href={paths.sessions(project.id)}
          aria-label="All sessions"
          className="flex size-8 shrink-0 items-center justify-center rounded-sm text-soft hover:bg-hover md:hidden coarse:size-10"
        >
          <ArrowLeft size={16} aria-hidden="true" />
        </Link>
        <h2 className="min-w-0 flex-1 truncate text-base font-semibold" title={info.title}>
          {info.title}
        </h2>
        <span className="flex shrink-0 items-center gap-2 text-sm text-soft">
          {info.status === 'running' || info.status === 'waiting' ? (
            <span className="max-sm:hidden">
              <Elapsed session={session} />
            </span>
          ) : null}
          <SessionStatus status={info.status} />
        </span>
        <SessionMenu info={info} />
      </div>
      <div className="mt-1">
        <Settings info={info} />
      </div>
    </header>
  );
}

/** Who works in a session, how, and what it takes. */
function Settings({ info }: { info: Session }) {
  const cost = price(info.cost_usd);
  return (
    <div className="no-scrollbar flex items-center gap-2 overflow-x-auto text-xs text-soft">
      <AgentBadge agent={info.agent} scripted={info.scripted} />
      <Mode info={info} />
      {info.model ? <span className="shrink-0 font-mono max-sm:hidden">{info.model}</span> : null}
      <span className="flex-1" />
      <Context info={info} />
      {cost ? (
        <span className="shrink-0" title="What this session has cost so far">
          {cost}
        </span>
      ) : null}
    </div>
  );
}

function Mode({ info }: { info: Session }) {
  const { session, canEdit } = useChat();
  if (!canEdit) return <span className="shrink-0">{MODES[info.mode].label}</span>;
  const choose = (mode: SessionMode) =>
    attempt('The mode was not changed', async () => session.put(await changeSession(info.id, { mode })));
  return (
    <Choice
      label="Mode"
      value={info.mode}
      choices={(Object.keys(MODES) as SessionMode[]).map((value) => ({ value, ...MODES[value] }))}
      onChoose={(mode) => void choose(mode)}
    />
  );
}

/** How full the agent's memory of this conversation is. */
function Context({ info }: { info: Session }) {
  const share = contextShare(info.context_tokens, info.context_window);
  if (!share) return null;
  return (
    <span
      className="flex shrink-0 items-center gap-1.5"
      title={`${share.percent}% of the context of ${share.of} tokens is used`}
    >
      <meter aria-label="Context used" min={0} max={100} value={share.percent} className="sr-only" />
      <span aria-hidden="true" className="h-1 w-12 overflow-hidden rounded-full bg-pressed max-sm:w-6">
        <span
          className={share.percent >= 80 ? 'block h-full bg-waiting' : 'block h-full bg-accent'}
          style={{ width: `${share.percent}%` }}
        />
      </span>
      <span>
        {share.percent}%<span className="max-sm:hidden"> of {share.of}</span>
      </span>
    </span>
  );
}
