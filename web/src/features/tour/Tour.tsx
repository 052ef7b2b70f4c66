import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useBoard } from '@/lib/live-hooks';
import { useMedia, WIDE } from '@/lib/media';
import { endTour, showTourStep } from '@/lib/tour';
import type { LiveBoard } from '@/live/board';
import { Button } from '@/ui/Button';
import type { Box } from '@/ui/place';
import { type Sight, useLooking, useSight } from './anchor';
import { coachPlace } from './coach-place';
import { STEPS } from './steps';

interface TourProps {
  /** The board on which it takes place. */
  board: string;
  step: number;
}

const RING = 4;

/** A few words beside what they are about, one step at a time. The page can be used meanwhile. */
export default function Tour({ board: id, step }: TourProps) {
  const board = useBoard(id);
  const shown = STEPS[step];
  const sight = useSight(step, () => shown?.anchor(board) ?? null);
  useGoOn(board, step);
  useEscape();
  if (!shown) return null;
  return (
    <>
      {sight.anchor ? <Ring box={sight.anchor} /> : null}
      <Coach key={step} step={step} sight={sight} />
    </>
  );
}

function Ring({ box: { left, top, width, height } }: { box: Box }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed z-40 animate-fade rounded-lg outline-3 outline-accent outline-solid"
      style={{ left: left - RING, top: top - RING, width: width + 2 * RING, height: height + 2 * RING }}
    />
  );
}

function Coach({ step, sight }: { step: number; sight: Sight }) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const [size, setSize] = useState({ width: 320, height: 180 });
  const isWide = useMedia(WIDE);
  const { title, text } = STEPS[step] ?? { title: '', text: '' };
  const isLast = step === STEPS.length - 1;
  useLayoutEffect(() => {
    if (box.current) setSize({ width: box.current.offsetWidth, height: box.current.offsetHeight });
  }, []);
  useEffect(() => {
    // Whoever has just done what a step asks for is not torn away from it.
    const isBusy = step > 0 && document.activeElement !== document.body;
    if (!isBusy) next.current?.focus({ preventScroll: true });
  }, [step]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' && !isLast) showTourStep(step + 1);
    else if (event.key === 'ArrowLeft' && step > 0) showTourStep(step - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const room = { width: sight.edge, height: innerHeight };
  const spot = isWide ? coachPlace(sight.anchor, size, room) : null;
  return (
    <section
      ref={box}
      // On a phone it leaves the way to the other columns free, which is at the bottom.
      role="dialog"
      aria-modal="false"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onKeyDown={onKeyDown}
      className="fixed right-3 bottom-3 left-3 z-50 animate-pop rounded-lg border border-accent bg-panel p-4 shadow-dialog max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))] md:right-4 md:left-auto md:w-80"
      style={spot ? { left: spot.left, top: spot.top, right: 'auto', bottom: 'auto' } : undefined}
    >
      <p className="text-xs text-mute">
        Step {step + 1} of {STEPS.length}
      </p>
      <h2 id={`${id}-title`} className="mt-0.5 text-base font-semibold">
        {title}
      </h2>
      <p id={`${id}-text`} className="mt-1 text-sm text-pretty text-soft">
        {text}
      </p>
      <div className="mt-3 flex items-center gap-1">
        <Button size="sm" variant="ghost" className="-ml-2" onClick={endTour}>
          {isLast ? 'Close' : 'Skip the tour'}
        </Button>
        <span className="flex-1" />
        {step > 0 ? (
          <Button size="sm" onClick={() => showTourStep(step - 1)}>
            Back
          </Button>
        ) : null}
        <Button
          ref={next}
          size="sm"
          variant="primary"
          onClick={() => (isLast ? endTour() : showTourStep(step + 1))}
        >
          {isLast ? 'Done' : 'Next'}
        </Button>
      </div>
    </section>
  );
}

/** Goes on by itself once what a step asks for has been done. */
function useGoOn(board: LiveBoard, step: number): void {
  const least = useRef<{ step: number; done: number } | null>(null);
  useLooking(step, () => {
    const done = STEPS[step]?.done?.(board) ?? null;
    if (done === null) return;
    const before = least.current?.step === step ? least.current.done : done;
    least.current = { step, done: Math.min(before, done) };
    if (done > before) showTourStep(step + 1);
  });
}

/** Escape ends the tour, unless it closes something that lies open. */
function useEscape(): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('dialog[open], [role="menu"]')) return;
      event.preventDefault();
      endTour();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
