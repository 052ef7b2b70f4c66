import { create } from 'zustand';

export interface ConfirmRequest {
  readonly title: string;
  readonly detail?: string;
  /** Says what will happen: `Delete project`. */
  readonly action: string;
  readonly cancel?: string;
  readonly tone?: 'danger';
  /** Must be typed first, for what cannot be taken back. */
  readonly typed?: string;
}

export interface PendingConfirm extends ConfirmRequest {
  readonly answer: (yes: boolean) => void;
}

interface ConfirmState {
  readonly pending: PendingConfirm | null;
}

export const useConfirm = create<ConfirmState>(() => ({ pending: null }));

/** Asks before something is done; resolves to whether to do it. A second question cancels the first. */
export function confirm(request: ConfirmRequest): Promise<boolean> {
  useConfirm.getState().pending?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useConfirm.setState({ pending: null });
      resolve(yes);
    };
    useConfirm.setState({ pending: { ...request, answer } });
  });
}
