import { Suspense, useState } from 'react';
import { Dialog } from '@/ui/Dialog';
import { SEARCH_FIELD, SearchRow } from '@/ui/SearchRow';
import { Palette } from './pages';

/**
 * Finds and runs what can be done here. Whoever knows the key types on at once: until the code is here a plain field
 * takes the letters, so that none is lost or taken for a shortcut.
 */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const field = (
    <SearchRow>
      <input {...SEARCH_FIELD} value={typed} onChange={(event) => setTyped(event.target.value)} />
    </SearchRow>
  );
  return (
    <Dialog title="Search and commands" bare onClose={onClose}>
      <Suspense fallback={field}>
        <Palette typed={typed} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}
