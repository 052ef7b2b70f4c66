import { useEffect, useRef, useState } from 'react';

/** Text comes in bursts about so far apart, and is shown over as long. */
const SPREAD_MS = 280;
const FRAME_MS = 33;
/** More than this at once is no burst but a return after an absence, and is not played. */
const MAX_BACKLOG = 1_200;
/** A word that is nearly whole is shown whole. */
const MAX_WORD = 14;

/** Returns how much of a text is shown after some time, given how much was. It ends with a word. */
export function reveal(text: string, shown: number, elapsedMs: number): number {
  const backlog = text.length - shown;
  if (backlog <= 0 || elapsedMs >= SPREAD_MS) return text.length;
  const from = backlog > MAX_BACKLOG ? text.length - MAX_BACKLOG : shown;
  const end = from + Math.max(1, Math.ceil(((text.length - from) * elapsedMs) / SPREAD_MS));
  const word = /^\S*/.exec(text.slice(end, end + MAX_WORD))?.[0].length ?? 0;
  const at = Math.min(text.length, end + word);
  // Half of a letter that is written as two is no letter.
  return at < text.length && /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at;
}

/** Shows a text that grows in bursts as if it were written; what was there at first is there at once. */
export function useRevealed(text: string, isOpen: boolean): string {
  const [shown, setShown] = useState(text.length);
  const latest = useRef({ text, isOpen });
  useEffect(() => {
    latest.current = { text, isOpen };
  });
  const end = Math.min(shown, text.length);
  const isBehind = end < text.length;
  useEffect(() => {
    if (!isBehind) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(latest.current.text.length);
      return;
    }
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const { text, isOpen } = latest.current;
      // What is said to the end is not held back: the next thing may stand below it already.
      const elapsed = (now - before) * (isOpen ? 1 : 4);
      before = now;
      setShown((old) => reveal(text, Math.min(old, text.length), elapsed));
    }, FRAME_MS);
    return () => clearInterval(timer);
  }, [isBehind]);
  return text.slice(0, end);
}
