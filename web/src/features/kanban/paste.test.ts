import { expect, it } from 'vitest';
import { MAX_PASTED, pastedTitles } from './paste';

it('makes a title of each line that says something', () => {
  expect(pastedTitles('one\n\n  two  \r\nthree')).toEqual(['one', 'two', 'three']);
});
it('leaves out what makes a list of lines', () => {
  expect(pastedTitles('- a\n* b\n1. c\n2) d\n- [ ] e\n- [x] f')).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});
it('keeps signs that are part of a title', () => {
  expect(pastedTitles('-1 is wrong\n3D view')).toEqual(['-1 is wrong', '3D view']);
});
it('stops at a number a person can oversee', () => {
  expect(pastedTitles('x\n'.repeat(MAX_PASTED + 5))).toHaveLength(MAX_PASTED);
});
