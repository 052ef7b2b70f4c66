import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Kbd } from './Kbd';
import { type PlaceOptions, place } from './place';

const DELAY_MS = 450;
const WARM_MS = 400;
let lastHidden = Number.NEGATIVE_INFINITY;

export interface TriggerProps {
  onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave: () => void;
  onPointerDown: () => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: () => void;
}

interface TooltipProps extends PlaceOptions {
  content: ReactNode;
  /** Keys as in `lib/keys`, shown beside the text. */
  shortcut?: string | undefined;
  children: (props: TriggerProps) => ReactNode;
}

/** Shows a short text beside what it is told to; the trigger needs an accessible name of its own. */
export function Tooltip({ content, shortcut, children, ...placing }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const show = (element: HTMLElement, delay: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setAnchor(element), delay);
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    if (anchor) lastHidden = performance.now();
    setAnchor(null);
  };
  const trigger: TriggerProps = {
    onPointerEnter: (event) => {
      if (event.pointerType !== 'mouse') return;
      show(event.currentTarget, performance.now() - lastHidden < WARM_MS ? 0 : DELAY_MS);
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: (event) => {
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0);
    },
    onBlur: hide,
  };
  return (
    <>
      {children(trigger)}
      {anchor ? (
        <Tip anchor={anchor} placing={placing} onEscape={hide}>
          {content}
          {shortcut ? <Kbd keys={shortcut} tone="tip" /> : null}
        </Tip>
      ) : null}
    </>
  );
}

interface TipProps {
  anchor: HTMLElement;
  placing: PlaceOptions;
  onEscape: () => void;
  children: ReactNode;
}

function Tip({ anchor, placing, onEscape, children }: TipProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const tip = ref.current;
    if (!tip) return;
    tip.showPopover?.();
    const { innerWidth: width, innerHeight: height } = window;
    const placed = place(
      anchor.getBoundingClientRect(),
      tip.getBoundingClientRect(),
      { width, height },
      {
        align: 'center',
        gap: 6,
        ...placing,
      },
    );
    tip.style.left = `${placed.left}px`;
    tip.style.top = `${placed.top}px`;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [onEscape]);
  return (
    <span
      ref={ref}
      id={id}
      role="tooltip"
      popover="manual"
      className="pointer-events-none fixed inset-auto m-0 inline-flex max-w-72 items-center gap-2 rounded-sm bg-tip px-2 py-1 text-xs text-on-tip shadow-float open:animate-fade"
    >
      {children}
    </span>
  );
}
