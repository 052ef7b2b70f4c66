import MessagesSquare from 'lucide-react/icons/messages-square';
import { useRef, useState } from 'react';
import { attempt } from '@/lib/attempt';
import type { BoardBeside } from '@/lib/board-beside';
import { messageDraft } from '@/lib/draft';
import { toProblem } from '@/lib/problem';
import { resources } from '@/lib/server-data';
import { useMe } from '@/lib/session';
import { sessionKeys, useAgents } from '@/lib/session-data';
import { MODES } from '@/lib/session-words';
import { startSession } from '@/lib/sessions-api';
import type { Agent, SessionMode } from '@/live/session-wire';
import { AgentBadge } from '@/ui/AgentBadge';
import { Banner } from '@/ui/Banner';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Choice } from './Choice';
import { useFocusAtFirst } from './focus';
import { MessageBox } from './MessageBox';

interface StartChatProps {
  project: string;
  beside: BoardBeside;
  onStarted: (session: string) => void;
}

/** A session that begins with its first message, at the board it stands beside. */
export function StartChat(props: StartChatProps) {
  const { data, error, reload } = useAgents();
  return (
    <>
      <div className="flex min-h-0 flex-1 items-center justify-center overflow-y-auto">
        {error && !data ? (
          <LoadFailed what="the agents" detail={toProblem(error).message} onRetry={() => void reload()} />
        ) : (
          <EmptyState
            icon={<MessagesSquare size={20} />}
            title="Ask an agent"
            detail="It knows what you look at and what you have selected, and draws on this board while you watch."
          />
        )}
      </div>
      <FirstMessage {...props} agents={data?.items ?? []} preferred={data?.default ?? ''} />
    </>
  );
}

interface FirstMessageProps extends StartChatProps {
  agents: readonly Agent[];
  preferred: string;
}

function FirstMessage({ project, beside, onStarted, agents, preferred }: FirstMessageProps) {
  const me = useMe();
  const box = useRef<HTMLTextAreaElement>(null);
  const draft = messageDraft(me.id, `new.${beside.id}`);
  const [text, setText] = useState(() => draft.read());
  const [chosen, setChosen] = useState<string | null>(null);
  const [mode, setMode] = useState<SessionMode>('chat');
  const [isBusy, setIsBusy] = useState(false);
  const agent = agents.find(({ name }) => name === chosen) ?? usable(agents, preferred);
  useFocusAtFirst(box, true);
  const write = (next: string) => {
    setText(next);
    draft.write(next);
  };
  const start = async () => {
    if (!agent) return;
    setIsBusy(true);
    const message = text.trim();
    const isDone = await attempt('The session was not started', async () => {
      const { id } = await startSession(project, { agent: agent.name, mode, message, board_id: beside.id });
      draft.write('');
      void resources.refresh(sessionKeys.sessions(project, { board: beside.id }));
      void resources.refresh(sessionKeys.sessions(project));
      onStarted(id);
    });
    if (!isDone) setIsBusy(false);
  };
  return (
    <div className="w-full px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
      {agent && !agent.available ? <Unavailable agent={agent} /> : null}
      {beside.about}
      <MessageBox
        box={box}
        value={text}
        placeholder="What should the agent do?"
        busy={isBusy}
        held={agent?.available !== true}
        onChange={write}
        onSend={() => void start()}
      />
      <div className="mt-1 flex min-h-7 items-center gap-1 text-xs text-soft">
        {agent ? (
          <Choice
            label="Agent"
            value={agent.name}
            choices={agents.map(({ name, label, scripted, available }) => ({
              value: name,
              label,
              detail: !available ? 'Not available' : scripted ? 'Scripted, not a model' : undefined,
            }))}
            onChoose={setChosen}
          />
        ) : null}
        <Choice
          label="Mode"
          value={mode}
          choices={(Object.keys(MODES) as SessionMode[]).map((value) => ({ value, ...MODES[value] }))}
          onChoose={setMode}
        />
        {agent?.scripted ? (
          <span className="ml-auto">
            <AgentBadge agent={agent.name} scripted />
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** Returns the agent that is preferred; if it cannot be had, any that can. */
function usable(agents: readonly Agent[], preferred: string): Agent | undefined {
  const found = agents.find(({ name }) => name === preferred);
  return found?.available ? found : (agents.find(({ available }) => available) ?? found);
}

function Unavailable({ agent }: { agent: Agent }) {
  return (
    <div className="pb-2">
      <Banner tone="warn">
        <p>{agent.problem?.message ?? 'This agent is not available on this server.'}</p>
        {agent.problem?.remedy ? <p className="mt-1 text-soft">{agent.problem.remedy}</p> : null}
      </Banner>
    </div>
  );
}
