import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../tests/support/server';

const INSTALLED = '../../../target/tools/claude-code/node_modules/.bin/claude';

/**
 * Lets a server have the real Claude Code, with a home of its own and a scripted model.
 *
 * That is the whole environment: not the developer's own key, and no other place to send anything to.
 */
export function withClaude(folder: string, model: string): Settings {
  const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')];
  for (const part of [home, temporary]) mkdirSync(part);
  return {
    flags: ['--claude', claude()],
    environment: {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      HOME: home,
      CLAUDE_CODE_TMPDIR: temporary,
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      // Without it root, as which CI may run, is refused some modes.
      IS_SANDBOX: '1',
    },
  };
}

function claude(): string {
  const path = process.env.TANDEM_TEST_CLAUDE ?? new URL(INSTALLED, import.meta.url).pathname;
  if (!existsSync(path))
    throw new Error(`There is no Claude Code at ${path}. xtask installs it, or set TANDEM_TEST_CLAUDE.`);
  return path;
}
