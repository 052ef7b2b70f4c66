import { copyText } from '@/lib/copy';
import { isSettled } from '@/lib/texts/text-editing';
import type { TextSession } from '@/lib/texts/text-session';
import { useTextSession, useTextState } from '@/lib/texts/use-text';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { useKanban } from './context';

/** What was written on a card that somebody deleted meanwhile. */
export function RescuedText({ card }: { card: string }) {
  const session = useTextSession(useKanban().texts, card, 'description');
  return session ? <Rescued session={session} /> : null;
}

function Rescued({ session }: { session: TextSession }) {
  const state = useTextState(session);
  if (isSettled(state) || state.draft === '') return null;
  const copy = async () => {
    if (await copyText(state.draft)) toast({ title: 'Copied your text.', tone: 'done' });
  };
  return (
    <div className="flex w-full max-w-100 flex-col gap-2 text-left">
      <p className="text-sm text-soft">What you wrote in it was not saved:</p>
      <textarea
        readOnly
        aria-label="Your text"
        value={state.draft}
        rows={8}
        className="control resize-none py-2 font-mono text-sm"
      />
      <div className="flex gap-2">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button variant="ghost" onClick={() => session.discard()}>
          Throw away
        </Button>
      </div>
    </div>
  );
}
