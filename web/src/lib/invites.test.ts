import { expect, test } from 'vitest';
import { inviteLink } from './invites';
import { secretFrom } from './router';

test('the secret of an invitation comes back out of its link', () => {
  const link = inviteLink('a-_/+b', 'http://tandem.lan:7420');
  expect(link).toBe('http://tandem.lan:7420/join#invite=a-_%2F%2Bb');
  expect(secretFrom(new URL(link).hash, 'invite')).toBe('a-_/+b');
});
