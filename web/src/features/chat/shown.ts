/** What a chat beside a board shows, if it is no session by its id: the one that was last active, or one that begins. */
export const LAST = 'last';
export const NEW = 'new';
