import { useContext } from 'react';
import { useLocation, useRoute } from 'wouter';
import { useShortcut } from '@/lib/keys';
import { LiveContext } from '@/lib/live-hooks';
import { closeOverlay, openOverlay, useOverlay } from '@/lib/overlays';
import { paths } from '@/lib/router';
import { useProjects } from '@/lib/server-data';
import { endTour, useTour } from '@/lib/tour';
import { OverlayBoundary } from '@/ui/OverlayBoundary';
import { GlobalCommands } from './GlobalCommands';
import { PaletteDialog } from './PaletteDialog';
import { HelpDialog, NewProjectDialog, NewSessionDialog, Tour } from './pages';

/** The dialogs that open from anywhere, and the keys that open them. */
export function Overlays() {
  const open = useOverlay((state) => state.open);
  const [, navigate] = useLocation();
  const [, params] = useRoute('/p/:project/*?');
  const projects = useProjects().data;
  const project = projects?.find(({ id }) => id === params?.project);
  const live = useContext(LiveContext);
  const tourStep = useTour((tour) => tour.step);
  // The tour goes on while somebody answers in the inbox.
  const tourProject = project ?? projects?.[0];
  useShortcut({
    keys: 'mod+k',
    label: 'Search and commands',
    scope: 'Everywhere',
    run: () => openOverlay('palette'),
  });
  useShortcut({
    keys: '?',
    label: 'Keyboard shortcuts',
    scope: 'Everywhere',
    run: () => openOverlay('help'),
  });
  useShortcut({
    keys: 'shift+i',
    label: 'Inbox',
    scope: 'Everywhere',
    run: () => navigate(paths.inbox),
  });
  useShortcut({
    keys: 'shift+s',
    label: 'Sessions',
    scope: 'Project',
    enabled: project !== undefined,
    run: () => project && navigate(paths.sessions(project.id)),
  });
  useShortcut({
    keys: 'shift+n',
    label: 'New session',
    scope: 'Project',
    enabled: project !== undefined && project.role !== 'viewer',
    run: () => openOverlay('new-session'),
  });
  return (
    <>
      <GlobalCommands />
      <OverlayBoundary key={open} onFail={closeOverlay}>
        {open === 'palette' ? <PaletteDialog onClose={closeOverlay} /> : null}
        {open === 'help' ? <HelpDialog onClose={closeOverlay} /> : null}
        {open === 'new-session' && project ? (
          <NewSessionDialog project={project.id} onClose={closeOverlay} />
        ) : null}
        {open === 'new-project' ? <NewProjectDialog onClose={closeOverlay} /> : null}
      </OverlayBoundary>
      {tourStep !== null && tourProject && live ? (
        <OverlayBoundary onFail={endTour}>
          <Tour board={tourProject.kanban_board_id} step={tourStep} />
        </OverlayBoundary>
      ) : null}
    </>
  );
}
