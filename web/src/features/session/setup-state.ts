import type { components } from '@/api.gen';
import { answer, publicApi } from '@/lib/api';
import { type Followed, useResource } from '@/lib/server-data';

export type Setup = components['schemas']['SetupResponse'];

/** Whether there is an account yet, and who may make one. */
export function useSetup(): Followed<Setup> {
  return useResource('setup', () => answer(publicApi.GET('/api/setup')));
}
