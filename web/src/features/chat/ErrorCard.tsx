import OctagonAlert from 'lucide-react/icons/octagon-alert';
import { useState } from 'react';
import { attempt } from '@/lib/attempt';
import { sentence } from '@/lib/problem';
import { useRowList, useSessionPart } from '@/lib/session-hooks';
import { sendMessage } from '@/lib/sessions-api';
import { countdown, exactTime, useNow } from '@/lib/time';
import { type ErrorRow, MAIN } from '@/live/rows';
import type { Transcript } from '@/live/transcript';
import { Button } from '@/ui/Button';
import { useChat } from './context';

/** The words of a card's "Continue", which the scripted agent knows by heart. */
const CONTINUE = 'Go on where you were interrupted.';

const TITLES: Readonly<Record<string, string>> = {
  agent_missing: 'The agent is not installed',
  start_failed: 'The agent did not start',
  not_logged_in: 'The agent is not signed in',
  unauthorized: 'The model service refused the key',
  refused: 'The model service refused this',
  overloaded: 'The model service is overloaded',
  usage_limit: 'The usage limit is reached',
  context_full: 'The conversation is too long',
  budget: 'The budget is spent',
  folder_gone: 'The project’s folder is gone',
  model_missing: 'There is no such model',
  declined: 'The model declined',
  conversation_missing: 'The conversation is lost',
  network: 'The model service cannot be reached',
  crashed: 'The agent stopped unexpectedly',
  interrupted: 'Interrupted',
};

/** What went wrong, what helps, and a way to go on. */
export function ErrorCard({ row }: { row: ErrorRow }) {
  const { session, canEdit } = useChat();
  const status = useSessionPart(session, ({ session: info }) => info?.status);
  const [isBusy, setIsBusy] = useState(false);
  const { code, message, remedy, resets_at } = row.failure;
  const title = TITLES[code] ?? 'Something failed';
  // Many failures begin with what the title says.
  const details = message.startsWith(`${title}.`) ? message.slice(title.length + 1).trim() : message;
  useRowList(session.transcript, MAIN);
  const isOver = status === 'failed' || status === 'idle';
  const canContinue = canEdit && isOver && isLastWord(session.transcript, row.key);
  const goOn = async () => {
    setIsBusy(true);
    await attempt('The message was not sent', async () =>
      session.put(await sendMessage(session.id, CONTINUE)),
    );
    setIsBusy(false);
  };
  return (
    <section
      aria-label={title}
      className="my-2 flex gap-3 rounded-lg border border-error/40 bg-error-soft px-4 py-3 text-sm"
    >
      <OctagonAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-error" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
        <p className="font-semibold">{title}</p>
        {details ? (
          <p className="text-pretty whitespace-pre-wrap wrap-anywhere">{sentence(details)}</p>
        ) : null}
        {remedy ? (
          <p className="text-pretty whitespace-pre-wrap wrap-anywhere text-soft">{sentence(remedy)}</p>
        ) : null}
        {resets_at ? <Resets at={resets_at} /> : null}
        {canContinue ? (
          <Button size="sm" className="mt-1" busy={isBusy} onClick={() => void goOn()}>
            Continue
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** Whether nothing has happened since: what failed long ago needs no button. */
function isLastWord(transcript: Transcript, key: string): boolean {
  for (let index = transcript.list().length - 1; index >= 0; index -= 1) {
    const last = transcript.row(transcript.keyAt(index));
    if (last?.key === key) return true;
    if (last?.type !== 'turn' && last?.type !== 'notice') return false;
  }
  return false;
}

function Resets({ at }: { at: string }) {
  const left = countdown(at, useNow(1_000));
  return (
    <p className="font-medium" title={exactTime(at)}>
      {left ? `The limit resets in ${left}.` : 'The limit has been reset. You can go on.'}
    </p>
  );
}
