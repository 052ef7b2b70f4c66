import { expect, test, vi } from 'vitest';
import { FakeSessions } from '../../tests/support/fake-sessions';

test('whoever lists projects hears of a new one, until they stop listening', async () => {
  const server = new FakeSessions();
  await vi.waitFor(() => expect(server.live.connection().phase).toBe('online'));
  const heard = vi.fn();
  const stop = server.live.subscribeProjects(heard);
  server.knock();
  expect(heard).toHaveBeenCalledTimes(0);
  server.join();
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
  server.join();
  expect(heard).toHaveBeenCalledTimes(1);
});
