import { create } from 'zustand';

interface DialogStack {
  /** The modal dialogs that are open, the topmost last. */
  readonly open: readonly HTMLDialogElement[];
}

export const useDialogStack = create<DialogStack>(() => ({ open: [] }));

export function pushDialog(dialog: HTMLDialogElement): () => void {
  useDialogStack.setState(({ open }) => ({ open: [...open, dialog] }));
  return () => useDialogStack.setState(({ open }) => ({ open: open.filter((other) => other !== dialog) }));
}

/** Whether a modal dialog covers the page. */
export function dialogIsOpen(): boolean {
  return useDialogStack.getState().open.length > 0;
}
