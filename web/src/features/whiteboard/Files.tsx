import Upload from 'lucide-react/icons/upload';
import { useRef } from 'react';
import { useCommands } from '@/lib/commands';
import { useMedia } from '@/lib/media';
import { IconButton } from '@/ui/IconButton';
import { Spinner } from '@/ui/Spinner';
import { ENDINGS } from './drawing-file';

const LABEL = 'Insert a file…';
const COARSE = '(pointer: coarse)';

/** A button that asks for files to be put on the board. */
export function InsertButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  // Phones know few endings, and let nobody choose a file that has another.
  const isCoarse = useMedia(COARSE);
  const ask = () => input.current?.click();
  useCommands([
    {
      id: 'whiteboard.insert',
      label: LABEL,
      group: 'Whiteboard',
      keywords: ['import', 'open', 'excalidraw', 'tldraw', 'canvas', 'mermaid'],
      run: ask,
    },
  ]);
  return (
    <>
      <IconButton label={LABEL} icon={<Upload size={16} />} onClick={ask} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={isCoarse ? undefined : ENDINGS}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}

/** Says where a file would go that is held over the canvas. */
export function DropHint() {
  return (
    <div className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/60">
      <div className="rounded-lg bg-raised px-4 py-3 text-center shadow-float">
        <p className="text-sm font-medium">Drop it where it should go</p>
        <p className="mt-0.5 text-xs text-soft">
          Excalidraw, tldraw, JSON Canvas, Mermaid, or a Tandem board
        </p>
      </div>
    </div>
  );
}

/** Says that something is being inserted. */
export function InsertProgress({ name }: { name: string }) {
  return (
    <div
      role="status"
      className="absolute top-14 left-1/2 z-10 flex max-w-[calc(100%-1rem)] -translate-x-1/2 items-center gap-2 rounded-lg bg-raised px-3 py-2 text-sm shadow-float"
    >
      <Spinner size={14} />
      <span className="truncate">{name} is being inserted…</span>
    </div>
  );
}
