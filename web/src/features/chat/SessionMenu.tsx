import Ellipsis from 'lucide-react/icons/ellipsis';
import FolderGit2 from 'lucide-react/icons/folder-git-2';
import GitFork from 'lucide-react/icons/git-fork';
import Link2 from 'lucide-react/icons/link-2';
import MessageSquare from 'lucide-react/icons/message-square';
import PanelRight from 'lucide-react/icons/panel-right';
import Power from 'lucide-react/icons/power';
import { useLocation } from 'wouter';
import { attempt } from '@/lib/attempt';
import { copyText } from '@/lib/copy';
import { paths } from '@/lib/router';
import { useBoards } from '@/lib/server-data';
import { stopSession } from '@/lib/sessions-api';
import type { Session } from '@/live/session-wire';
import { confirm } from '@/ui/confirm';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import type { MenuItem } from '@/ui/MenuList';
import { toast } from '@/ui/toast';
import { useChat } from './context';
import { useFork } from './fork';

/** What can be done with a session as a whole. */
export function SessionMenu({ info }: { info: Session }) {
  const { session, project, canEdit, beside } = useChat();
  const fork = useFork();
  const [, navigate] = useLocation();
  const boards = useBoards(project.id).data;
  const whiteboard = boards?.find(({ id, kind }) => id === info.board_id && kind === 'whiteboard');
  const end = async () => {
    const yes = await confirm({
      title: 'End this session?',
      detail: 'The agent stops and its processes are ended. What it said stays here to read.',
      action: 'End session',
      tone: 'danger',
    });
    if (yes) await attempt('The session was not ended', async () => session.put(await stopSession(info.id)));
  };
  const copy = async () => {
    const address = new URL(paths.session(project.id, info.id), location.origin).href;
    toast({ title: (await copyText(address)) ? 'Copied the link' : `The link is ${address}` });
  };
  const edits: MenuItem[] = [
    {
      id: 'continue',
      label: 'Continue',
      detail: 'Write the next message',
      icon: <MessageSquare size={15} />,
      onSelect: () => requestAnimationFrame(goToComposer),
    },
    {
      id: 'fork',
      label: 'Duplicate',
      detail: 'Go on from here in a session of its own',
      icon: <GitFork size={15} />,
      onSelect: () => void fork(),
    },
  ];
  const withFiles: MenuItem = {
    id: 'fork-code',
    label: 'Duplicate with its files',
    detail: 'In a new card with a worktree of its own',
    icon: <FolderGit2 size={15} />,
    onSelect: () => void fork({ code: true }),
  };
  const items: MenuItem[] = [
    ...(canEdit ? edits : []),
    ...(canEdit && project.is_git_repo ? [withFiles] : []),
    ...(whiteboard && !beside
      ? [
          {
            id: 'board',
            label: 'Show beside its board',
            detail: whiteboard.title,
            icon: <PanelRight size={15} />,
            onSelect: () => navigate(paths.boardChat(project.id, whiteboard.id, info.id)),
          },
        ]
      : []),
    { id: 'copy', label: 'Copy link', icon: <Link2 size={15} />, onSelect: () => void copy() },
    ...(canEdit
      ? [
          { id: 'line', separator: true as const },
          {
            id: 'end',
            label: 'End session',
            icon: <Power size={15} />,
            tone: 'danger' as const,
            disabled: info.status === 'ended',
            onSelect: () => void end(),
          },
        ]
      : []),
  ];
  return (
    <Menu label="This session" items={items} align="end">
      {(trigger) => <IconButton {...trigger} label="Session menu" icon={<Ellipsis size={16} />} />}
    </Menu>
  );
}

/** The menu gives the focus back when it closes; then it goes to where a message is written. */
function goToComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus();
}
