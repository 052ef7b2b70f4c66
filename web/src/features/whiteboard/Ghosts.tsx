import { ViewportPortal } from '@xyflow/react';
import { memo, useMemo } from 'react';
import { classes } from '@/lib/classes';
import { useGhosts } from '@/lib/live-hooks';
import type { GhostGroup } from '@/live/ghosts';
import { useIsPlain, useWhiteboard } from './context';
import type { Rect } from './geometry';
import { drawGhosts } from './ghost-drawing';
import type { Line } from './lines';
import type { Box } from './model';
import { outline, textRoom } from './outline';
import { useAgentName } from './session';
import './ghosts.css';

/** What agents are about to draw: seen by everybody, and out of reach until it is there. */
export function Ghosts() {
  const groups = useGhosts(useWhiteboard().board);
  return (
    <ViewportPortal>
      {groups.map((group) => (
        <GhostsOfCall key={`${group.session} ${group.call}`} group={group} />
      ))}
    </ViewportPortal>
  );
}

const GhostsOfCall = memo(function GhostsOfCall({ group }: { group: GhostGroup }) {
  const name = useAgentName(group.session);
  const drawing = useMemo(() => drawGhosts(group), [group]);
  if (!drawing) return null;
  return (
    <div className="wb-ghosts" data-ghosts={group.call}>
      <p className="sr-only" role="status">{`${name} is drawing.`}</p>
      <div aria-hidden="true">
        {drawing.boxes.map((box) => (
          <GhostBox key={box.id} box={box} />
        ))}
        <svg aria-hidden="true" className="wb-lines" width={1} height={1}>
          {drawing.lines.map(({ connector, path, arrow }) => (
            <g key={connector.id} className={`tint-${connector.color}`}>
              <path className="wb-line" d={path} />
              <path className="wb-arrow" d={arrow} />
            </g>
          ))}
        </svg>
        {drawing.lines.map(({ connector, middle }) => (
          <GhostLabel key={connector.id} connector={connector} middle={middle} />
        ))}
        <NameOfGhosts name={name} bounds={drawing.bounds} />
      </div>
    </div>
  );
});

function GhostBox({ box }: { box: Box }) {
  const isPlain = useIsPlain();
  const { kind, geo, color, x, y, w, h } = box;
  const room = kind === 'shape' ? textRoom(geo, box) : null;
  const words = isPlain ? null : (
    <div className={classes('wb-words w-full', wordsClass(box))}>{box.text}</div>
  );
  return (
    <div
      className="wb-ghost"
      style={{ transform: `translate(${x}px, ${y}px)`, width: w, height: h }}
      data-ghost={kind}
    >
      <div className={classes('wb-box', color && `tint-${color}`, `wb-${kind}`)}>
        {room ? (
          <>
            <svg aria-hidden="true" width={w} height={h}>
              <path d={outline(geo, box)} />
            </svg>
            <div
              className="wb-shape-room"
              style={{ left: room.x, top: room.y, width: room.w, height: room.h }}
            >
              {words}
            </div>
          </>
        ) : (
          words
        )}
      </div>
    </div>
  );
}

function GhostLabel({ connector: { label, color }, middle }: Pick<Line, 'connector' | 'middle'>) {
  if (label === '') return null;
  const transform = `translate(-50%, -50%) translate(${middle.x}px, ${middle.y}px)`;
  return (
    <div className={classes('wb-label-place', `tint-${color}`)} style={{ transform }}>
      <div className="wb-words wb-label">{label}</div>
    </div>
  );
}

function wordsClass({ kind, size }: Box): string {
  return kind === 'text'
    ? `wb-text-${size}`
    : kind === 'frame'
      ? 'wb-frame-name wb-frame-words truncate'
      : `wb-${kind}-words`;
}

function NameOfGhosts({ name, bounds }: { name: string; bounds: Rect }) {
  return (
    <div className="wb-ghost-name" style={{ transform: `translate(${bounds.x}px, ${bounds.y}px)` }}>
      <span>{name}</span>
    </div>
  );
}
