import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of the whole program in a real browser; each file has a server and a browser of its own. */
export default defineConfig({
  test: {
    include: ['browser/**/*.test.ts'],
    environment: 'node',
    // They wait as much as they work.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Only a failing test waits so long; a busy machine is slow.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
