import { type ReactNode, useEffect } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { ProjectsPage } from '@/features/projects/ProjectsPage';
import { paths } from '@/lib/router';
import type { User } from '@/lib/tokens';
import '@/styles.css';
import { AppFrame } from './AppFrame';
import { useAttention } from './attention';
import { useFreshMe } from './fresh-me';
import { LiveProvider } from './LiveProvider';
import { NotFoundPage } from './NotFoundPage';
import { Overlays } from './Overlays';
import { PageBoundary } from './PageBoundary';
import { PageSkeleton } from './PageSkeleton';
import { ProjectRoute } from './ProjectRoute';
import {
  BoardPage,
  InboxPage,
  ProjectSettings,
  preloadFor,
  preloadSoon,
  SessionsPage,
  Settings,
} from './pages';

preloadFor(location.pathname);

/** The app of somebody who is signed in. */
export default function SignedIn({ user }: { user: User }) {
  useFreshMe();
  useAttention();
  useEffect(() => preloadSoon(), []);
  return (
    <LiveProvider user={user.id}>
      <Switch>
        <Route path="/">
          <Page name="projects">
            <AppFrame>
              <ProjectsPage />
            </AppFrame>
          </Page>
        </Route>
        <Route path="/settings/:section?">
          {({ section }) => (
            <Page name="settings">
              <Settings section={section ?? 'profile'} />
            </Page>
          )}
        </Route>
        <Route path="/inbox">
          <Page name="inbox">
            <AppFrame>
              <InboxPage />
            </AppFrame>
          </Page>
        </Route>
        <Route path="/p/:project/s/:session">
          {({ project, session }) => (
            <Page name={`sessions ${project}`}>
              <ProjectRoute id={project}>
                {(found) => <SessionsPage project={found} sessionId={session} />}
              </ProjectRoute>
            </Page>
          )}
        </Route>
        <Route path="/p/:project/sessions">
          {({ project }) => (
            <Page name={`sessions ${project}`}>
              <ProjectRoute id={project}>{(found) => <SessionsPage project={found} />}</ProjectRoute>
            </Page>
          )}
        </Route>
        <Route path="/p/:project/b/:board">
          {({ project, board }) => (
            <Page name={`board ${project}`}>
              <ProjectRoute id={project}>
                {(found) => <BoardPage project={found} boardId={board} />}
              </ProjectRoute>
            </Page>
          )}
        </Route>
        <Route path="/p/:project/:page?">
          {({ project, page }) => (
            <Page name={`project ${project}`}>
              <ProjectRoute id={project}>
                {(found) => {
                  if (!page) return <Redirect to={paths.board(found.id, found.kanban_board_id)} replace />;
                  return <ProjectSettings project={found} page={page} />;
                }}
              </ProjectRoute>
            </Page>
          )}
        </Route>
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
      <Overlays />
    </LiveProvider>
  );
}

function Page({ name, children }: { name: string; children: ReactNode }) {
  return (
    <PageBoundary key={name} fallback={<PageSkeleton />}>
      {children}
    </PageBoundary>
  );
}
