import { describe, expect, it } from 'vitest';
import { mermaidIn, paragraphsOf, readCopies, wordsOf, writeCopies } from './clipboard';
import { copiesOf, pasteOps, placeOfCopies } from './copies';
import { boxOf, connectorsOf, originOf } from './model';
import { arrow, frame, note, Paper } from './testing/paper';

const board = () =>
  Paper.of(
    frame('f', 100, 100),
    note('a', 30, 60, {}, 'f'),
    note('b', 260, 60, {}, 'f'),
    note('c', 900, 0),
    arrow('ab', 'a', 'b', {
      label: 'then',
      route: {
        points: [
          [0, 0],
          [1, 1],
        ],
        ends: [0, 0, 1, 1, 0, 0, 1, 1],
      },
    }),
    arrow('bc', 'b', 'c'),
  );

describe('copies', () => {
  it('have all that lies in them, and the connectors between them', () => {
    expect(copiesOf(board(), ['f', 'a']).map(({ id, parent }) => [id, parent])).toEqual([
      ['f', null],
      ['a', 'f'],
      ['b', 'f'],
      ['ab', null],
    ]);
  });

  it('come out of their frame with their place on the board', () => {
    const [copy] = copiesOf(board(), ['a']);
    expect(copy?.props).toMatchObject({ x: 130, y: 160 });
    expect(placeOfCopies(copiesOf(board(), ['a', 'c']))).toEqual({ x: 130, y: 0, w: 970, h: 360 });
  });

  it('are put down with new ids, bound to each other', () => {
    const paper = board();
    const { ops, ids } = pasteOps(copiesOf(paper, ['f']), { x: 20, y: 20 });
    paper.edit('Paste', ops);
    expect(ids).toHaveLength(1);
    expect(boxOf(paper, ids[0] ?? '')).toMatchObject({ kind: 'frame', x: 120, y: 120 });
    const inside = paper.children(ids[0] ?? '');
    expect(inside.map((id) => boxOf(paper, id)?.text)).toEqual(['a', 'b']);
    const [, , bound] = connectorsOf(paper);
    expect(bound).toMatchObject({ from: inside[0], to: inside[1], label: 'then', route: null });
  });

  it('go into a frame without a jump', () => {
    const paper = board();
    const { ops, ids } = pasteOps(
      copiesOf(paper, ['c']),
      { x: 0, y: 0 },
      { id: 'f', origin: originOf(paper, 'f') },
    );
    paper.edit('Paste', ops);
    expect(originOf(paper, ids[0] ?? '')).toEqual({ x: 900, y: 0 });
  });
});

describe('the clipboard', () => {
  it('carries copies, and their words for others', () => {
    const copies = copiesOf(board(), ['f']);
    expect(readCopies(writeCopies(copies))).toEqual(copies);
    expect(wordsOf(copies)).toBe('f\n\na\n\nb\n\nthen');
  });

  it('is not trusted', () => {
    for (const text of [
      '',
      '{}',
      '{"version":1,"copies":[{"id":1}]}',
      '{"version":1,"copies":[{"id":"a","kind":"x"}]}',
    ])
      expect(readCopies(text)).toBeNull();
  });

  it('gives a note for each paragraph', () => {
    expect(paragraphsOf('one\ntwo\r\n\r\n  three\n\n\n\nfour ')).toEqual(['one\ntwo', 'three', 'four']);
    expect(paragraphsOf(' \n ')).toEqual([]);
  });

  it.each([
    ['flowchart TD\n A --> B', 'flowchart TD\n A --> B'],
    ['```mermaid\ngraph LR\nA-->B\n```', 'graph LR\nA-->B'],
    ['%% a comment\nflowchart LR; A-->B', '%% a comment\nflowchart LR; A-->B'],
    ['graph paper is nice', null],
    ['sequenceDiagram\nA->>B: hi', null],
  ])('knows a flowchart: %j', (text, expected) => {
    expect(mermaidIn(text)).toBe(expected);
  });
});
