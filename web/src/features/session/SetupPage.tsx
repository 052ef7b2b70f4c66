import { Link } from 'wouter';
import { paths } from '@/lib/router';
import { Banner } from '@/ui/Banner';
import { buttonClasses } from '@/ui/Button';
import { AuthLayout } from './AuthLayout';
import { useSecret } from './fragment';
import { RegisterForm } from './RegisterForm';
import { useSetup } from './setup-state';

export default function SetupPage() {
  const token = useSecret('token');
  const setup = useSetup();
  if (setup.data && !setup.data.needed) {
    return (
      <AuthLayout
        title="This server is set up"
        lead="Its first account exists already, so the setup link is used up."
      >
        <Link href={paths.login} className={buttonClasses('primary', 'lg')}>
          Sign in
        </Link>
      </AuthLayout>
    );
  }
  if (!token) {
    return (
      <AuthLayout title="The setup link is not complete" lead="Its last part, after #token=, is missing.">
        <Banner tone="info">
          Open the whole link that the server printed in its terminal when it started. After a reload of this
          page it must be opened again. If it is lost, start the server again: it prints a new one.
        </Banner>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Create the first account" lead="It becomes the administrator, who can invite others.">
      <RegisterForm right={{ setup: token }} />
    </AuthLayout>
  );
}
