import { useCallback, useSyncExternalStore } from 'react';
import { exactTime } from '@/lib/time';
import type { LiveBoard } from '@/live/board';
import { Button } from '@/ui/Button';

interface TimeSliderProps {
  board: LiveBoard;
  /** The change to look at; `null` is now. */
  seq: number | null;
  /** When it was, once that is known. */
  at: string;
  /** Whether something else on the same screen leads back to now. */
  hasWayBack: boolean;
  onChange: (seq: number | null) => void;
}

/** A way through the board's past, from its first change to now. */
export function TimeSlider({ board, seq, at, hasWayBack, onChange }: TimeSliderProps) {
  const newest = useSyncExternalStore(
    useCallback((listener) => board.subscribe(listener), [board]),
    () => board.status().seq,
  );
  const value = seq ?? newest;
  const text = seq === null ? 'Now' : exactTime(at) || 'Looking…';
  return (
    <div className="border-b px-4 pt-3 pb-3.5">
      <div className="flex h-7 items-center justify-between text-sm">
        <label htmlFor="time-slider" className="font-medium">
          {text}
        </label>
        {seq === null ? (
          <span className="text-mute">Drag to look back</span>
        ) : hasWayBack ? null : (
          <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
            Back to now
          </Button>
        )}
      </div>
      <input
        id="time-slider"
        type="range"
        aria-label="The board’s past"
        aria-valuetext={seq === null ? 'Now' : `Change ${value} of ${newest}, ${exactTime(at)}`}
        min={Math.min(1, newest)}
        max={newest}
        step={1}
        value={value}
        onChange={({ target }) => onChange(Number(target.value) >= newest ? null : Number(target.value))}
        className="mt-1 h-5 w-full accent-accent coarse:h-9"
      />
    </div>
  );
}
