import Ellipsis from 'lucide-react/icons/ellipsis';
import GitFork from 'lucide-react/icons/git-fork';
import Link2 from 'lucide-react/icons/link-2';
import Power from 'lucide-react/icons/power';
import { useLocation } from 'wouter';
import { attempt } from '@/lib/attempt';
import { copyText } from '@/lib/copy';
import { paths } from '@/lib/router';
import { resources } from '@/lib/server-data';
import { sessionKeys } from '@/lib/session-data';
import { forkSession, stopSession } from '@/lib/sessions-api';
import type { Session } from '@/live/session-wire';
import { confirm } from '@/ui/confirm';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import type { MenuItem } from '@/ui/MenuList';
import { toast } from '@/ui/toast';
import { useChat } from './context';

/** What can be done with a session as a whole. */
export function SessionMenu({ info }: { info: Session }) {
  const { session, project, canEdit } = useChat();
  const [, navigate] = useLocation();
  const fork = () =>
    attempt('The session was not forked', async () => {
      const forked = await forkSession(info.id);
      void resources.refresh(sessionKeys.sessions(project.id));
      navigate(paths.session(project.id, forked.id));
      toast({ title: `Forked “${info.title}”`, tone: 'done' });
    });
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
  const items: MenuItem[] = [
    { id: 'copy', label: 'Copy link', icon: <Link2 size={15} />, onSelect: () => void copy() },
    ...(canEdit
      ? [
          {
            id: 'fork',
            label: 'Fork',
            detail: 'Go on from here in a session of its own',
            icon: <GitFork size={15} />,
            onSelect: () => void fork(),
          },
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
    <>
      {canEdit ? (
        <IconButton
          label="Fork this session"
          icon={<GitFork size={15} />}
          className="max-sm:hidden"
          onClick={() => void fork()}
        />
      ) : null}
      <Menu label="This session" items={items} align="end">
        {(trigger) => <IconButton {...trigger} label="Session menu" icon={<Ellipsis size={16} />} />}
      </Menu>
    </>
  );
}
