// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Drag, type DragItem, type DropList, type DropTarget } from './drag';
import { Flip } from './flip';

const WIDTH = 100;
const HEIGHT = 40;

/** Two lists side by side at the top of the screen, with items of one height, and a drag over them. */
function open(...lengths: number[]) {
  const layer = document.body.appendChild(document.createElement('div'));
  const scroller = document.body.appendChild(document.createElement('div'));
  const drops: [string, DropTarget][] = [];
  let looks = 0;
  const drag = new Drag({
    flip: new Flip(() => layer),
    scroller: () => scroller,
    layer: () => layer,
    drop: ({ id }, target) => drops.push([id, target]),
  });
  const lists = lengths.map((length, index) => Array.from({ length }, (_, at) => `${index}.${at}`));
  lists.forEach((items, index) => {
    const element = scroller.appendChild(document.createElement('div'));
    const rect = new DOMRect(index * WIDTH, 0, WIDTH, 600);
    element.getBoundingClientRect = () => rect;
    const list: DropList = {
      id: `list${index}`,
      kind: 'card',
      axis: 'y',
      zone: element,
      scroller: element,
      content: () => element,
      track: () => ({
        count: items.length,
        offset: (at) => {
          looks += 1;
          return at * HEIGHT;
        },
        size: () => HEIGHT,
      }),
      indexOf: (item) => items.indexOf(item),
      reveal: () => {},
    };
    drag.register(list);
  });
  const lift = (id: string): DragItem => {
    const [list = 0, at = 0] = id.split('.').map(Number);
    const element = document.createElement('article');
    element.getBoundingClientRect = () => new DOMRect(list * WIDTH, at * HEIGHT, WIDTH, HEIGHT - 6);
    const item = { kind: 'card', id, element };
    // The hand takes it ten pixels from its corner.
    drag.lift(item, { x: list * WIDTH + 10, y: at * HEIGHT + 10 });
    return item;
  };
  return {
    drag,
    drops,
    layer,
    lists,
    lift,
    looksSince: (work: () => void) => {
      const before = looks;
      work();
      return looks - before;
    },
  };
}

const frame = () => vi.advanceTimersByTime(17);

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'performance'],
  });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  document.body.replaceChildren();
});

describe('a drag', () => {
  it('opens the gap it would drop into, and closes the one it came from', () => {
    const { drag, lift } = open(3, 2);
    lift('0.0');
    frame();
    expect(drag.view('list0')).toEqual({ item: '0.0', size: HEIGHT, gap: 0, gapStart: 0 });
    drag.moveTo({ x: 150, y: 35 });
    frame();
    expect(drag.view('list0')).toMatchObject({ gap: null });
    expect(drag.view('list1')).toMatchObject({ gap: 1, gapStart: HEIGHT });
  });

  it('drops where the hand is, also when no frame came in between', () => {
    const { drag, drops, lift } = open(3, 2);
    lift('0.1');
    drag.moveTo({ x: 150, y: 300 });
    drag.drop();
    expect([drops, drag.item(), drag.view('list1')]).toEqual([
      [['0.1', { list: 'list1', gap: 2 }]],
      null,
      null,
    ]);
  });

  it('drops nothing when it is cancelled', () => {
    const { drag, drops, lift } = open(3, 2);
    lift('0.1');
    frame();
    drag.cancel();
    expect([drops, drag.item()]).toEqual([[], null]);
  });

  it('tells only the lists whose gap changes, and once per frame', () => {
    const { drag, lift } = open(3, 2, 2);
    lift('0.0');
    frame();
    const heard: string[] = [];
    for (const list of ['list0', 'list1', 'list2']) drag.subscribeView(list, () => heard.push(list));
    drag.moveTo({ x: 12, y: 15 });
    frame();
    expect(heard).toEqual([]);
    for (let y = 20; y < 70; y += 1) drag.moveTo({ x: 12, y });
    frame();
    expect(heard).toEqual(['list0']);
    drag.moveTo({ x: 150, y: 15 });
    frame();
    expect(heard).toEqual(['list0', 'list0', 'list1']);
  });

  it('looks at no more items in a long list than in a short one, but for a few', () => {
    const cost = (length: number) => {
      const { drag, lift, looksSince } = open(length, 1);
      lift('0.0');
      frame();
      return looksSince(() => {
        drag.moveTo({ x: 20, y: 200 });
        frame();
      });
    };
    expect(cost(100_000) - cost(100)).toBeLessThan(25);
  });

  it('follows lists that change under it', () => {
    const { drag, lists, lift } = open(2, 2);
    lift('0.0');
    drag.moveTo({ x: 150, y: 300 });
    frame();
    expect(drag.view('list1')).toMatchObject({ gap: 2 });
    lists[1]?.pop();
    drag.changed();
    frame();
    expect(drag.view('list1')).toMatchObject({ gap: 1 });
  });

  it('goes where it is aimed at when keys hold it', () => {
    const { drag, drops, lists, layer } = open(3, 2);
    const element = document.createElement('article');
    element.getBoundingClientRect = () => new DOMRect(0, HEIGHT, WIDTH, HEIGHT);
    drag.hold({ kind: 'card', id: lists[0]?.[1] ?? '', element });
    frame();
    expect(drag.view('list0')).toMatchObject({ gap: 1 });
    drag.aim({ list: 'list1', gap: 1 });
    frame();
    expect(layer.querySelector('article')?.style.transform).toContain(
      `translate3d(${WIDTH}px, ${HEIGHT}px, 0)`,
    );
    drag.drop();
    expect(drops).toEqual([['0.1', { list: 'list1', gap: 1 }]]);
  });
});
