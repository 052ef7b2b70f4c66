import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '@/lib/storage';
import { IDLE_MS } from '@/lib/texts/text-session';
import { Texts, type WriteText } from '@/lib/texts/texts';
import { writeText } from './edits';
import { BoardKit } from './testing/board-kit';

const pause = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

const write =
  ({ board }: BoardKit): WriteText =>
  (node, prop, text, fromSeq) =>
    writeText(board, node, prop, text, fromSeq);

async function open() {
  const kit = await BoardKit.open({ Todo: ['card'] });
  kit.remote([{ op: 'update', id: 'card', props: { description: 'one two three' } }]);
  const storage = memoryStorage();
  const texts = new Texts(kit.board, storage, 'me', write(kit));
  return { kit, storage, texts };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a session', () => {
  it('sends once the typing rests, and keeps the draft until the server has it', async () => {
    const { kit, storage, texts } = await open();
    const session = texts.session('card', 'description');
    session.type('one two 3');
    expect(storage.keys()).toHaveLength(1);
    await pause(IDLE_MS);
    expect(kit.waiting).toHaveLength(1);
    kit.answer();
    await pause();
    expect([kit.text('card', 'description'), storage.keys()]).toEqual(['one two 3', []]);
  });

  it('goes on sending after the editor is closed, one edit at a time', async () => {
    const { kit, texts } = await open();
    const session = texts.session('card', 'description');
    const close = session.attach();
    session.type('one two 3');
    session.flush();
    session.type('one two 3 four');
    close();
    expect(kit.waiting).toHaveLength(1);
    kit.answer();
    await pause(IDLE_MS);
    kit.answer();
    await pause();
    expect(kit.text('card', 'description')).toBe('one two 3 four');
    expect(texts.session('card', 'description')).not.toBe(session);
  });

  it('merges what others write elsewhere while ours is on its way', async () => {
    const { kit, texts } = await open();
    const session = texts.session('card', 'description');
    session.attach();
    session.type('one two 3');
    session.flush();
    kit.remote([{ op: 'update', id: 'card', props: { description: '1 two three' } }]);
    kit.answer();
    await pause();
    expect([session.state().draft, kit.text('card', 'description')]).toEqual(['1 two 3', '1 two 3']);
  });

  it('shows both versions when the server cannot merge, and drops the refusal once one is chosen', async () => {
    const { kit, texts } = await open();
    const session = texts.session('card', 'description');
    session.attach();
    session.type('one mine three');
    session.flush();
    kit.remote([{ op: 'update', id: 'card', props: { description: 'one theirs three' } }]);
    kit.answer();
    await pause();
    expect(session.state()).toMatchObject({
      draft: 'one mine three',
      conflict: { theirs: 'one theirs three' },
    });
    expect(texts.conflicts()).toEqual([session]);
    expect(kit.board.status().refusals).toHaveLength(1);
    session.resolve('one mine and theirs three');
    kit.answer();
    await pause();
    expect([kit.text('card', 'description'), texts.conflicts(), kit.board.status().refusals]).toEqual([
      'one mine and theirs three',
      [],
      [],
    ]);
  });
});

describe('after a reload', () => {
  it('takes up a draft that was not sent, and sends it', async () => {
    const { kit, storage, texts } = await open();
    texts.session('card', 'description').type('one two 3');
    const again = new Texts(kit.board, storage, 'me', write(kit));
    again.start();
    await pause(IDLE_MS);
    kit.answer();
    await pause();
    expect([kit.text('card', 'description'), storage.keys()]).toEqual(['one two 3', []]);
  });

  it('shows a refused edit of an earlier visit', async () => {
    const { kit, texts } = await open();
    const session = texts.session('card', 'description');
    session.type('one mine three');
    session.flush();
    kit.remote([{ op: 'update', id: 'card', props: { description: 'one theirs three' } }]);
    kit.answer();
    await pause();
    const again = new Texts(kit.board, memoryStorage(), 'me', write(kit));
    again.start();
    expect(again.conflicts().map((each) => each.state().draft)).toEqual(['one mine three']);
  });

  it('keeps the drafts of different people apart', async () => {
    const { kit, storage, texts } = await open();
    texts.session('card', 'description').type('mine');
    const other = new Texts(kit.board, storage, 'ben', write(kit));
    expect(other.session('card', 'description').state().draft).toBe('one two three');
  });
});
