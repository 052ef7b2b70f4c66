import { type FormEvent, useState } from 'react';
import { answer, api } from '@/lib/api';
import { keys, resources } from '@/lib/server-data';
import { useMe } from '@/lib/session';
import { useSubmit } from '@/lib/submit';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { PasswordInput } from '@/ui/PasswordInput';
import { Section } from '@/ui/Section';
import { toast } from '@/ui/toast';

export function PasswordSection() {
  const me = useMe();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { busy, fields, general, submit } = useSubmit(['current', 'new']);
  const change = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      await answer(api.POST('/api/me/password', { body: { current, new: next } }));
      setCurrent('');
      setNext('');
      void resources.reload(keys.devices);
      toast({ title: 'Password changed', detail: 'Your other devices are signed out.', tone: 'done' });
    });
  };
  return (
    <Section title="Password" lead="Changing it signs out your other devices.">
      <form onSubmit={change} className="flex flex-col gap-4">
        {general ? <Banner tone="error">{general}</Banner> : null}
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          value={current}
          error={fields.current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={256}
          value={next}
          error={fields.new}
          hint="At least 8 characters."
          onChange={(event) => setNext(event.target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          disabled={!current || !next}
          className="self-start"
        >
          Change password
        </Button>
      </form>
    </Section>
  );
}
