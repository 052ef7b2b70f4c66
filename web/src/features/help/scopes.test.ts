import { expect, test } from 'vitest';
import { scopes } from './scopes';

const shortcut = (scope: string, label: string, keys: string | string[]) => ({
  id: label,
  scope,
  label,
  keys,
  run: () => {},
});

test('shortcuts stand under where they work, each once', () => {
  expect(
    scopes([
      shortcut('Everywhere', 'Help', '?'),
      shortcut('Board', 'Redo', ['mod+shift+z', 'mod+y']),
      shortcut('Board', 'Redo', 'mod+y'),
      shortcut('Everywhere', 'Search', 'mod+k'),
    ]),
  ).toEqual([
    {
      name: 'Everywhere',
      shortcuts: [
        { label: 'Help', keys: ['?'] },
        { label: 'Search', keys: ['mod+k'] },
      ],
    },
    { name: 'Board', shortcuts: [{ label: 'Redo', keys: ['mod+shift+z', 'mod+y'] }] },
  ]);
});
