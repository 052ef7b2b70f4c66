import { countInTitle } from '@/lib/title';

const PLAIN = '/icon.svg';
const WITH_DOT = '/icon-waiting.svg';

type BadgedNavigator = Navigator & {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
};

/** Shows how much waits where it is seen without looking at the page: tab, its icon, and the icon of the app. */
export function showCount(count: number): void {
  countInTitle(count);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const address = count > 0 ? WITH_DOT : PLAIN;
  if (icon && icon.getAttribute('href') !== address) icon.setAttribute('href', address);
  const { setAppBadge, clearAppBadge } = navigator as BadgedNavigator;
  // Only an installed app has a badge; elsewhere this is refused, which is no harm.
  const told = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  told?.catch(() => {});
}
