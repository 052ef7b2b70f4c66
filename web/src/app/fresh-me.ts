import { useEffect } from 'react';
import { answer, api } from '@/lib/api';
import { tokens } from '@/lib/session';

/** Learns once per visit what changed about the account elsewhere: its name, its rights. */
export function useFreshMe(): void {
  useEffect(() => {
    let current = true;
    answer(api.GET('/api/me')).then(
      (user) => {
        const held = tokens.session()?.user;
        if (current && held?.id === user.id && JSON.stringify(held) !== JSON.stringify(user))
          tokens.setUser(user);
      },
      () => {},
    );
    return () => {
      current = false;
    };
  }, []);
}
