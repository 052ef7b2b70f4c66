import { useUi, useWhiteboard } from './context';
import { type Box, boxesOf, boxOf, placeOf, topmost } from './model';
import { outline, textRoom } from './outline';

/** Keeps what is being copied to the eye where it is, while the hand carries the copies. */
export function StandIns() {
  const isCopying = useUi((state) => state.isCopying);
  const draft = useUi((state) => state.draft);
  const { board } = useWhiteboard();
  if (!isCopying || draft.size === 0) return null;
  const boxes = topmost(board, draft.keys()).flatMap((id) =>
    [boxOf(board, id) ?? [], boxesOf(board, id)].flat(),
  );
  return boxes.map((box) => <StandIn key={box.id} box={box} />);
}

function StandIn({ box }: { box: Box }) {
  const { board } = useWhiteboard();
  const place = placeOf(board, box.id);
  if (!place) return null;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-0 left-0"
      style={{ width: place.w, height: place.h, transform: `translate(${place.x}px, ${place.y}px)` }}
    >
      <div className={`wb-box wb-${box.kind} ${box.color ? `tint-${box.color}` : ''}`}>
        <Look box={box} />
      </div>
    </div>
  );
}

function Look({ box }: { box: Box }) {
  const words = <div className={`wb-words w-full ${WORDS[box.kind](box)}`}>{box.text}</div>;
  if (box.kind === 'frame') {
    return (
      <>
        <svg aria-hidden="true" className="wb-frame-edge">
          <rect width={box.w} height={box.h} rx={10} />
        </svg>
        <div className="wb-frame-name wb-words wb-frame-words">
          <span className="block truncate">{box.text}</span>
        </div>
      </>
    );
  }
  if (box.kind !== 'shape') return words;
  const room = textRoom(box.geo, box);
  return (
    <>
      <svg aria-hidden="true" width={box.w} height={box.h}>
        <path d={outline(box.geo, box)} />
      </svg>
      <div className="wb-shape-room" style={{ left: room.x, top: room.y, width: room.w, height: room.h }}>
        {words}
      </div>
    </>
  );
}

const WORDS: Readonly<Record<Box['kind'], (box: Box) => string>> = {
  note: () => 'wb-note-words',
  shape: () => 'wb-shape-words',
  text: ({ size }) => `wb-text-${size}`,
  frame: () => 'wb-frame-words',
};
