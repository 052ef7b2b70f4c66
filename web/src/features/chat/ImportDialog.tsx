import MessagesSquare from 'lucide-react/icons/messages-square';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { attempt } from '@/lib/attempt';
import { type Conversation, importConversation, listConversations } from '@/lib/history-api';
import { toProblem } from '@/lib/problem';
import { paths } from '@/lib/router';
import { resources, useResource } from '@/lib/server-data';
import { sessionKeys } from '@/lib/session-data';
import { ago, exactTime, useNow } from '@/lib/time';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Skeleton } from '@/ui/Skeleton';

interface ImportDialogProps {
  project: string;
  onClose: () => void;
}

/** The conversations with Claude Code that were had in this folder outside of Tandem. */
export default function ImportDialog({ project, onClose }: ImportDialogProps) {
  const { data, error, reload } = useResource(
    `conversations.${project}`,
    async () => (await listConversations(project)).items,
  );
  return (
    <Dialog
      title="Import conversations"
      description="Had with Claude Code in this folder, outside of Tandem. An imported one can be read, searched and continued here; the original stays as it is."
      onClose={onClose}
    >
      {data && data.length > 0 ? <List project={project} items={data} onClose={onClose} /> : null}
      {data?.length === 0 ? (
        <EmptyState
          icon={<MessagesSquare size={20} />}
          title="Nothing to import"
          detail="Nobody has used Claude Code in this folder on this server, other than in Tandem."
        />
      ) : null}
      {!data && error ? (
        <LoadFailed
          what="the conversations"
          detail={toProblem(error).message}
          onRetry={() => void reload()}
        />
      ) : null}
      {!data && !error ? <Skeleton className="h-40" /> : null}
    </Dialog>
  );
}

interface ListProps extends ImportDialogProps {
  items: readonly Conversation[];
}

function List({ project, items, onClose }: ListProps) {
  const now = useNow();
  const [, navigate] = useLocation();
  const [importing, setImporting] = useState<string | null>(null);
  const open = (session: string) => {
    onClose();
    navigate(paths.session(project, session));
  };
  const take = async (conversation: string) => {
    setImporting(conversation);
    await attempt('The conversation was not imported', async () => {
      const session = await importConversation(project, conversation);
      void resources.refresh(sessionKeys.sessions(project));
      open(session.id);
    });
    setImporting(null);
  };
  return (
    <ul className="-mx-2">
      {items.map((item) => {
        const { id, title, updated_at, messages, branch, imported_session_id: session } = item;
        const facts = [messages === 1 ? '1 message' : `${messages} messages`, branch, ago(updated_at, now)];
        return (
          <li key={id} className="flex items-center gap-3 border-b px-2 py-2 last:border-b-0">
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium" title={title}>
                {title}
              </p>
              <p className="truncate text-xs text-mute" title={exactTime(updated_at)}>
                {facts.filter(Boolean).join(' · ')}
              </p>
            </div>
            {session ? (
              <Button size="sm" variant="ghost" aria-label={`Open ${title}`} onClick={() => open(session)}>
                Open
              </Button>
            ) : (
              <Button
                size="sm"
                busy={importing === id}
                disabled={importing !== null && importing !== id}
                aria-label={`Import ${title}`}
                onClick={() => void take(id)}
              >
                Import
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
