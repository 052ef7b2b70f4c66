import { answer, api } from '@/lib/api';
import { type Folder, type Followed, useResource } from '@/lib/server-data';

/** The folders inside one, or the roots that projects may lie under. */
export function useFolders(path?: string): Followed<Folder[]> {
  return useResource(`folders.${path ?? ''}`, async () => {
    const query = path === undefined ? {} : { path };
    return (await answer(api.GET('/api/folders', { params: { query } }))).items;
  });
}
