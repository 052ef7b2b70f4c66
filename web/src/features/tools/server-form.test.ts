import { expect, test } from 'vitest';
import { MASK } from '@/lib/tool-servers';
import { addressOf, configOf, EMPTY_FORM, formOf, isReady, newPair } from './server-form';

test('what is not written anew is sent back as its mask', () => {
  const form = formOf('files', {
    type: 'stdio',
    command: 'npx',
    args: [MASK, MASK],
    env: { TOKEN: MASK, OTHER: MASK },
  });
  expect(form.pairs.map(({ value }) => value)).toEqual(['', '']);
  const [token, other] = form.pairs;
  const changed = {
    ...form,
    args: form.args.slice(0, 1),
    pairs: [
      { ...token, value: 'new' },
      other,
      newPair('MORE', 'x'),
      newPair('', 'lost'),
    ] as typeof form.pairs,
  };
  expect(configOf(changed)).toEqual({
    type: 'stdio',
    command: 'npx',
    args: [MASK],
    env: { TOKEN: 'new', OTHER: MASK, MORE: 'x' },
  });
});

test('an address has headers and no arguments', () => {
  const form = {
    ...EMPTY_FORM,
    name: 'web',
    type: 'http' as const,
    url: ' https://x.test/mcp ',
    command: 'left over',
  };
  expect(isReady(form)).toBe(true);
  expect(isReady({ ...form, url: ' ' })).toBe(false);
  expect(configOf(form)).toEqual({ type: 'http', url: 'https://x.test/mcp', headers: {} });
  expect(addressOf(configOf(form))).toBe('https://x.test/mcp');
});
