import { create } from 'zustand';
import { browserStorage } from './storage';

const KEY = 'tandem.tour';
const storage = browserStorage();

interface Tour {
  /** The step that is shown, counted from 0; null while the tour is not under way. */
  readonly step: number | null;
}

export const useTour = create<Tour>(() => ({ step: null }));

export function startTour(): void {
  useTour.setState({ step: 0 });
}

/** Starts the tour in a browser that has not had it. */
export function offerTour(): void {
  if (storage.getItem(KEY) === null) startTour();
}

export function showTourStep(step: number): void {
  useTour.setState({ step });
}

/** Ends the tour; it does not come again by itself in this browser. */
export function endTour(): void {
  useTour.setState({ step: null });
  try {
    storage.setItem(KEY, 'seen');
  } catch {
    // A full storage costs only that it is offered once more.
  }
}
