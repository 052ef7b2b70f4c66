import { useState } from 'react';
import { attempt } from '@/lib/attempt';
import { makeObjects } from '@/lib/whiteboard-api';
import { Dialog } from '@/ui/Dialog';
import { Spinner } from '@/ui/Spinner';
import { clearView } from './bars';
import { useWhiteboard } from './context';
import { showMade } from './made';
import { TemplatePicture } from './TemplatePicture';
import { TEMPLATES, type Template } from './templates';

/** Boards to begin with; the server puts one where there is room. */
export default function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const whiteboard = useWhiteboard();
  const [busy, setBusy] = useState<string | null>(null);
  const insert = async ({ id, batch }: Template) => {
    if (busy !== null) return;
    setBusy(id);
    const isDone = await attempt('The template was not inserted', async () => {
      const { created } = await makeObjects(whiteboard.board.id, {
        ...batch,
        viewport: clearView(whiteboard),
      });
      showMade(whiteboard, Object.values(created ?? {}));
    });
    setBusy(null);
    if (isDone) onClose();
  };
  return (
    <Dialog
      title="Templates"
      description="It goes where there is room. One undo takes it away again."
      size="lg"
      onClose={onClose}
    >
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {TEMPLATES.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              aria-busy={busy === template.id || undefined}
              onClick={() => void insert(template)}
              className="flex h-full w-full flex-col gap-2 rounded-lg border border-line-strong p-2.5 text-left hover:bg-hover/60"
            >
              <span className="relative flex h-24 w-full items-center justify-center rounded-md bg-sunken">
                <TemplatePicture id={template.id} />
                {busy === template.id ? (
                  <span className="absolute inset-0 flex items-center justify-center bg-sunken/70">
                    <Spinner size={18} />
                  </span>
                ) : null}
              </span>
              <span>
                <span className="block text-sm font-medium">{template.name}</span>
                <span className="block text-xs text-soft">{template.detail}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
