import { useCallback, useSyncExternalStore } from 'react';
import type { LiveBoard } from '@/live/board';
import type { CardStatus } from '@/live/cards-wire';

/** How the work on one card stands, so that news of one draws no other. */
export function useCardStatus({ cards }: LiveBoard, card: string): CardStatus | undefined {
  return useSyncExternalStore(
    useCallback((listener) => cards.subscribe(card, listener), [cards, card]),
    () => cards.status(card),
  );
}

/** How many cards of a column an agent works on. */
export function useAtWork({ cards }: LiveBoard, column: string): number {
  return useSyncExternalStore(
    useCallback((listener) => cards.subscribeColumn(column, listener), [cards, column]),
    () => cards.atWork(column),
  );
}

/** Whether it is known how the cards stand. */
export function useCardsKnown({ cards }: LiveBoard): boolean {
  return useSyncExternalStore(
    useCallback((listener) => cards.subscribeKnown(listener), [cards]),
    () => cards.isKnown,
  );
}
