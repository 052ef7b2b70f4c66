import { describe, expect, it } from 'vitest';
import { countTasks, toggleTask } from './tasks';

describe('toggleTask', () => {
  it('ticks and unticks a box and leaves the rest', () => {
    const text = '# List\n- [ ] one\n  - [x] two\n1. [X] three\n';
    expect(toggleTask(text, 0)).toBe('# List\n- [x] one\n  - [x] two\n1. [X] three\n');
    expect(toggleTask(text, 1)).toBe('# List\n- [ ] one\n  - [ ] two\n1. [X] three\n');
    expect(toggleTask(text, 2)).toBe('# List\n- [ ] one\n  - [x] two\n1. [ ] three\n');
  });
  it('does nothing for a box that is not there', () => expect(toggleTask('- [ ] one', 5)).toBe('- [ ] one'));
});

describe('countTasks', () => {
  it('does not count boxes in code or in the middle of a line', () => {
    expect(countTasks('```\n- [ ] code\n```\ntext - [ ] no\n- [ ] yes')).toBe(1);
  });
});
