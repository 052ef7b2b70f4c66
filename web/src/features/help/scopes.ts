import type { Shortcut } from '@/lib/keys';

export interface Scope {
  readonly name: string;
  readonly shortcuts: readonly { readonly label: string; readonly keys: readonly string[] }[];
}

/** Sorts shortcuts by where they work. The same one registered twice, such as by two boards, is listed once. */
export function scopes(list: readonly Shortcut[]): readonly Scope[] {
  const found = new Map<string, Map<string, string[]>>();
  for (const { scope, label, keys } of list) {
    const labels = found.get(scope) ?? new Map<string, string[]>();
    const all = new Set([...(labels.get(label) ?? []), ...(typeof keys === 'string' ? [keys] : keys)]);
    labels.set(label, [...all]);
    found.set(scope, labels);
  }
  return [...found].map(([name, labels]) => ({
    name,
    shortcuts: [...labels].map(([label, keys]) => ({ label, keys })),
  }));
}
