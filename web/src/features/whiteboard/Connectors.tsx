import { useStore, ViewportPortal } from '@xyflow/react';
import { memo, useMemo } from 'react';
import { classes } from '@/lib/classes';
import { openMenuAt } from './actions';
import { useIsPlain, useLines, useName, useUi, useWhiteboard } from './context';
import { rename } from './edits';
import { overlaps, type Rect } from './geometry';
import { LineWriter } from './LineWriter';
import type { Line } from './lines';
import { MAX_LINE } from './model';

/** What is drawn is what lies in these cells, so that a small move of the view draws nothing anew. */
const CELL = 600;

/** All connectors in sight, above the boxes. */
export function Connectors() {
  const lines = useLines();
  const view = useCoarseView();
  const seen = useMemo(
    () => [...lines.values()].filter(({ bounds }) => overlaps(bounds, view)),
    [lines, view],
  );
  return (
    <ViewportPortal>
      <svg className="wb-lines" role="presentation" width={1} height={1}>
        {seen.map((line) => (
          <ConnectorLine key={line.connector.id} line={line} />
        ))}
      </svg>
      {seen.map((line) => (
        <ConnectorLabel key={line.connector.id} line={line} />
      ))}
    </ViewportPortal>
  );
}

const ConnectorLine = memo(function ConnectorLine({ line }: { line: Line }) {
  const whiteboard = useWhiteboard();
  const { id, color } = line.connector;
  const name = useName(id);
  const isSelected = useUi(({ selection }) => selection.has(id));
  const isCarried = useUi(({ linking }) => linking?.moves?.id === id);
  if (isCarried) return null;
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a line is a picture, and keys are heard by the whole canvas.
    <g
      role="img"
      tabIndex={-1}
      aria-label={name}
      data-box={id}
      data-selected={isSelected || undefined}
      onFocus={() => whiteboard.ui.setState({ focus: id })}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        if (whiteboard.isAdding) whiteboard.toggle(id);
        else whiteboard.select([id], { menu: null });
      }}
      onDoubleClick={() => whiteboard.write(id)}
      onContextMenu={(event) => {
        if (!whiteboard.ui.getState().selection.has(id)) whiteboard.select([id]);
        openMenuAt(whiteboard, event);
      }}
      className={`wb-connector nopan tint-${color}`}
    >
      <path className="wb-halo" d={line.path} />
      <path className="wb-line" d={line.path} />
      <path className="wb-arrow" d={line.arrow} />
    </g>
  );
});

const ConnectorLabel = memo(function ConnectorLabel({ line }: { line: Line }) {
  const whiteboard = useWhiteboard();
  const { id, color, label } = line.connector;
  const isEditing = useUi(({ editing }) => editing === id);
  const isPlain = useIsPlain();
  if ((label === '' || isPlain) && !isEditing) return null;
  return (
    <div
      aria-hidden={!isEditing}
      className={classes('wb-label-place', `tint-${color}`)}
      style={{ transform: `translate(-50%, -50%) translate(${line.middle.x}px, ${line.middle.y}px)` }}
    >
      {isEditing ? (
        <LineWriter
          label="Label of the connector"
          value={label}
          limit={MAX_LINE}
          onSave={(text) => rename(whiteboard.board, id, text)}
          onDone={() => whiteboard.stopWriting(id, label)}
          className="wb-label field-sizing-content min-w-12 ring-2 ring-accent"
        />
      ) : (
        <div className="wb-words wb-label">{label}</div>
      )}
    </div>
  );
});

/** What of the board is in sight, in whole cells. */
function useCoarseView(): Rect {
  const key = useStore(({ transform: [x, y, zoom], width, height }) => {
    const cell = CELL / 2 ** Math.round(Math.log2(zoom));
    const [left, top] = [Math.floor(-x / zoom / cell), Math.floor(-y / zoom / cell)];
    const [right, bottom] = [Math.ceil((width - x) / zoom / cell), Math.ceil((height - y) / zoom / cell)];
    return [left * cell, top * cell, (right - left) * cell, (bottom - top) * cell].join(' ');
  });
  return useMemo(() => {
    const [x = 0, y = 0, w = 0, h = 0] = key.split(' ').map(Number);
    return { x, y, w, h };
  }, [key]);
}
