import Eye from 'lucide-react/icons/eye';
import SquareMousePointer from 'lucide-react/icons/square-mouse-pointer';
import X from 'lucide-react/icons/x';
import { IconButton } from '@/ui/IconButton';
import { useScene, useUi, useWhiteboard } from './context';
import { shortNameOf } from './reading';

/** So many names tell what is meant. */
const NAMED = 3;

/** Says what of the board goes along with a message: what is selected, and always what is in sight. */
export function GoesAlong() {
  const whiteboard = useWhiteboard();
  useScene();
  const selection = useUi((state) => state.selection);
  const ids = [...selection];
  const look = 'mb-1.5 flex min-h-7 min-w-0 items-center gap-1.5 text-xs text-soft';
  if (ids.length === 0) {
    return (
      <p className={`${look} px-1`}>
        <Eye size={13} aria-hidden="true" className="shrink-0 text-mute" />
        <span className="truncate">What you see goes along. Select objects to point at them.</span>
      </p>
    );
  }
  const names = ids.slice(0, NAMED).map((id) => shortNameOf(whiteboard.board, id));
  const more = ids.length > NAMED ? ', …' : '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set is for forms.
    <div
      role="group"
      aria-label="Goes along with the message"
      className={`${look} w-fit max-w-full rounded-md border bg-sunken pl-2`}
    >
      <SquareMousePointer size={13} aria-hidden="true" className="shrink-0 text-accent-ink" />
      <span className="shrink-0 font-medium text-ink">
        {ids.length === 1 ? '1 object selected' : `${ids.length} objects selected`}
      </span>
      <span className="truncate">
        {names.join(', ')}
        {more}
      </span>
      <IconButton
        size="sm"
        label="Select nothing"
        tooltipSide="top"
        icon={<X size={13} />}
        // The focus stays where the message is written.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => whiteboard.select([])}
      />
    </div>
  );
}
