import { describe, expect, test } from 'vitest';
import { Ghosts } from './ghosts';
import type { Ghost } from './wire';

function note(id: string): Ghost {
  return { id, kind: 'note', parent: 'root', props: { text: id } };
}

function open() {
  const ghosts = new Ghosts();
  let calls = 0;
  ghosts.changed.add(() => {
    calls += 1;
  });
  const hear = (session: string, call: string, ids: readonly string[]) => {
    calls = 0;
    ghosts.hear({ type: 'ghosts', board: 'b', session, call, nodes: ids.map(note) });
    return calls;
  };
  const seen = () =>
    ghosts.groups.map(({ session, call, nodes }) => [session, call, ...nodes.map(({ id }) => id)].join(' '));
  return { ghosts, hear, seen, calls: () => calls };
}

describe('what an agent is about to make', () => {
  test('is shown as it was last said, each call in its place', () => {
    const { hear, seen } = open();
    expect(hear('s', 'one', ['a'])).toBe(1);
    hear('s', 'two', ['x']);
    hear('s', 'one', ['a', 'b']);
    expect(seen()).toEqual(['s one a b', 's two x']);
  });

  test('goes when nothing is left of it', () => {
    const { hear, seen } = open();
    hear('s', 'one', ['a']);
    hear('t', 'one', ['b']);
    expect(hear('s', 'one', [])).toBe(1);
    expect(seen()).toEqual(['t one b']);
    expect(hear('s', 'one', [])).toBe(0);
  });

  test('is the same list until something changes', () => {
    const { ghosts, hear } = open();
    hear('s', 'one', ['a']);
    const before = ghosts.groups;
    hear('s', 'unheard of', []);
    expect(ghosts.groups).toBe(before);
  });

  test('is forgotten with the connection', () => {
    const { ghosts, hear, seen, calls } = open();
    hear('s', 'one', ['a']);
    ghosts.clear();
    expect([seen(), calls()]).toEqual([[], 2]);
    ghosts.clear();
    expect(calls()).toBe(2);
  });
});
