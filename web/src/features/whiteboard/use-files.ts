import { useCallback, useEffect, useState } from 'react';
import { toProblem } from '@/lib/problem';
import { insertFile } from '@/lib/whiteboard-api';
import { dialogIsOpen } from '@/ui/dialog-stack';
import { toast } from '@/ui/toast';
import { clearView } from './bars';
import { type Drawing, readDrawing } from './drawing-file';
import type { Point } from './geometry';
import { showMade, viewAround } from './made';
import type { Whiteboard } from './whiteboard';

/** More files than this at once are a mistake of the hand. */
const MAX_FILES = 10;
/** How many of the server's remarks are worth reading in passing. */
const MAX_REMARKS = 3;

/** What is to be inserted, and what it is called until then. */
interface Source {
  readonly name: string;
  readonly read: () => Promise<Drawing> | Drawing;
}

export interface Inserting {
  /** What is being inserted now. */
  readonly inserting: string | null;
  readonly insertFiles: (files: readonly File[], at?: Point) => void;
  readonly insertPasted: (drawing: Drawing) => void;
}

/** Inserts files, one after the other: each is a change of its own. */
export function useInserting(whiteboard: Whiteboard): Inserting {
  const [inserting, setInserting] = useState<string | null>(null);
  const insertAll = useCallback(
    async (sources: readonly Source[], at?: Point) => {
      for (const source of sources) {
        setInserting(source.name);
        await insert(whiteboard, source, at);
      }
      setInserting(null);
    },
    [whiteboard],
  );
  const insertFiles = useCallback(
    (files: readonly File[], at?: Point) => {
      const sources = files.slice(0, MAX_FILES).map((file) => ({
        name: `“${file.name}”`,
        read: () => readDrawing(file),
      }));
      void insertAll(sources, at);
    },
    [insertAll],
  );
  const insertPasted = useCallback(
    (drawing: Drawing) => void insertAll([{ name: 'What you pasted', read: () => drawing }]),
    [insertAll],
  );
  return { inserting, insertFiles, insertPasted };
}

async function insert(whiteboard: Whiteboard, { name, read }: Source, at: Point | undefined): Promise<void> {
  try {
    const viewport = at ? viewAround(whiteboard, at) : clearView(whiteboard);
    const { created, warnings = [] } = await insertFile(whiteboard.board.id, await read(), viewport);
    showMade(whiteboard, Object.values(created ?? {}));
    whiteboard.announce(`${name} was inserted.`);
    if (warnings.length > 0)
      toast({ title: `${name} is not all here`, detail: warnings.slice(0, MAX_REMARKS).join(' ') });
  } catch (error) {
    const { fields, message } = toProblem(error);
    const [wrong = message] = Object.values(fields);
    toast({ title: `${name} was not inserted`, detail: wrong, tone: 'error' });
  }
}

/** Hears files that are dragged from outside; returns whether one is over the canvas. */
export function useFileDrop(whiteboard: Whiteboard, onDrop: Inserting['insertFiles']): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const isHere = ({ target }: DragEvent) =>
      whiteboard.canEdit &&
      !dialogIsOpen() &&
      target instanceof Node &&
      whiteboard.surface?.parentElement?.contains(target) === true;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // What is let go beside the canvas must not take the place of the whole page.
      event.preventDefault();
      event.dataTransfer.dropEffect = isHere(event) ? 'copy' : 'none';
      setIsOver(isHere(event));
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false);
    const drop = (event: DragEvent) => {
      setIsOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      if (isHere(event)) onDrop(files, whiteboard.toBoard(event));
    };
    document.addEventListener('dragover', over, stop);
    document.addEventListener('dragleave', leave, stop);
    document.addEventListener('drop', drop, stop);
    return () => stop.abort();
  }, [whiteboard, onDrop]);
  return isOver;
}
