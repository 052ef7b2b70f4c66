import { expect, test } from 'vitest';
import { describeCall } from './tool-call';

test.each([
  ['Bash', { command: 'cargo test\ncargo doc', description: 'Tests' }, 'Run', 'cargo test ⏎ cargo doc'],
  ['Read', { file_path: '/home/ada/project/src/main.rs' }, 'Read', '…/project/src/main.rs'],
  ['Edit', { file_path: 'src/main.rs' }, 'Edit', 'src/main.rs'],
  ['Grep', { pattern: 'fn main', path: '/x' }, 'Search', 'fn main'],
  ['Task', { description: 'Find the bug', prompt: 'long' }, 'Subagent', 'Find the bug'],
  ['TodoWrite', { todos: [] }, 'Update the list of steps', ''],
  ['mcp__tandem__move_card', { card: 'c1' }, 'Move card (tandem)', 'c1'],
  ['mcp__tandem__batchOperations', { title: 'SWOT', operations: [{}] }, 'Draw', 'SWOT'],
  ['mcp__tandem__batchOperations', { operations: [{}, {}] }, 'Draw', '2 objects'],
  ['mcp__tandem__layoutElements', { shapeIds: ['a'] }, 'Arrange objects', '1 object'],
  ['Strange', { count: 3, nested: {} }, 'Strange', ''],
  ['Bash', { command: 7 }, 'Run', ''],
])('%s %j', (name, input, verb, subject) => {
  expect(describeCall(name, input)).toMatchObject({ verb, subject });
});

test('a file is named by its path inside the project', () => {
  const project = { id: '01a1e408', folder_path: '/home/ada/engine' };
  const subject = (file_path: string) => describeCall('Read', { file_path }, project).subject;
  expect(subject('/home/ada/engine/src/deep/down/in/main.rs')).toBe('src/deep/down/in/main.rs');
  expect(subject('/data/worktrees/01a1e408/9f27/README.md')).toBe('README.md');
  expect(subject('/etc/ssh/conf/d/main.conf')).toBe('…/conf/d/main.conf');
});
