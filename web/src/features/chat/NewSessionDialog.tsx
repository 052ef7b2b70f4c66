import { useState } from 'react';
import { useLocation } from 'wouter';
import { toProblem } from '@/lib/problem';
import { paths } from '@/lib/router';
import { resources } from '@/lib/server-data';
import { sessionKeys, useAgents } from '@/lib/session-data';
import { MODES } from '@/lib/session-words';
import { startSession } from '@/lib/sessions-api';
import { useSubmit } from '@/lib/submit';
import type { Agent, SessionMode } from '@/live/session-wire';
import { Banner } from '@/ui/Banner';
import { Dialog } from '@/ui/Dialog';
import { FormDialog } from '@/ui/FormDialog';
import { LoadFailed } from '@/ui/LoadFailed';
import { Select } from '@/ui/Select';
import { Skeleton } from '@/ui/Skeleton';
import { TextArea } from '@/ui/TextArea';

interface NewSessionDialogProps {
  project: string;
  onClose: () => void;
  /** The card it is about. */
  card?: { readonly board: string; readonly card: string };
  /** Called with the session that has begun; without it, its page is shown. */
  onStarted?: (session: string) => void;
}

export default function NewSessionDialog(props: NewSessionDialogProps) {
  const { onClose } = props;
  const { data, error, reload } = useAgents();
  if (data) {
    return <NewSessionForm {...props} agents={data.items} preferred={data.default} />;
  }
  return (
    <Dialog title="New session" size="sm" onClose={onClose}>
      {error ? (
        <LoadFailed what="the agents" detail={toProblem(error).message} onRetry={() => void reload()} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </Dialog>
  );
}

interface NewSessionFormProps extends NewSessionDialogProps {
  agents: readonly Agent[];
  preferred: string;
}

function NewSessionForm({ project, card, agents, preferred, onClose, onStarted }: NewSessionFormProps) {
  const usable = agents.find(({ name, available }) => name === preferred && available);
  const [name, setName] = useState<string>(
    (usable ?? agents.find(({ available }) => available))?.name ?? preferred,
  );
  const [mode, setMode] = useState<SessionMode>('code');
  const [message, setMessage] = useState('');
  const { busy, fields, general, submit } = useSubmit(['agent', 'mode', 'message']);
  const [, navigate] = useLocation();
  const agent = agents.find((each) => each.name === name);
  const start = () =>
    void submit(async () => {
      const about = card && { board_id: card.board, card_id: card.card };
      const session = await startSession(project, { agent: name, mode, message: message.trim(), ...about });
      void resources.refresh(sessionKeys.sessions(project));
      onClose();
      if (onStarted) onStarted(session.id);
      else navigate(paths.session(project, session.id));
    });
  return (
    <FormDialog
      title="New session"
      action="Start session"
      problem={general}
      busy={busy}
      ready={message.trim() !== '' && agent?.available === true}
      onSubmit={start}
      onClose={onClose}
    >
      <TextArea
        label="First message"
        rows={4}
        required
        data-autofocus=""
        placeholder="What should the agent do?"
        value={message}
        error={fields.message}
        onChange={(event) => setMessage(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
            event.currentTarget.form?.requestSubmit();
        }}
      />
      <Select
        label="Agent"
        value={name}
        error={fields.agent}
        onChange={(event) => setName(event.target.value)}
      >
        {agents.map((each) => (
          <option key={each.name} value={each.name}>
            {labelOf(each)}
          </option>
        ))}
      </Select>
      {agent ? <AboutAgent agent={agent} /> : null}
      <Select
        label="Mode"
        value={mode}
        error={fields.mode}
        hint={MODES[mode].detail}
        onChange={(event) => setMode(event.target.value as SessionMode)}
      >
        {Object.entries(MODES).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}

function labelOf({ label, scripted, available }: Agent): string {
  const notes = [scripted ? 'scripted, not a model' : '', available ? '' : 'not available'].filter(Boolean);
  return notes.length > 0 ? `${label} (${notes.join(', ')})` : label;
}

/** What somebody should know of an agent before they choose it. */
function AboutAgent({ agent }: { agent: Agent }) {
  if (!agent.available) {
    return (
      <Banner tone="warn">
        <p>{agent.problem?.message ?? 'This agent is not available on this server.'}</p>
        {agent.problem?.remedy ? <p className="mt-1 text-soft">{agent.problem.remedy}</p> : null}
      </Banner>
    );
  }
  if (agent.scripted) {
    return (
      <Banner tone="info">
        This agent plays a script. No model is asked, and nothing it says is thought up.
      </Banner>
    );
  }
  return null;
}
