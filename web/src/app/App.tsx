import { useEffect, useRef } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { LoginPage } from '@/features/session/LoginPage';
import { afterLogin, isPublic, loginFor, paths } from '@/lib/router';
import { resources } from '@/lib/server-data';
import { useSession } from '@/lib/session';
import type { User } from '@/lib/tokens';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Toaster } from '@/ui/Toaster';
import { PageBoundary } from './PageBoundary';
import { PageSkeleton } from './PageSkeleton';
import { JoinPage, SetupPage, SignedIn } from './pages';

export function App() {
  const user = useSession()?.user ?? null;
  const [path] = useLocation();
  useForgetting(user?.id ?? null);
  return (
    <>
      <PageBoundary key={isPublic(path) ? path : 'app'} fallback={<PageSkeleton />}>
        <Entrance user={user} path={path} />
      </PageBoundary>
      <ConfirmDialog />
      <Toaster />
    </>
  );
}

function Entrance({ user, path }: { user: User | null; path: string }) {
  const search = useSearch();
  if (path === paths.join) return <JoinPage user={user} />;
  if (user && isPublic(path)) return <Redirect to={afterLogin(search)} replace />;
  if (path === paths.setup) return <SetupPage />;
  if (path === paths.login) return <LoginPage />;
  if (!user) return <Redirect to={loginFor(path)} replace />;
  return <SignedIn key={user.id} user={user} />;
}

/** What one account was shown is gone before another sees the page, whichever tab changed it. */
function useForgetting(user: string | null): void {
  const before = useRef(user);
  useEffect(() => {
    if (before.current !== user && before.current !== null) resources.clear();
    before.current = user;
  }, [user]);
}
