import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { BoxShell } from './BoxShell';
import { useIsPlain, useUi, useWhiteboard } from './context';
import { rename } from './edits';
import { LineWriter } from './LineWriter';
import { MAX_LINE } from './model';
import { outline, textRoom } from './outline';
import type { FlowNode } from './scene';
import { Words } from './Words';

type BoxProps = NodeProps<FlowNode>;

/** A box is drawn anew when it shows something else, not when what it lies in moves. */
function isSame(a: BoxProps, b: BoxProps): boolean {
  return a.data === b.data;
}

const NoteBox = memo(function NoteBox({ data: { box } }: BoxProps) {
  return (
    <BoxShell box={box} className="wb-note">
      <Words box={box} className="wb-note-words" />
    </BoxShell>
  );
}, isSame);

const ShapeBox = memo(function ShapeBox({ data: { box } }: BoxProps) {
  const room = textRoom(box.geo, box);
  return (
    <BoxShell box={box} className="wb-shape">
      <svg aria-hidden="true" width={box.w} height={box.h}>
        <path d={outline(box.geo, box)} />
      </svg>
      <div className="wb-shape-room" style={{ left: room.x, top: room.y, width: room.w, height: room.h }}>
        <Words box={box} className="wb-shape-words" />
      </div>
    </BoxShell>
  );
}, isSame);

const TextBox = memo(function TextBox({ data: { box } }: BoxProps) {
  return (
    <BoxShell box={box} className="wb-text">
      <Words box={box} className={`wb-text-${box.size}`} />
    </BoxShell>
  );
}, isSame);

const FrameBox = memo(function FrameBox({ data: { box } }: BoxProps) {
  const whiteboard = useWhiteboard();
  const isEditing = useUi(({ editing }) => editing === box.id);
  const isPlain = useIsPlain();
  return (
    <BoxShell box={box} className="wb-frame">
      <svg aria-hidden="true" className="wb-frame-edge">
        <rect width={box.w} height={box.h} rx={10} />
      </svg>
      <div className="wb-frame-name wb-words wb-frame-words">
        {isEditing ? (
          <LineWriter
            label="Name of the frame"
            value={box.text}
            limit={MAX_LINE}
            onSave={(name) => rename(whiteboard.board, box.id, name)}
            onDone={() => whiteboard.stopWriting(box.id, box.text)}
            className="w-full"
          />
        ) : isPlain ? null : (
          <span className="block truncate">{box.text}</span>
        )}
      </div>
    </BoxShell>
  );
}, isSame);

export const NODE_TYPES = { note: NoteBox, shape: ShapeBox, text: TextBox, frame: FrameBox };
