import { createContext } from 'react';

/** What requests are about, where several stand on one page and must be told apart by their names. */
export const RequestAboutContext = createContext<string | null>(null);
