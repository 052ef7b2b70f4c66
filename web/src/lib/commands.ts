import { useEffect, useRef } from 'react';
import { create } from 'zustand';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** Where the palette lists it: `Board`, `Go to`. */
  readonly group?: string;
  readonly keywords?: readonly string[];
  readonly shortcut?: string;
  readonly run: () => void;
}

/** Finds what fits a text, where there is too much to offer all of it: the cards of a board. */
export type Finder = (text: string) => readonly Command[];

interface Commands {
  readonly list: readonly Command[];
  readonly finders: readonly Finder[];
}

export const useCommandList = create<Commands>(() => ({ list: [], finders: [] }));

/** Offers commands until the returned function is called. A command with a known id takes the place of the older. */
export function addCommands(commands: readonly Command[]): () => void {
  const ids = new Set(commands.map(({ id }) => id));
  useCommandList.setState(({ list }) => ({ list: [...list.filter(({ id }) => !ids.has(id)), ...commands] }));
  return () =>
    useCommandList.setState(({ list }) => ({ list: list.filter((command) => !commands.includes(command)) }));
}

/** Lets the palette find things while the component is mounted. */
export function useFinder(finder: Finder): void {
  const latest = useRef(finder);
  useEffect(() => {
    latest.current = finder;
  });
  useEffect(() => {
    const added: Finder = (text) => latest.current(text);
    useCommandList.setState(({ finders }) => ({ finders: [...finders, added] }));
    return () =>
      useCommandList.setState(({ finders }) => ({ finders: finders.filter((other) => other !== added) }));
  }, []);
}

/** Offers commands in the palette while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const shape = JSON.stringify(commands.map(({ run: _, ...rest }) => rest));
  useEffect(() => {
    const described = JSON.parse(shape) as Omit<Command, 'run'>[];
    return addCommands(
      described.map((command) => ({
        ...command,
        run: () => latest.current.find(({ id }) => id === command.id)?.run(),
      })),
    );
  }, [shape]);
}
