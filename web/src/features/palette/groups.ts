import type { Command } from '@/lib/commands';

/** The groups in the order in which the palette lists them; what is near to the work comes first. */
const ORDER = [
  'Board',
  'Cards',
  'Create',
  'Boards of this project',
  'This project',
  'Projects',
  'Go to',
  'This app',
  'Search',
];

/** Sorts commands into their groups. */
export function grouped(commands: readonly Command[]): { name: string; commands: readonly Command[] }[] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const name = command.group ?? 'Board';
    groups.set(name, [...(groups.get(name) ?? []), command]);
  }
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return [...groups]
    .map(([name, list]) => ({ name, commands: list }))
    .sort((a, b) => rank(a.name) - rank(b.name));
}
