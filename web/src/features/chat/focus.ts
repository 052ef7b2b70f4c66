import { type RefObject, useEffect } from 'react';
import { hasTouchKeyboard } from './MessageBox';

/** Lets somebody who has opened a chat write at once; a keyboard on the screen would cover what they want to read. */
export function useFocusAtFirst(box: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted && !hasTouchKeyboard()) box.current?.focus({ preventScroll: true });
  }, [box, isWanted]);
}
