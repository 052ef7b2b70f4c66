import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { answer, publicApi } from '@/lib/api';
import { paths } from '@/lib/router';
import { tokens } from '@/lib/session';
import { useSubmit } from '@/lib/submit';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { PasswordInput } from '@/ui/PasswordInput';
import { TextInput } from '@/ui/TextInput';

interface RegisterFormProps {
  /** What gives the right to register. */
  right: { setup: string } | { invite: string } | Record<string, never>;
}

export function RegisterForm({ right }: RegisterFormProps) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { busy, fields, general, submit } = useSubmit(['name', 'email', 'password']);

  const [, navigate] = useLocation();

  const register = (event: FormEvent) => {
    event.preventDefault();
    const body = { email: email.trim(), password, ...(name.trim() ? { name: name.trim() } : {}), ...right };
    void submit(async () => {
      tokens.signIn(await answer(publicApi.POST('/api/auth/register', { body })));
      navigate(paths.projects, { replace: true });
    });
  };
  return (
    <form onSubmit={register} className="flex flex-col gap-4">
      {general ? <Banner tone="error">{general}</Banner> : null}
      <TextInput
        label="Name"
        autoComplete="name"
        required
        autoFocus
        maxLength={100}
        value={name}
        error={fields.name}
        hint="What others see on the board."
        onChange={(event) => setName(event.target.value)}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        required
        value={email}
        error={fields.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={256}
        value={password}
        error={fields.password}
        hint="At least 8 characters. A few unrelated words are strong and easy to keep in mind."
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Create account
      </Button>
    </form>
  );
}
