/** Whether the primary modifier is ⌘. */
export function isMac(platform: string = globalThis.navigator?.platform ?? ''): boolean {
  return /mac|iphone|ipad|ipod/i.test(platform);
}
