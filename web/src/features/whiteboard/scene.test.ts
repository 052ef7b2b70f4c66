import { describe, expect, it } from 'vitest';
import { NO_DRAFT, NO_SCENE, nextScene, withDraft } from './scene';
import { arrow, frame, note, Paper } from './testing/paper';

const NOBODY: ReadonlySet<string> = new Set();

describe('the drawing of a board', () => {
  it('has parents before what lies in them, in their own coordinates, and the topmost last', () => {
    const paper = Paper.of(
      frame('f', 100, 50),
      note('a', 30, 60, {}, 'f'),
      note('b', 700, 0),
      arrow('c', 'a', 'b'),
    );
    const { flow } = nextScene(NO_SCENE, paper, new Set(['b']), NO_DRAFT);
    expect(
      flow.map(({ id, type, parentId, position, zIndex, selected }) => [
        id,
        type,
        parentId,
        position,
        zIndex,
        selected,
      ]),
    ).toEqual([
      ['f', 'frame', undefined, { x: 100, y: 50 }, 0, false],
      ['a', 'note', 'f', { x: 30, y: 60 }, 1, false],
      ['b', 'note', undefined, { x: 700, y: 0 }, 2, true],
    ]);
  });

  it('is the same when nothing has changed', () => {
    const paper = Paper.of(note('a', 0, 0), note('b', 300, 0));
    const scene = nextScene(NO_SCENE, paper, NOBODY, NO_DRAFT);
    expect(nextScene(scene, paper, NOBODY, NO_DRAFT)).toBe(scene);
  });

  it('draws anew only what changed', () => {
    const paper = Paper.of(note('a', 0, 0), note('b', 300, 0), note('c', 600, 0));
    const scene = nextScene(NO_SCENE, paper, NOBODY, NO_DRAFT);
    paper.edit('Move', [{ op: 'update', id: 'b', props: { x: 310 } }]);
    const next = nextScene(scene, paper, NOBODY, NO_DRAFT);
    expect(next.flow.map((node, index) => node === scene.flow[index])).toEqual([true, false, true]);
  });

  it('keeps what a box shows when only its selection changes', () => {
    const paper = Paper.of(note('a', 0, 0));
    const scene = nextScene(NO_SCENE, paper, NOBODY, NO_DRAFT);
    const next = nextScene(scene, paper, new Set(['a']), NO_DRAFT);
    expect(next.flow[0]).not.toBe(scene.flow[0]);
    expect(next.flow[0]?.data).toBe(scene.flow[0]?.data);
  });

  it('shows a thing where a hand holds it', () => {
    const paper = Paper.of(note('a', 0, 0));
    const draft = new Map([['a', { x: 5, y: 6, w: 220, h: 230 }]]);
    const { flow } = nextScene(NO_SCENE, paper, NOBODY, draft);
    expect([flow[0]?.position, flow[0]?.width, flow[0]?.data.box.h]).toEqual([{ x: 5, y: 6 }, 220, 230]);
    expect(withDraft(paper, draft).node('a')?.props).toMatchObject({ x: 5, y: 6, w: 220, h: 230 });
  });
});
