import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  test: { include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'], environment: 'node' },
});
