import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

/** So near to the end counts as at the end. */
const NEAR = 40;
/** What scrolls so soon after somebody's hand has moved was moved by it. */
const HAND_MS = 800;
const SCROLL_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home', ' ']);
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
  /** Lets go of the end, because something further up is shown. */
  readonly leave: () => void;
  /** For what scrolls. */
  readonly listeners: {
    readonly onScroll: () => void;
    readonly onWheel: () => void;
    readonly onTouchMove: () => void;
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onClickCapture: (event: MouseEvent) => void;
  };
}

/** Keeps the end of a growing list in sight, until somebody scrolls away from it. */
export function useFollowEnd({ scroller, content, onNearStart }: FollowOptions): Following {
  const [isAway, setIsAway] = useState(false);
  const follows = useRef(true);
  // Where something is shown, only a hand or a wish leads back to the end.
  const held = useRef(false);
  // What is pressed must not move before it is let go, or the click is lost.
  const isPressed = useRef(false);
  const hasHeldBack = useRef(false);
  const last = useRef(0);
  const handAt = useRef(Number.NEGATIVE_INFINITY);
  const nearStart = useRef(onNearStart);
  useEffect(() => {
    nearStart.current = onNearStart;
  });

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const left = scrollHeight - clientHeight - scrollTop;
    const byHand = performance.now() - handAt.current < HAND_MS;
    if (byHand) held.current = false;
    // Rows that are measured move things too, and that is nobody's wish.
    if (scrollTop < last.current && byHand && left > 1) follows.current = false;
    else if (!held.current && (left <= 1 || (scrollTop > last.current && left < NEAR)))
      follows.current = true;
    last.current = scrollTop;
    setIsAway(!follows.current && left > NEAR);
    if (scrollTop < AHEAD) nearStart.current();
  }, [scroller]);

  const toEnd = useCallback(() => {
    follows.current = true;
    held.current = false;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    look();
  }, [scroller, look]);

  const leave = useCallback(() => {
    follows.current = false;
    held.current = true;
    look();
  }, [look]);

  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const keepUp = () => {
      hasHeldBack.current = isPressed.current;
      if (follows.current && !isPressed.current) toEnd();
      else look();
    };
    const onRelease = () => {
      isPressed.current = false;
      // The click comes right after this. What it makes grow is seen to once it has been measured.
      if (hasHeldBack.current) requestAnimationFrame(keepUp);
    };
    const observer = new ResizeObserver(keepUp);
    observer.observe(element);
    if (scroller.current) observer.observe(scroller.current);
    // Wherever the pointer is by then.
    window.addEventListener('pointerup', onRelease);
    window.addEventListener('pointercancel', onRelease);
    return () => {
      observer.disconnect();
      window.removeEventListener('pointerup', onRelease);
      window.removeEventListener('pointercancel', onRelease);
    };
  }, [content, scroller, toEnd, look]);

  const listeners = useMemo(() => {
    const onHand = () => {
      handAt.current = performance.now();
    };
    // What somebody opens must stay under their pointer.
    const onClickCapture = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('[aria-expanded], summary')) follows.current = false;
    };
    return {
      onScroll: look,
      onWheel: onHand,
      onTouchMove: onHand,
      onPointerDown: ({ target, currentTarget }: PointerEvent) => {
        isPressed.current = true;
        // Beside what is inside there is only the scroll bar.
        if (target === currentTarget) onHand();
      },
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (SCROLL_KEYS.has(key)) onHand();
      },
      onClickCapture,
    };
  }, [look]);
  return { isAway, toEnd, leave, listeners };
}
