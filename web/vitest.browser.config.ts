import { defineConfig } from 'vitest/config';

/** Tests of the whole program in a real browser; each file has a server and a browser of its own. */
export default defineConfig({
  test: {
    include: ['browser/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
