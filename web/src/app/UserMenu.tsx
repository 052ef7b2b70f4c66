import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import SettingsIcon from 'lucide-react/icons/settings';
import { useLocation } from 'wouter';
import { leave } from '@/features/session/leave';
import { openOverlay } from '@/lib/overlays';
import { paths } from '@/lib/router';
import { useMe } from '@/lib/session';
import { chooseTheme, type ThemeChoice, useTheme } from '@/lib/theme';
import { Avatar } from '@/ui/Avatar';
import { Menu } from '@/ui/Menu';
import type { MenuItem } from '@/ui/MenuList';

const THEMES: [ThemeChoice, string][] = [
  ['system', 'Theme of the system'],
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
];

export function UserMenu() {
  const me = useMe();
  const choice = useTheme((state) => state.choice);
  const [, navigate] = useLocation();
  const items: MenuItem[] = [
    { id: 'who', heading: me.email },
    {
      id: 'settings',
      label: 'Settings',
      icon: <SettingsIcon size={15} />,
      onSelect: () => navigate(paths.settings),
    },
    {
      id: 'help',
      label: 'Keyboard shortcuts',
      icon: <Keyboard size={15} />,
      shortcut: '?',
      onSelect: () => openOverlay('help'),
    },
    { id: 'line-1', separator: true },
    ...THEMES.map(([theme, label]) => ({
      id: theme,
      label,
      checked: choice === theme,
      onSelect: () => chooseTheme(theme),
    })),
    { id: 'line-2', separator: true },
    { id: 'sign-out', label: 'Sign out', icon: <LogOut size={15} />, onSelect: () => void leave() },
  ];
  return (
    <Menu label="Account" items={items} align="end">
      {(trigger) => (
        <button
          type="button"
          {...trigger}
          aria-label={`Account of ${me.name}`}
          className="flex size-8 shrink-0 items-center justify-center rounded-full hover:bg-hover aria-expanded:bg-hover coarse:size-10"
        >
          <Avatar person={me} decorative />
        </button>
      )}
    </Menu>
  );
}
