import type { Asked, Settled } from '@/live/session-wire';
import { RequestCard } from '@/ui/requests/RequestCard';
import { SettledRequest } from '@/ui/requests/SettledRequest';
import { useChat } from './context';

interface RequestRowProps {
  asked: Asked;
  settled: Settled | null;
}

const WAITS = { question: 'a question', plan: 'a plan', permission: 'a permission' };

/** Something that is or was asked. Those who may only look see that it waits. */
export function RequestRow({ asked, settled }: RequestRowProps) {
  const { session, canEdit } = useChat();
  return (
    <div className="py-2">
      {settled ? (
        <SettledRequest asked={asked} settled={settled} />
      ) : canEdit ? (
        <RequestCard session={session.id} asked={asked} onAnswered={(after) => session.put(after)} />
      ) : (
        <p className="rounded-md border bg-panel px-3 py-2 text-sm text-soft">
          It waits for {WAITS[asked.kind]} to be answered by somebody who may edit this project.
        </p>
      )}
    </div>
  );
}
