import type { Role } from '@/lib/server-data';

/** What each role may do, the least first. */
export const ROLES: { readonly role: Role; readonly name: string; readonly may: string }[] = [
  { role: 'viewer', name: 'Viewer', may: 'sees everything, changes nothing' },
  { role: 'editor', name: 'Editor', may: 'works on the boards' },
  { role: 'owner', name: 'Owner', may: 'also manages members and settings' },
];
