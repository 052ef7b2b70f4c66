import { expect, test } from 'vitest';
import { formErrors, Problem, problemOf, toProblem } from './problem';
import { Unreachable } from './tokens';

function answer(status: number, headers: Record<string, string> = {}) {
  return { status, headers: new Headers(headers) };
}

test('the detail is what a person reads', () => {
  const problem = problemOf(answer(409), {
    code: 'email_taken',
    detail: 'There is an account with this email already.',
  });
  expect(problem).toMatchObject({
    status: 409,
    code: 'email_taken',
    message: 'There is an account with this email already.',
  });
});

test('field errors go to their fields, as sentences', () => {
  const problem = problemOf(answer(422), {
    code: 'invalid',
    detail: 'The body is invalid.',
    errors: [
      { path: '/email', message: 'there is no account with this email' },
      { path: '/email', message: 'a second one' },
      { path: '/name', message: 'this is too long.' },
    ],
  });
  expect(problem.fields).toEqual({
    email: 'There is no account with this email.',
    name: 'This is too long.',
  });
  expect(formErrors(problem, ['email', 'name'])).toEqual({
    fields: { email: 'There is no account with this email.', name: 'This is too long.' },
    general: null,
  });
});

test('an error of a field the form does not show is said above it', () => {
  const problem = problemOf(answer(422), {
    detail: 'x',
    errors: [{ path: '/invite', message: 'this field is too long' }],
  });
  expect(formErrors(problem, ['email'])).toEqual({ fields: {}, general: 'invite: This field is too long.' });
});

test('pointers are unescaped and nested ones belong to their field', () => {
  const problem = problemOf(answer(422), { detail: 'x', errors: [{ path: '/a~1b/0', message: 'no' }] });
  expect(problem.fields).toEqual({ 'a/b/0': 'No.' });
  expect(formErrors(problem, ['a/b']).fields).toEqual({ 'a/b': 'No.' });
});

test('a problem without fields is said above the form', () => {
  expect(formErrors(problemOf(answer(401), { detail: 'Wrong.' }), ['email'])).toEqual({
    fields: {},
    general: 'Wrong.',
  });
});

test.each([
  ['12', 'Too many requests. Try again in 12 seconds.'],
  ['600', 'Too many requests. Try again in 10 minutes.'],
  [null, 'Too many requests. Wait a moment, then try again.'],
])('429 with retry-after %s says how long to wait', (after, message) => {
  expect(problemOf(answer(429, after ? { 'retry-after': after } : {}), {}).message).toBe(message);
});

test('an answer that is no problem body still says something', () => {
  expect(problemOf(answer(502), '<html>').message).toContain('The server has a problem');
  expect(problemOf(answer(418), null).message).toContain('418');
});

test('no answer is told apart from a refusal', () => {
  for (const error of [
    new TypeError('Failed to fetch'),
    new Unreachable('x'),
    new DOMException('late', 'TimeoutError'),
  ]) {
    expect(toProblem(error)).toMatchObject({ status: 0, code: 'unreachable' });
  }
  const problem = new Problem({ status: 404, code: 'not_found', message: 'Gone.' });
  expect(toProblem(problem)).toBe(problem);
  expect(toProblem(new Error('Broken.')).message).toBe('Broken.');
  expect(toProblem('text').message).toContain('Reload');
});
