import { useEffect, useState } from 'react';
import { secretFrom } from '@/lib/router';

/** Takes a secret out of the address, so that it stays in no history and no screenshot. */
export function useSecret(name: string): string | null {
  const [secret] = useState(() => secretFrom(location.hash, name));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return secret;
}
