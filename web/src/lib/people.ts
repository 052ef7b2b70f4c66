import type { LiveBoard } from '@/live/board';
import type { Author } from '@/live/wire';

/** Who wrote something, as a person to show. */
export type NameAuthor = (author: Author) => { readonly id: string; readonly name: string };

interface Member {
  readonly user_id: string;
  readonly name: string;
}

/** Returns who an author is, as far as the members of the project and those who are here tell. */
export function authorNames(
  members: readonly Member[],
  board: Pick<LiveBoard, 'peers'>,
  me: { readonly id: string; readonly name: string },
): NameAuthor {
  const names = new Map(members.map(({ user_id, name }) => [user_id, name]));
  return (author) => {
    switch (author.type) {
      case 'system':
        return { id: 'tandem', name: 'Tandem' };
      case 'agent':
        return { id: author.session, name: 'Agent' };
      case 'user': {
        const here = board.peers().find(({ user }) => user.id === author.id)?.user.name;
        const name = author.id === me.id ? me.name : (names.get(author.id) ?? here ?? 'A former member');
        return { id: author.id, name };
      }
    }
  };
}
