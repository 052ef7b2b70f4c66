import { type FormEvent, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { answer, publicApi } from '@/lib/api';
import { paths } from '@/lib/router';
import { tokens } from '@/lib/session';
import { useSubmit } from '@/lib/submit';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { PasswordInput } from '@/ui/PasswordInput';
import { TextInput } from '@/ui/TextInput';
import { AuthLayout } from './AuthLayout';
import { useSetup } from './setup-state';

export function LoginPage() {
  const setup = useSetup();
  if (setup.data?.needed) return <FirstRun />;
  return <LoginForm open={setup.data?.registration === 'open'} />;
}

function LoginForm({ open }: { open: boolean }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { busy, fields, general, submit } = useSubmit(['email', 'password']);
  const back = new URLSearchParams(useSearch()).has('next');

  const signIn = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      tokens.signIn(
        await answer(publicApi.POST('/api/auth/login', { body: { email: email.trim(), password } })),
      );
    });
  };
  return (
    <AuthLayout title="Sign in" lead={back ? 'Sign in to go on where you were.' : undefined}>
      <form onSubmit={signIn} className="flex flex-col gap-4">
        {general ? <Banner tone="error">{general}</Banner> : null}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          error={fields.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          error={fields.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Sign in
        </Button>
      </form>
      <p className="mt-5 text-sm text-soft">
        {open ? (
          <Link href={paths.join} className="font-medium text-accent-ink underline underline-offset-2">
            Create an account
          </Link>
        ) : (
          'No account yet? Ask an administrator of this server for an invitation link.'
        )}
      </p>
    </AuthLayout>
  );
}

function FirstRun() {
  return (
    <AuthLayout title="Set up this server" lead="Nobody has an account here yet.">
      <Banner tone="info">
        Open the setup link that the server printed in its terminal when it started. It begins with
        <code className="block font-mono text-sm break-words">{`${location.origin}/setup#token=`}</code>
      </Banner>
      <p className="mt-4 text-sm text-soft">
        If the link is lost, stop the server and start it again: it prints a new one.
      </p>
    </AuthLayout>
  );
}
