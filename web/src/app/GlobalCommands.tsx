import { useLocation, useRoute } from 'wouter';
import { leave } from '@/features/session/leave';
import { type Command, useCommands, useFinder } from '@/lib/commands';
import { openOverlay } from '@/lib/overlays';
import { paths } from '@/lib/router';
import { useBoards, useProjects } from '@/lib/server-data';
import { toggleTheme } from '@/lib/theme';
import { startTour } from '@/lib/tour';

/** Offers in the palette what can be done on every page. */
export function GlobalCommands() {
  const [, navigate] = useLocation();
  const { data: projects } = useProjects();
  const [, params] = useRoute('/p/:project/*?');
  const go = (id: string, label: string, to: string, keywords: string[] = []): Command => ({
    id: `go.${id}`,
    label,
    group: 'Go to',
    keywords,
    run: () => navigate(to),
  });
  const takeTour = () => {
    const project = projects?.find(({ id }) => id === params?.project) ?? projects?.[0];
    if (!project) return;
    navigate(paths.board(project.id, project.kanban_board_id));
    startTour();
  };
  useCommands([
    ...(projects ?? []).map((project) => ({
      ...go(project.id, project.name, paths.board(project.id, project.kanban_board_id), [
        'project',
        project.folder_path,
      ]),
      group: 'Projects',
    })),
    go('projects', 'All projects', paths.projects, ['home']),
    {
      ...go('inbox', 'Inbox', paths.inbox, ['questions', 'answer', 'waiting', 'agent']),
      shortcut: 'shift+i',
    },
    go('settings', 'Settings', paths.settings, ['profile', 'account', 'name']),
    go('devices', 'Devices', paths.settingsSection('devices'), ['sessions']),
    go('tokens', 'Personal tokens', paths.settingsSection('tokens'), ['api', 'key', 'script']),
    go('invites', 'Invitations', paths.settingsSection('invites'), ['invite', 'people', 'join']),
    {
      id: 'project.new',
      label: 'New project',
      group: 'Create',
      keywords: ['add', 'folder'],
      run: () => openOverlay('new-project'),
    },
    {
      id: 'theme',
      label: 'Switch between light and dark',
      group: 'This app',
      keywords: ['theme', 'appearance'],
      run: toggleTheme,
    },
    {
      id: 'help',
      label: 'Keyboard shortcuts',
      group: 'This app',
      shortcut: '?',
      keywords: ['help', 'keys'],
      run: () => openOverlay('help'),
    },
    ...(projects?.[0]
      ? [
          {
            id: 'tour',
            label: 'Take the tour',
            group: 'This app',
            keywords: ['help', 'start', 'learn'],
            run: takeTour,
          },
        ]
      : []),
    {
      id: 'sign-out',
      label: 'Sign out',
      group: 'This app',
      keywords: ['log out', 'leave'],
      run: () => void leave(),
    },
  ]);
  return params?.project ? <ProjectCommands project={params.project} /> : null;
}

function ProjectCommands({ project }: { project: string }) {
  const [, navigate] = useLocation();
  const { data: boards } = useBoards(project);
  useCommands([
    ...(boards ?? []).map((board) => ({
      id: `go.${board.id}`,
      label: board.title,
      group: 'Boards of this project',
      keywords: ['board'],
      run: () => navigate(paths.board(project, board.id)),
    })),
    {
      id: 'go.sessions',
      label: 'Sessions',
      group: 'This project',
      shortcut: 'shift+s',
      keywords: ['agent', 'chat', 'claude'],
      run: () => navigate(paths.sessions(project)),
    },
    {
      id: 'session.new',
      label: 'New session',
      group: 'Create',
      shortcut: 'shift+n',
      keywords: ['agent', 'chat', 'start', 'claude'],
      run: () => openOverlay('new-session'),
    },
    {
      id: 'go.members',
      label: 'Members',
      group: 'This project',
      keywords: ['people', 'share', 'invite'],
      run: () => navigate(paths.projectMembers(project)),
    },
    {
      id: 'go.columns',
      label: 'Columns',
      group: 'This project',
      keywords: ['settings', 'mode', 'prompt', 'agent'],
      run: () => navigate(paths.projectPage(project, 'columns')),
    },
    {
      id: 'go.project-settings',
      label: 'Project settings',
      group: 'This project',
      run: () => navigate(paths.projectSettings(project)),
    },
  ]);
  useFinder((text) => [
    {
      id: 'search.sessions',
      label: `Search in all sessions for “${text}”`,
      group: 'Search',
      run: () => navigate(paths.sessionSearch(project, text)),
    },
  ]);
  return null;
}
