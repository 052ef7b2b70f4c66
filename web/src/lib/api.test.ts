import { expect, test } from 'vitest';
import { answer, authorised } from './api';
import { Problem } from './problem';

function request() {
  return new Request('http://tandem.test/api/me', { method: 'PATCH', body: '{"name":"Ada"}' });
}

/** A server that takes only one access token and remembers what it was sent. */
function server(good: string) {
  const heard: string[] = [];
  const send = async (sent: Request) => {
    const bearer = sent.headers.get('authorization') ?? '';
    heard.push(`${bearer} ${await sent.text()}`);
    return new Response('{}', { status: bearer === `Bearer ${good}` ? 200 : 401 });
  };
  return { heard, send };
}

test('a call carries the access token', async () => {
  const { heard, send } = server('a1');
  const call = authorised({ access: async () => 'a1', renew: async () => null }, send);
  expect((await call(request())).status).toBe(200);
  expect(heard).toEqual(['Bearer a1 {"name":"Ada"}']);
});

test('a refused call is sent once more, whole, with a new token', async () => {
  const { heard, send } = server('a2');
  const call = authorised(
    { access: async () => 'a1', renew: async (refused) => (refused === 'a1' ? 'a2' : null) },
    send,
  );
  expect((await call(request())).status).toBe(200);
  expect(heard).toEqual(['Bearer a1 {"name":"Ada"}', 'Bearer a2 {"name":"Ada"}']);
});

test('it is not sent a third time', async () => {
  const { heard, send } = server('never');
  const call = authorised({ access: async () => 'a1', renew: async () => 'a2' }, send);
  expect((await call(request())).status).toBe(401);
  expect(heard).toHaveLength(2);
});

test('when the refresh is refused the answer is the refusal', async () => {
  const { heard, send } = server('a2');
  const call = authorised({ access: async () => 'a1', renew: async () => null }, send);
  expect((await call(request())).status).toBe(401);
  expect(heard).toHaveLength(1);
});

test('nothing is sent while signed out', async () => {
  const { heard, send } = server('a1');
  const call = authorised({ access: async () => null, renew: async () => null }, send);
  await expect(call(request())).rejects.toMatchObject({ status: 401, code: 'signed_out' });
  expect(heard).toEqual([]);
});

test('an answer is its data, and an error its problem', async () => {
  expect(await answer(Promise.resolve({ data: { id: 1 }, response: new Response('{}') }))).toEqual({ id: 1 });
  const response = new Response('', { status: 404 });
  const failed = answer(Promise.resolve({ error: { code: 'not_found', detail: 'Gone.' }, response }));
  await expect(failed).rejects.toThrow(new Problem({ status: 404, code: 'not_found', message: 'Gone.' }));
});
