import { useState } from 'react';
import { useLocation } from 'wouter';
import { answer, api } from '@/lib/api';
import { attempt } from '@/lib/attempt';
import { paths } from '@/lib/router';
import { keys, type Member, type Project, type Role, resources } from '@/lib/server-data';
import { Avatar } from '@/ui/Avatar';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { confirm } from '@/ui/confirm';
import { Select } from '@/ui/Select';
import { ROLES } from './roles';

interface MemberRowProps {
  member: Member;
  project: Project;
  isMe: boolean;
  lastOwner: boolean;
}

export function MemberRow({ member, project, isMe, lastOwner }: MemberRowProps) {
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const owner = project.role === 'owner';

  const run = async (failed: string, act: () => Promise<unknown>) => {
    setBusy(true);
    const worked = await attempt(failed, act);
    setBusy(false);
    return worked;
  };
  const changeRole = async (role: Role) => {
    if (isMe && !(await confirm(givingUp(project)))) return;
    await run('The role was not changed', async () => {
      const params = { path: { id: project.id } };
      await answer(api.POST('/api/projects/{id}/members', { params, body: { email: member.email, role } }));
      resources.update<Member[]>(keys.members(project.id), (all) =>
        all.map((other) => (other.user_id === member.user_id ? { ...other, role } : other)),
      );
      if (isMe) await resources.reload(keys.projects);
    });
  };
  const remove = async () => {
    if (!(await confirm(isMe ? leaving(project) : removing(member)))) return;
    const removed = await run(isMe ? 'You did not leave' : 'The member was not removed', () =>
      answer(
        api.DELETE('/api/projects/{id}/members/{user_id}', {
          params: { path: { id: project.id, user_id: member.user_id } },
        }),
      ),
    );
    if (!removed) return;
    if (isMe) {
      navigate(paths.projects, { replace: true });
      resources.update<Project[]>(keys.projects, (all) => all.filter(({ id }) => id !== project.id));
      return;
    }
    resources.update<Member[]>(keys.members(project.id), (all) =>
      all.filter(({ user_id }) => user_id !== member.user_id),
    );
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3 last:border-b-0">
      <Avatar person={{ id: member.user_id, name: member.name }} size="md" decorative />
      <div className="min-w-40 flex-1">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{member.name}</span>
          {isMe ? <Badge>you</Badge> : null}
        </p>
        <p className="truncate text-sm text-mute">{member.email}</p>
      </div>
      {owner ? (
        <Select
          label={`Role of ${member.name}`}
          hideLabel
          value={member.role}
          disabled={busy || lastOwner}
          onChange={(event) => void changeRole(event.target.value as Role)}
          className="w-32"
        >
          {ROLES.map(({ role, name }) => (
            <option key={role} value={role}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <Badge>{member.role}</Badge>
      )}
      {owner || isMe ? (
        <Button
          variant="ghost"
          busy={busy}
          disabled={lastOwner}
          className="w-20"
          title={lastOwner ? 'A project needs an owner. Make somebody else an owner first.' : undefined}
          aria-label={isMe ? 'Leave the project' : `Remove ${member.name}`}
          onClick={() => void remove()}
        >
          {isMe ? 'Leave' : 'Remove'}
        </Button>
      ) : null}
    </li>
  );
}

function removing(member: Member) {
  return {
    title: `Remove ${member.name}?`,
    detail: 'They lose sight of the project at once. What they did on the boards stays.',
    action: 'Remove',
    tone: 'danger',
  } as const;
}

function leaving(project: Project) {
  return {
    title: `Leave ${project.name}?`,
    detail: 'You lose sight of the project at once. An owner can add you again.',
    action: 'Leave',
    tone: 'danger',
  } as const;
}

function givingUp(project: Project) {
  return {
    title: 'Give up being an owner?',
    detail: `You can then no longer manage the members and settings of ${project.name}. Another owner can give it back.`,
    action: 'Change my role',
  } as const;
}
