import { type FormEvent, useState } from 'react';
import { answer, api } from '@/lib/api';
import { tokens, useMe } from '@/lib/session';
import { useSubmit } from '@/lib/submit';
import { Avatar } from '@/ui/Avatar';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Section';
import { TextInput } from '@/ui/TextInput';
import { toast } from '@/ui/toast';

export function ProfileSection() {
  const me = useMe();
  const [name, setName] = useState(me.name);
  const { busy, fields, general, submit } = useSubmit(['name']);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      tokens.setUser(await answer(api.PATCH('/api/me', { body: { name: name.trim() } })));
      toast({ title: 'Profile saved', tone: 'done' });
    });
  };
  return (
    <Section title="Profile" lead="What others see on the boards.">
      <form onSubmit={save} className="flex flex-col gap-4">
        {general ? <Banner tone="error">{general}</Banner> : null}
        <div className="flex items-center gap-3">
          <Avatar person={{ id: me.id, name: name.trim() || me.name }} size="lg" decorative />
          <div className="min-w-0 text-sm text-soft">
            <p className="truncate">{me.email}</p>
            <p>{me.role === 'admin' ? 'Administrator of this server' : 'Member of this server'}</p>
          </div>
        </div>
        <TextInput
          label="Name"
          required
          maxLength={100}
          autoComplete="name"
          value={name}
          error={fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          disabled={!name.trim() || name.trim() === me.name}
          className="self-start"
        >
          Save
        </Button>
      </form>
    </Section>
  );
}
