import { expect, test } from 'vitest';
import { drawnBy } from './drawn';

const RESULT = JSON.stringify({ created: { a: 'n1', b: 'n2' }, updated: ['n3'], arranged: ['n4', 7] });

test.each([
  ['mcp__tandem__batchOperations', RESULT, ['n1', 'n2']],
  ['batchOperations', RESULT, ['n1', 'n2']],
  ['mcp__tandem__updateElements', RESULT, ['n3']],
  ['mcp__tandem__layoutElements', RESULT, ['n4']],
  ['mcp__tandem__findElements', RESULT, []],
  ['Bash', RESULT, []],
  ['batchOperations', '{"created": {"a": "n1"}, "titleId": "t"}', ['n1', 't']],
  ['batchOperations', 'operations: there are none', []],
  ['batchOperations', 'null', []],
  ['batchOperations', '{"created": "n1"}', []],
])('%s %s', (name, result, ids) => {
  expect(drawnBy(name, result)).toEqual(ids);
});
