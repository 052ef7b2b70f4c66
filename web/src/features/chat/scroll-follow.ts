import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** So near to the end counts as at the end. */
const NEAR = 40;
/** So near to the beginning the page before is fetched. */
const AHEAD = 900;

interface FollowOptions {
  /** What scrolls, and what it scrolls over. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLElement | null>;
  /** Called when the beginning of what is here comes near. */
  readonly onNearStart: () => void;
}

interface Following {
  /** Whether the end is out of sight, because somebody has scrolled away from it. */
  readonly isAway: boolean;
  readonly toEnd: () => void;
  readonly onScroll: () => void;
}

/** Keeps the end of a growing list in sight, until somebody scrolls away from it. */
export function useFollowEnd({ scroller, content, onNearStart }: FollowOptions): Following {
  const [isAway, setIsAway] = useState(false);
  const follows = useRef(true);
  const last = useRef(0);
  const nearStart = useRef(onNearStart);
  useEffect(() => {
    nearStart.current = onNearStart;
  });

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const left = scrollHeight - clientHeight - scrollTop;
    if (left < NEAR) follows.current = true;
    // What grows moves nothing up: only a person does.
    else if (scrollTop < last.current) follows.current = false;
    last.current = scrollTop;
    setIsAway(!follows.current);
    if (scrollTop < AHEAD) nearStart.current();
  }, [scroller]);

  const toEnd = useCallback(() => {
    follows.current = true;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    look();
  }, [scroller, look]);

  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (follows.current) toEnd();
    });
    observer.observe(element);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [content, scroller, toEnd]);

  return { isAway, toEnd, onScroll: look };
}
