import { useEffect, useState } from 'react';
import { toProblem } from '@/lib/problem';
import type { BoardNode, Change } from '@/live/wire';
import type { HistorySource } from './history-log';

/** A board as it was after a change. */
export interface Past {
  readonly seq: number;
  readonly at: string;
  readonly nodes: readonly BoardNode[];
}

const DEBOUNCE_MS = 120;
const MAX_KEPT = 40;

/** Reads boards of the past, each once. */
export class PastReader {
  readonly #source: HistorySource;
  readonly #kept = new Map<number, Promise<Past>>();

  constructor(source: HistorySource) {
    this.#source = source;
  }

  read(seq: number): Promise<Past> {
    const known = this.#kept.get(seq);
    if (known) return known;
    const reading = this.#fetch(seq);
    this.#kept.set(seq, reading);
    // What failed is asked for again, and what was kept longest goes first.
    reading.catch(() => this.#kept.delete(seq));
    for (const old of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(old);
    }
    return reading;
  }

  async #fetch(seq: number): Promise<Past> {
    const [nodes, changes]: [readonly BoardNode[], readonly Change[]] = await Promise.all([
      this.#source.nodesAt(seq),
      this.#source.changes(seq - 1, 1),
    ]);
    return { seq, nodes, at: changes[0]?.at ?? '' };
  }
}

/** Follows the slider: the board it points to, once it rests; the last one stays while the next is on its way. */
export function usePast(reader: PastReader, seq: number | null): { past: Past | null; error: string | null } {
  const [state, setState] = useState<{ past: Past | null; error: string | null }>({
    past: null,
    error: null,
  });
  useEffect(() => {
    if (seq === null) {
      setState({ past: null, error: null });
      return;
    }
    let isOver = false;
    const timer = setTimeout(() => {
      reader.read(seq).then(
        (past) => {
          if (!isOver) setState({ past, error: null });
        },
        (error: unknown) => {
          if (!isOver) setState((before) => ({ ...before, error: toProblem(error).message }));
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [reader, seq]);
  return state;
}
