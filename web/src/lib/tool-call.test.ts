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
  ['Strange', { count: 3, nested: {} }, 'Strange', ''],
  ['Bash', { command: 7 }, 'Run', ''],
])('%s %j', (name, input, verb, subject) => {
  expect(describeCall(name, input)).toMatchObject({ verb, subject });
});
