import { create } from 'zustand';
import { browserStorage } from './storage';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

/** The script that sets the theme before the first paint reads the same key. */
const KEY = 'tandem.theme';
const storage = browserStorage();

/** The browser's own bar takes the colour of the page. */
const BAR: Record<Theme, string> = { light: '#f8f7f5', dark: '#121110' };

interface ThemeState {
  readonly choice: ThemeChoice;
  /** What the choice comes to now. */
  readonly theme: Theme;
}

export const useTheme = create<ThemeState>(() => ({ choice: 'system', theme: 'light' }));

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') storage.removeItem(KEY);
  else storage.setItem(KEY, choice);
  apply();
}

/** Goes to the other of light and dark. */
export function toggleTheme(): void {
  chooseTheme(useTheme.getState().theme === 'dark' ? 'light' : 'dark');
}

/** Follows the system and other tabs; called once, by the app. */
export function followTheme(): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) apply();
  };
  system.addEventListener('change', apply);
  window.addEventListener('storage', onStorage);
  apply();
  return () => {
    system.removeEventListener('change', apply);
    window.removeEventListener('storage', onStorage);
  };
}

export function resolveTheme(choice: ThemeChoice, systemIsDark: boolean): Theme {
  if (choice === 'system') return systemIsDark ? 'dark' : 'light';
  return choice;
}

export function parseChoice(stored: string | null): ThemeChoice {
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function apply(): void {
  const choice = parseChoice(storage.getItem(KEY));
  const theme = resolveTheme(choice, window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = BAR[theme];
  useTheme.setState({ choice, theme });
}
