import { create } from 'zustand';

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ToastRequest {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly action?: ToastAction | undefined;
  readonly tone?: 'info' | 'done' | 'error';
}

export interface ToastEntry extends ToastRequest {
  readonly id: number;
  readonly tone: 'info' | 'done' | 'error';
}

interface Toasts {
  /** What is shown, the oldest first. */
  readonly entries: readonly ToastEntry[];
}

export const MAX_TOASTS = 3;
export const TOAST_MS = 5_000;

export const useToasts = create<Toasts>(() => ({ entries: [] }));

let lastId = 0;
let paused = false;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Says something in passing. An error stays until it is dismissed; the rest goes by itself. Returns its id. */
export function toast(request: ToastRequest): number {
  const tone = request.tone ?? 'info';
  const { entries } = useToasts.getState();
  const same = entries.find(
    (other) => other.title === request.title && other.detail === request.detail && other.tone === tone,
  );
  const id = same?.id ?? ++lastId;
  const entry: ToastEntry = { ...request, tone, id };
  const next = same ? entries.map((other) => (other === same ? entry : other)) : withRoom(entries, entry);
  for (const gone of entries) if (!next.some(({ id }) => id === gone.id)) clear(gone.id);
  useToasts.setState({ entries: next });
  schedule(entry);
  return id;
}

export function dismissToast(id: number): void {
  clear(id);
  useToasts.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }));
  // What goes away under the pointer or the focus reports no leaving, so the rest would stay for ever.
  if (paused) resumeToasts();
}

/** Nothing goes away under the pointer or the focus. */
export function pauseToasts(): void {
  paused = true;
  for (const id of [...timers.keys()]) clear(id);
}

export function resumeToasts(): void {
  paused = false;
  for (const entry of useToasts.getState().entries) schedule(entry);
}

/** Makes room by letting go of the oldest that is no error, else of the oldest. */
function withRoom(entries: readonly ToastEntry[], entry: ToastEntry): readonly ToastEntry[] {
  if (entries.length < MAX_TOASTS) return [...entries, entry];
  const leaving = entries.find(({ tone }) => tone !== 'error') ?? entries[0];
  return [...entries.filter((other) => other !== leaving), entry];
}

function schedule(entry: ToastEntry): void {
  clear(entry.id);
  if (entry.tone === 'error' || paused) return;
  timers.set(
    entry.id,
    setTimeout(() => dismissToast(entry.id), TOAST_MS),
  );
}

function clear(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}
