import CircleCheck from 'lucide-react/icons/circle-check';
import Clapperboard from 'lucide-react/icons/clapperboard';
import FolderPlus from 'lucide-react/icons/folder-plus';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { attempt } from '@/lib/attempt';
import { openOverlay } from '@/lib/overlays';
import { makeSampleProject } from '@/lib/project-api';
import { paths } from '@/lib/router';
import { useAgents } from '@/lib/session-data';
import { offerTour } from '@/lib/tour';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';

/** What to do when there is nothing yet. */
export default function FirstSteps() {
  const [isBusy, setIsBusy] = useState(false);
  const [, navigate] = useLocation();
  const trySample = async () => {
    setIsBusy(true);
    await attempt('The sample project was not made', async () => {
      const project = await makeSampleProject();
      navigate(paths.board(project.id, project.kanban_board_id));
      offerTour();
    });
    setIsBusy(false);
  };
  return (
    <div className="rounded-lg border bg-panel">
      <EmptyState
        icon={<FolderPlus size={20} />}
        title="No projects yet"
        detail="A project is a folder on the server with a board for its work. Try one that is made for looking around, make your own, or ask a colleague to add you to theirs."
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" busy={isBusy} onClick={() => void trySample()}>
              Try the sample project
            </Button>
            <Button onClick={() => openOverlay('new-project')}>New project</Button>
          </div>
        }
      />
      <AgentFound />
    </div>
  );
}

/** Which agent will do the work here. */
function AgentFound() {
  const { data } = useAgents();
  if (!data) return null;
  const claude = data.items.find(({ name }) => name === 'claude');
  const isThere = claude?.available === true;
  const Icon = isThere ? CircleCheck : Clapperboard;
  return (
    <div className="flex gap-2.5 border-t px-4 py-3 text-sm">
      <Icon
        size={16}
        aria-hidden="true"
        className={isThere ? 'mt-0.5 shrink-0 text-done' : 'mt-0.5 shrink-0 text-waiting'}
      />
      <div className="min-w-0">
        <p className="font-medium">
          {isThere ? 'Claude Code was found' : 'No Claude Code that works was found'}
        </p>
        <p className="text-pretty text-soft">
          {isThere
            ? 'It works on the cards, with the account it is signed in with on this server.'
            : 'The rehearsal agent plays along instead: it follows a script, asks no model, costs nothing, and is labelled as such. '}
          {isThere ? null : (
            <>
              {claude?.problem?.remedy ?? 'To work with a model, install Claude Code on the server'}
              {claude?.problem?.remedy ? null : (
                <>
                  : <code className="font-mono text-xs">npm install -g @anthropic-ai/claude-code</code>, and
                  sign in once with <code className="font-mono text-xs">claude</code>.
                </>
              )}
            </>
          )}
        </p>
      </div>
    </div>
  );
}
