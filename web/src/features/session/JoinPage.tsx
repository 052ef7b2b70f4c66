import { Link } from 'wouter';
import { paths } from '@/lib/router';
import type { User } from '@/lib/tokens';
import { Banner } from '@/ui/Banner';
import { Button, buttonClasses } from '@/ui/Button';
import { Skeleton } from '@/ui/Skeleton';
import { AuthLayout } from './AuthLayout';
import { useSecret } from './fragment';
import { leave } from './leave';
import { RegisterForm } from './RegisterForm';
import { useSetup } from './setup-state';

/** Where an invitation link leads. */
export default function JoinPage({ user }: { user: User | null }) {
  const invite = useSecret('invite');
  const setup = useSetup();
  if (user) return <SignedInAlready user={user} />;
  if (invite) {
    return (
      <AuthLayout title="Join Tandem" lead="You were invited to this server. Create your account to begin.">
        <RegisterForm right={{ invite }} />
        <HaveAccount />
      </AuthLayout>
    );
  }
  if (setup.data?.registration === 'open') {
    return (
      <AuthLayout title="Create an account">
        <RegisterForm right={{}} />
        <HaveAccount />
      </AuthLayout>
    );
  }
  if (!setup.data && !setup.error) {
    return (
      <AuthLayout title="Join Tandem">
        <Skeleton className="h-40" />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="This needs an invitation"
      lead="The link is not complete: its last part, after #invite=, is missing."
    >
      <Banner tone="info">
        Open the whole invitation link again, or ask an administrator of this server for a new one.
      </Banner>
      <HaveAccount />
    </AuthLayout>
  );
}

function HaveAccount() {
  return (
    <p className="mt-5 text-sm text-soft">
      Have an account already?{' '}
      <Link href={paths.login} className="font-medium text-accent-ink underline underline-offset-2">
        Sign in
      </Link>
    </p>
  );
}

function SignedInAlready({ user }: { user: User }) {
  return (
    <AuthLayout
      title="You are signed in already"
      lead={`You are ${user.name} (${user.email}). An invitation is for a new account: to use it, sign out first.`}
    >
      <div className="flex flex-wrap gap-2">
        <Link href={paths.projects} className={buttonClasses('primary', 'lg')}>
          Go to projects
        </Link>
        <Button size="lg" onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
    </AuthLayout>
  );
}
