/** What a hand does to an item, from the press to the drop, apart from the screen. */
export type Gesture =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pressed'; readonly pointer: number; readonly by: PointerKind; readonly at: Point }
  | { readonly kind: 'lifted'; readonly pointer: number };

export type PointerKind = 'mouse' | 'touch';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type GestureEvent =
  | { readonly type: 'press'; readonly pointer: number; readonly by: PointerKind; readonly at: Point }
  | { readonly type: 'move'; readonly pointer: number; readonly at: Point }
  | { readonly type: 'release'; readonly pointer: number }
  | { readonly type: 'interrupt'; readonly pointer: number }
  | { readonly type: 'held' }
  | { readonly type: 'escape' };

/** What to do about it: `hold` begins the wait of a long press, `forget` ends it. */
export type GestureEffect = 'none' | 'hold' | 'forget' | 'lift' | 'follow' | 'drop' | 'cancel';

/** How far a mouse goes before it drags. */
export const DRAG_DISTANCE = 4;
/** How long a finger rests before it lifts, and how far it may tremble meanwhile. */
export const HOLD_MS = 250;
export const HOLD_SLACK = 8;

export const IDLE: Gesture = { kind: 'idle' };

export function nextGesture(gesture: Gesture, event: GestureEvent): readonly [Gesture, GestureEffect] {
  switch (gesture.kind) {
    case 'idle':
      if (event.type !== 'press') return [gesture, 'none'];
      return [
        { kind: 'pressed', pointer: event.pointer, by: event.by, at: event.at },
        event.by === 'touch' ? 'hold' : 'none',
      ];
    case 'pressed':
      return fromPressed(gesture, event);
    case 'lifted':
      return fromLifted(gesture, event);
  }
}

type Step = readonly [Gesture, GestureEffect];

function fromPressed(gesture: Gesture & { kind: 'pressed' }, event: GestureEvent): Step {
  const lifted: Gesture = { kind: 'lifted', pointer: gesture.pointer };
  switch (event.type) {
    case 'held':
      return [lifted, 'lift'];
    case 'press':
      // A second finger is the beginning of a pinch.
      return [IDLE, 'forget'];
    case 'move': {
      if (event.pointer !== gesture.pointer) return [gesture, 'none'];
      const distance = Math.hypot(event.at.x - gesture.at.x, event.at.y - gesture.at.y);
      if (gesture.by === 'mouse') return distance >= DRAG_DISTANCE ? [lifted, 'lift'] : [gesture, 'none'];
      return distance > HOLD_SLACK ? [IDLE, 'forget'] : [gesture, 'none'];
    }
    case 'release':
    case 'interrupt':
      return event.pointer === gesture.pointer ? [IDLE, 'forget'] : [gesture, 'none'];
    case 'escape':
      return [IDLE, 'forget'];
  }
}

function fromLifted(gesture: Gesture & { kind: 'lifted' }, event: GestureEvent): Step {
  switch (event.type) {
    case 'escape':
      return [IDLE, 'cancel'];
    case 'move':
      return [gesture, event.pointer === gesture.pointer ? 'follow' : 'none'];
    case 'release':
      return event.pointer === gesture.pointer ? [IDLE, 'drop'] : [gesture, 'none'];
    case 'interrupt':
      return event.pointer === gesture.pointer ? [IDLE, 'cancel'] : [gesture, 'none'];
    case 'press':
    case 'held':
      return [gesture, 'none'];
  }
}
