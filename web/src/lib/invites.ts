import { answer, api } from './api';
import { paths } from './router';
import { keys, resources } from './server-data';

/** Makes an invitation and returns its link, whose secret is shown this once. */
export async function createInviteLink(days: number): Promise<string> {
  const made = await answer(api.POST('/api/invites', { body: { expires_in_days: days } }));
  void resources.reload(keys.invites);
  return inviteLink(made.invite);
}

/** The secret stands in the fragment, which browsers do not send: it is in no log. */
export function inviteLink(secret: string, origin: string = location.origin): string {
  return `${origin}${paths.join}#invite=${encodeURIComponent(secret)}`;
}
