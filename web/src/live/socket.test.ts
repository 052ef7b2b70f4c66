import { describe, expect, test, vi } from 'vitest';
import { FakeClock, settle } from '../../tests/live/fake-clock';
import { Socket, type Wire } from './socket';
import type { Inbound } from './wire';

class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: string[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
  }

  say(message: Inbound): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const READY: Inbound = { type: 'ready', user: { id: 'u', email: 'u@example.org', name: 'U' }, peer: 'p' };

function setUp(token: (reason: string) => Promise<string | null> = async () => 'secret') {
  const clock = new FakeClock();
  const wires: FakeWire[] = [];
  const heard = { ready: vi.fn(), message: vi.fn(), down: vi.fn() };
  const tokens = vi.fn(token);
  const socket = new Socket({
    connect: () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
    token: tokens,
    clock,
    random: () => 1,
    onReady: heard.ready,
    onMessage: heard.message,
    onDown: heard.down,
  });
  const newest = (): FakeWire => {
    const wire = wires.at(-1);
    if (!wire) throw new Error('nothing was dialled');
    return wire;
  };
  const goOnline = async () => {
    socket.connect();
    await settle();
    newest().onopen?.();
    newest().say(READY);
  };
  return { clock, wires, heard, tokens, socket, newest, goOnline };
}

describe('the socket', () => {
  test('says its token first, and is online once the server is ready', async () => {
    const { socket, newest, heard, goOnline } = setUp();
    await goOnline();
    expect(newest().sent).toEqual(['{"type":"auth","token":"secret"}']);
    expect(socket.state).toEqual({ phase: 'online' });
    expect(heard.ready).toHaveBeenCalledOnce();
  });

  test('comes back after ever longer waits, up to a limit', async () => {
    const { clock, socket } = setUp(async () => {
      throw new Error('unreachable');
    });
    const waits: number[] = [];
    socket.connect();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await settle();
      if (socket.state.phase !== 'offline' || socket.state.retryAt === null)
        throw new Error('it should wait');
      waits.push(socket.state.retryAt - clock.now());
      await clock.pass(socket.state.retryAt - clock.now());
    }
    expect(waits).toEqual([400, 800, 1_600, 3_200, 6_000, 6_000, 6_000, 6_000]);
  });

  test('gives up an attempt that gets no answer', async () => {
    const { clock, socket, newest } = setUp();
    socket.connect();
    await clock.pass(9_999);
    expect(socket.state.phase).toBe('connecting');
    await clock.pass(1);
    expect(socket.state.phase).toBe('offline');
    expect(newest().closed).toBe(true);
  });

  test('gives up a connection that has fallen silent', async () => {
    const { clock, socket, newest, heard, goOnline } = setUp();
    await goOnline();
    await clock.pass(30_000);
    expect(newest().sent.filter((text) => text.includes('ping'))).toHaveLength(2);
    expect(socket.state.phase).toBe('online');
    await clock.pass(15_000);
    expect(heard.down).toHaveBeenCalled();
    expect(socket.state.phase).not.toBe('online');
  });

  test('stays while the server answers', async () => {
    const { clock, socket, newest, goOnline } = setUp();
    await goOnline();
    for (let round = 0; round < 10; round += 1) {
      await clock.pass(15_000);
      newest().say({ type: 'pong' });
    }
    expect(socket.state.phase).toBe('online');
  });

  test('asks at once whether a doubtful connection lives, and does not wait long', async () => {
    const { clock, socket, newest, goOnline } = setUp();
    await goOnline();
    await clock.pass(10);
    socket.check();
    expect(newest().sent.at(-1)).toBe('{"type":"ping"}');
    await clock.pass(4_000);
    expect(socket.state.phase).toBe('offline');
  });

  test('tries at once when asked to, and ignores what an older connection says', async () => {
    const { socket, wires, newest, heard, goOnline } = setUp();
    await goOnline();
    const old = newest();
    old.onclose?.({ code: 1006 });
    socket.check();
    await settle();
    expect(wires).toHaveLength(2);
    old.say({ type: 'error', message: 'late' });
    old.onclose?.({ code: 1006 });
    expect(heard.message).not.toHaveBeenCalled();
    expect(socket.state.phase).toBe('connecting');
  });

  test.each([4401, 4403])('asks for another token after %i', async (code) => {
    const { clock, tokens, newest, goOnline } = setUp();
    await goOnline();
    newest().onclose?.({ code });
    await clock.pass(500);
    expect(tokens.mock.calls.map(([reason]) => reason)).toEqual(['start', 'unauthorized']);
  });

  test('stops when there is no token to be had', async () => {
    const { clock, socket } = setUp(async () => null);
    socket.connect();
    await clock.pass(60_000);
    expect(socket.state).toEqual({ phase: 'signed_out' });
    expect(clock.next).toBeNull();
  });

  test('says nothing when it is stopped', async () => {
    const { clock, socket, newest, goOnline } = setUp();
    await goOnline();
    socket.stop();
    expect(newest().closed).toBe(true);
    await clock.pass(60_000);
    expect(socket.state).toEqual({ phase: 'offline', retryAt: null });
  });
});
