import Bot from 'lucide-react/icons/bot';
import { type CSSProperties, type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { usePeers } from '@/lib/live-hooks';
import { hueOf } from '@/lib/person';
import { useLines, useScene, useWhiteboard } from './context';
import type { Rect } from './geometry';
import { type Visitor, visitorsOf } from './presence';
import { useAgentName } from './session';
import './others.css';

/** More pointers than this hide the board. */
const MAX_SHOWN = 20;

/** Who else is here: where they point, and what they have selected; and where agents are at work. */
export function Others() {
  const whiteboard = useWhiteboard();
  const peers = usePeers(whiteboard.board);
  const visitors = useMemo(() => visitorsOf(peers, whiteboard.user).slice(0, MAX_SHOWN), [peers, whiteboard]);
  const layer = whiteboard.surface?.querySelector('.react-flow__viewport-portal');
  if (!layer) return null;
  return createPortal(
    <div aria-hidden="true" className="wb-others">
      {visitors.map((visitor) => (
        <Selected key={visitor.peer} visitor={visitor} />
      ))}
      {visitors.map((visitor) => (
        <Pointer key={visitor.peer} visitor={visitor} />
      ))}
      <Agents />
    </div>,
    layer,
  );
}

function colours(id: string) {
  const hue = hueOf(id);
  return { '--wb-who': `oklch(0.52 0.14 ${hue})` } as CSSProperties;
}

function Selected({ visitor: { user, selection, editing } }: { visitor: Visitor }) {
  const whiteboard = useWhiteboard();
  useScene();
  useLines();
  return selection.map((id) => {
    const place = whiteboard.places.rects.get(id) ?? whiteboard.lines().byId.get(id)?.bounds;
    if (!place) return null;
    return (
      <div key={id} className="wb-who-ring" style={{ ...colours(user.id), ...boxStyle(place) }}>
        {editing === id ? <span className="wb-who-name">{user.name} is writing</span> : null}
      </div>
    );
  });
}

function boxStyle({ x, y, w, h }: Rect) {
  return { transform: `translate(${x}px, ${y}px)`, width: w, height: h };
}

function Pointer({ visitor: { user, cursor } }: { visitor: Visitor }) {
  if (!cursor) return null;
  return (
    <div
      data-pointer={user.name}
      className="wb-who-pointer"
      style={{ ...colours(user.id), transform: `translate(${cursor.x}px, ${cursor.y}px)` }}
    >
      <Hand>{user.name}</Hand>
    </div>
  );
}

function Agents() {
  const { agents, places } = useWhiteboard();
  useScene();
  const marks = useSyncExternalStore(
    useCallback((listener) => agents.subscribe(listener), [agents]),
    () => agents.marks(),
  );
  return [...marks].map(([session, id]) => {
    const place = places.rects.get(id);
    if (!place) return null;
    const corner = `translate(${place.x + place.w - 12}px, ${place.y + place.h - 12}px)`;
    return (
      <div
        key={session}
        className="wb-who-pointer"
        style={{ transform: corner, '--wb-who': 'var(--running)' } as CSSProperties}
      >
        <Hand>
          <Bot size={12} /> <AgentName session={session} />
        </Hand>
      </div>
    );
  });
}

function AgentName({ session }: { session: string }) {
  return useAgentName(session);
}

function Hand({ children }: { children: ReactNode }) {
  return (
    <div className="wb-who-hand">
      <svg aria-hidden="true" width="18" height="18" viewBox="0 0 18 18">
        <path d="M2 2l5.2 13 2-5.8 5.8-2z" />
      </svg>
      <span className="wb-who-name">{children}</span>
    </div>
  );
}
