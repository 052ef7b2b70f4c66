import { useLocation } from 'wouter';
import { attempt } from '@/lib/attempt';
import { type ForkOptions, forkSession } from '@/lib/history-api';
import { paths } from '@/lib/router';
import { resources } from '@/lib/server-data';
import { sessionKeys } from '@/lib/session-data';
import { toast } from '@/ui/toast';
import { useChat } from './context';

/** Goes on in a session of its own, from the end or from an earlier turn. */
export function useFork(): (options?: ForkOptions) => Promise<boolean> {
  const { session, project, beside } = useChat();
  const [, navigate] = useLocation();
  return (options = {}) =>
    attempt('The session was not forked', async () => {
      const forked = await forkSession(session.id, options);
      void resources.refresh(sessionKeys.sessions(project.id));
      if (beside && forked.board_id === beside.id) beside.open(forked.id);
      else navigate(paths.session(project.id, forked.id));
      const title = session.state().session?.title ?? forked.title;
      const { board_id: board, card_id: card } = forked;
      const open = {
        label: 'Open the card',
        run: () => navigate(paths.card(project.id, board ?? '', card ?? '')),
      };
      toast(
        options.code && board && card
          ? { title: `Forked “${title}” into a new card, with its files`, tone: 'done', action: open }
          : { title: `Forked “${title}”`, tone: 'done' },
      );
    });
}
