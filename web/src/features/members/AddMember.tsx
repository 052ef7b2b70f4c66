import { type FormEvent, useState } from 'react';
import { answer, api } from '@/lib/api';
import { createInviteLink } from '@/lib/invites';
import { keys, type Project, type Role, resources } from '@/lib/server-data';
import { useMe } from '@/lib/session';
import { useSubmit } from '@/lib/submit';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { CopyField } from '@/ui/CopyField';
import { Section } from '@/ui/Section';
import { Select } from '@/ui/Select';
import { TextInput } from '@/ui/TextInput';
import { toast } from '@/ui/toast';
import { ROLES } from './roles';

export function AddMember({ project }: { project: Project }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const { busy, fields, general, submit, clear } = useSubmit(['email', 'role']);

  const add = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const params = { path: { id: project.id } };
      const member = await answer(
        api.POST('/api/projects/{id}/members', { params, body: { email: email.trim(), role } }),
      );
      await resources.reload(keys.members(project.id));
      setEmail('');
      toast({
        title: `${member.name} is now ${role === 'viewer' ? 'a viewer' : `an ${role}`}`,
        tone: 'done',
      });
    });
  };
  return (
    <Section title="Add somebody" lead="They need an account on this server.">
      <form onSubmit={add} className="flex flex-col gap-3">
        {general ? <Banner tone="error">{general}</Banner> : null}
        <div className="flex flex-wrap items-start gap-3">
          <TextInput
            label="Email"
            type="email"
            required
            autoComplete="off"
            value={email}
            error={fields.email}
            onChange={(event) => {
              setEmail(event.target.value);
              clear();
            }}
            className="min-w-52 flex-1"
          />
          <Select
            label="Role"
            value={role}
            onChange={(event) => setRole(event.target.value as Role)}
            className="w-32 max-sm:w-full"
          >
            {ROLES.map(({ role: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
          <Button type="submit" variant="primary" size="field" busy={busy} className="max-sm:w-full sm:mt-6">
            Add member
          </Button>
        </div>
        <p className="text-sm text-mute">{ROLES.map(({ name, may }) => `${name}: ${may}`).join('. ')}.</p>
      </form>
      {fields.email?.includes('no account') ? <NoAccount key={email} /> : null}
    </Section>
  );
}

/** What to do about an email nobody has an account with. */
function NoAccount() {
  const me = useMe();
  const [link, setLink] = useState<string | null>(null);
  const { busy, general, submit } = useSubmit([]);
  if (me.role !== 'admin') {
    return (
      <div className="mt-3">
        <Banner tone="info">
          If they have no account yet, ask an administrator of this server for an invitation link for them.
          Then add them here.
        </Banner>
      </div>
    );
  }
  if (link) {
    return (
      <div className="mt-3">
        <CopyField label="Invitation link" value={link} />
        <p className="text-sm text-soft">
          Send it to them. Once they have an account, add them here. It works once, for 7 days.
        </p>
      </div>
    );
  }
  return (
    <div className="mt-3 flex flex-col gap-2">
      {general ? <Banner tone="error">{general}</Banner> : null}
      <Banner
        tone="info"
        action={
          <Button
            size="sm"
            busy={busy}
            onClick={() => void submit(async () => setLink(await createInviteLink(7)))}
          >
            Make an invitation link
          </Button>
        }
      >
        If they have no account yet, invite them.
      </Banner>
    </div>
  );
}
