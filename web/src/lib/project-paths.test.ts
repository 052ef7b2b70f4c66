import { expect, test } from 'vitest';
import { insideProject, pathParts } from './project-paths';

const project = { id: '01a1e408-53aa', folder_path: '/home/ada/engine (new)' };

test.each([
  ['/home/ada/engine (new)/src/a.py', 'src/a.py'],
  ['/data/worktrees/01a1e408-53aa/01a1e408-540c/README.md', 'README.md'],
  // An excerpt begins anywhere.
  ['…trees/01a1e408-53aa/01a1e408-540c/src/a.py is read', 'src/a.py is read'],
  [
    '"/data/worktrees/01a1e408-53aa/01a1e408-540c/a.py", "/data/worktrees/01a1e408-53aa/c/b.py"',
    '"a.py", "b.py"',
  ],
  ['/home/ada/other/a.py', '/home/ada/other/a.py'],
  ['/mnt/home/ada/engine (new)/a.py', '/mnt/home/ada/engine (new)/a.py'],
])('%s', (text, expected) => expect(insideProject(text, project)).toBe(expected));

test('the name of a file is kept apart', () => {
  expect(pathParts('src/lib/a.ts')).toEqual({ way: 'src/lib/', name: 'a.ts' });
  expect(pathParts('a.ts')).toEqual({ way: '', name: 'a.ts' });
  expect(pathParts('src/lib/')).toEqual({ way: 'src/', name: 'lib/' });
});
