import { defineConfig } from 'vitest/config';

/** Measurements in a real browser, one after the other. */
export default defineConfig({
  test: { include: ['browser/**/*.measure.ts'], environment: 'node', maxWorkers: 1, hookTimeout: 60_000 },
});
