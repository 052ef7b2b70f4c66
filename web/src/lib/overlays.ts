import { create } from 'zustand';

/** Dialogs that open from anywhere. */
export type Overlay = 'palette' | 'help' | 'new-project' | 'new-session';

interface Overlays {
  readonly open: Overlay | null;
}

export const useOverlay = create<Overlays>(() => ({ open: null }));

export function openOverlay(overlay: Overlay): void {
  useOverlay.setState({ open: overlay });
}

export function closeOverlay(): void {
  useOverlay.setState({ open: null });
}
