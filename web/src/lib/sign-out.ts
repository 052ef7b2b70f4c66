import { publicApi } from './api';
import { resources } from './server-data';
import { tokens } from './session';

/** Signs out here and in all tabs, and tells the server; without a network the tokens are forgotten all the same. */
export async function signOut(): Promise<void> {
  const refresh = tokens.signOut();
  resources.clear();
  if (!refresh) return;
  await publicApi.POST('/api/auth/logout', { body: { refresh_token: refresh } }).catch(() => {});
}
