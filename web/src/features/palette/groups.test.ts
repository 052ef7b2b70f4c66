import { expect, test } from 'vitest';
import { grouped } from './groups';

const command = (id: string, group?: string) => ({
  id,
  label: id,
  run: () => {},
  ...(group ? { group } : {}),
});

test('groups stand in a fixed order, unknown ones last, and keep the order inside', () => {
  const groups = grouped([
    command('out', 'This app'),
    command('x', 'Other'),
    command('b'),
    command('in', 'This app'),
    command('a'),
  ]);
  expect(groups.map(({ name, commands }) => [name, commands.map(({ id }) => id)])).toEqual([
    ['Board', ['b', 'a']],
    ['This app', ['out', 'in']],
    ['Other', ['x']],
  ]);
});
