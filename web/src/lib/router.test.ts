import { expect, test } from 'vitest';
import { afterLogin, isPublic, loginFor, secretFrom } from './router';

test('a login leads back', () => {
  expect(loginFor('/p/1/b/2')).toBe('/login?next=%2Fp%2F1%2Fb%2F2');
  expect(loginFor('/')).toBe('/login');
  expect(loginFor('/join')).toBe('/login');
  expect(afterLogin('?next=%2Fp%2F1%2Fb%2F2')).toBe('/p/1/b/2');
  expect(afterLogin('?next=%2Fp%2F1%3Fcard%3D2%23a')).toBe('/p/1?card=2#a');
  expect(afterLogin('')).toBe('/');
});

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/login',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/login?next=x',
])('a login never leads to %s', (next) => {
  expect(afterLogin(`?next=${encodeURIComponent(next)}`)).toBe('/');
});

test('secrets come out of the fragment', () => {
  expect(secretFrom('#token=abc-_1', 'token')).toBe('abc-_1');
  expect(secretFrom('#token=', 'token')).toBeNull();
  expect(secretFrom('', 'invite')).toBeNull();
});

test('public pages', () => {
  expect(['/login', '/setup', '/join'].every(isPublic)).toBe(true);
  expect(isPublic('/')).toBe(false);
});
