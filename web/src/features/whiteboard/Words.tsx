import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo } from 'react';
import { classes } from '@/lib/classes';
import type { TextSession } from '@/lib/texts/text-session';
import { useCaretKeeper, useTextState } from '@/lib/texts/use-text';
import { useIsPlain, useUi, useWhiteboard } from './context';
import { focusBox } from './focus';
import { type Box, boxOf, MAX_WORDS } from './model';
import { kindName } from './reading';

interface WordsProps {
  box: Box;
  className: string;
}

/** What is written on a box, or the box's writer. */
export function Words({ box, className }: WordsProps) {
  const isEditing = useUi(({ editing }) => editing === box.id);
  const isPlain = useIsPlain();
  if (isEditing) return <Editing box={box} className={className} />;
  if (isPlain || box.text === '') return null;
  return <div className={classes('wb-words w-full', className)}>{box.text}</div>;
}

function Editing({ box, className }: WordsProps) {
  const { texts } = useWhiteboard();
  // At once, and not a moment later: whoever presses Enter may go on typing.
  const session = useMemo(() => texts.session(box.id, 'text'), [texts, box.id]);
  useEffect(() => session.attach(), [session]);
  return <Writer key={box.id} box={box} session={session} className={className} />;
}

/** Writes in place: sent as it is typed, merged with what others write, in a box that grows with its words. */
function Writer({ box, session, className }: WordsProps & { session: TextSession }) {
  const whiteboard = useWhiteboard();
  const { draft } = useTextState(session);
  const area = useCaretKeeper(draft);
  useGrowth(box.id, draft);
  const done = () => {
    session.flush();
    whiteboard.stopWriting(box.id, session.state().draft);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const isDone =
      event.key === 'Escape' ||
      event.key === 'Tab' ||
      (event.key === 'Enter' && (event.metaKey || event.ctrlKey));
    if (event.nativeEvent.isComposing || !isDone) return;
    event.preventDefault();
    done();
    focusBox(whiteboard, box.id);
  };
  return (
    <div className={classes('wb-writer wb-words nodrag nopan nowheel nokey', className)}>
      <div aria-hidden="true">{`${draft}\u200b`}</div>
      <textarea
        ref={area}
        aria-label={`Text of the ${kindName(box).toLowerCase()}`}
        value={draft}
        maxLength={MAX_WORDS}
        onChange={(event) => session.type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={done}
        className="wb-words"
      />
    </div>
  );
}

/** Shows the box as large as its words will make it. */
function useGrowth(id: string, draft: string): void {
  const whiteboard = useWhiteboard();
  useLayoutEffect(() => {
    const [box, size] = [boxOf(whiteboard.board, id), whiteboard.sizeFor(id, draft)];
    if (!box || !size) return;
    const held = whiteboard.ui.getState().draft.get(id) ?? box;
    if (held.w === size.w && held.h === size.h) return;
    whiteboard.ui.setState({ draft: new Map([[id, { x: box.x, y: box.y, ...size }]]) });
  }, [whiteboard, id, draft]);
}
