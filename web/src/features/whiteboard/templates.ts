import type { Batch, Operation } from '@/lib/whiteboard-api';

/** A board to begin with, made by the same call that agents use. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly batch: Omit<Batch, 'viewport'>;
}

interface Column {
  readonly name: string;
  readonly color: string;
  readonly notes: readonly string[];
}

/** Returns frames with notes in them. */
function columns(all: readonly Column[]): Operation[] {
  return all.flatMap(({ name, color, notes }, index) => {
    const frame = `frame_${index + 1}`;
    const written = notes.map((text, place): Operation => {
      return { op: 'createNote', ref: `note_${index + 1}_${place + 1}`, text, color, parentRef: frame };
    });
    return [{ op: 'createFrame', ref: frame, name } as Operation, ...written];
  });
}

/** Returns shapes, and connectors between them, each as `from > to > label`. */
function chart(
  shapes: readonly (readonly [ref: string, text: string, geo: string, color: string])[],
  ways: readonly string[],
): Operation[] {
  const boxes = shapes.map(
    ([ref, text, geo, color]): Operation => ({ op: 'createShape', ref, text, geo, color }),
  );
  const links = ways.map((way, index): Operation => {
    const [fromRef = '', toRef = '', label] = way.split('>');
    return { op: 'createConnector', ref: `way_${index + 1}`, fromRef, toRef, ...(label && { label }) };
  });
  return [...boxes, ...links];
}

export const TEMPLATES: readonly Template[] = [
  {
    id: 'swot',
    name: 'SWOT',
    detail: 'Strengths, weaknesses, opportunities, threats',
    batch: {
      layoutDirective: 'swot-2x2',
      operations: columns([
        {
          name: 'Strengths',
          color: 'light-green',
          notes: ['What do we do well?', 'What do others see in us?'],
        },
        { name: 'Weaknesses', color: 'light-red', notes: ['Where do we lose time?', 'What do we avoid?'] },
        {
          name: 'Opportunities',
          color: 'light-blue',
          notes: ['What is changing in our favour?', 'Who could use this too?'],
        },
        { name: 'Threats', color: 'orange', notes: ['What could stop us?', 'Who does it better?'] },
      ]),
    },
  },
  {
    id: 'retrospective',
    name: 'Retrospective',
    detail: 'What went well, what did not, what to try',
    batch: {
      layoutDirective: 'columns',
      operations: columns([
        { name: 'Went well', color: 'light-green', notes: ['', ''] },
        { name: 'Did not go well', color: 'light-red', notes: ['', ''] },
        { name: 'To try next', color: 'light-blue', notes: ['', ''] },
      ]),
    },
  },
  {
    id: 'journey',
    name: 'User journey',
    detail: 'Stages from hearing of it to relying on it',
    batch: {
      layoutDirective: 'journey-stages',
      operations: columns([
        {
          name: 'Discover',
          color: 'light-violet',
          notes: ['How do they hear of it?', 'What do they hope for?'],
        },
        {
          name: 'Try',
          color: 'light-blue',
          notes: ['What is the first thing they do?', 'Where do they get stuck?'],
        },
        {
          name: 'Use',
          color: 'light-green',
          notes: ['What do they come back for?', 'What do they still do elsewhere?'],
        },
        { name: 'Rely on', color: 'yellow', notes: ['What would they miss?', 'Whom do they tell?'] },
      ]),
    },
  },
  {
    id: 'flowchart',
    name: 'Flowchart',
    detail: 'Steps, a decision, and a way back',
    batch: {
      layoutDirective: 'flowchart-top-down',
      operations: chart(
        [
          ['begin', 'Begin', 'oval', 'green'],
          ['step', 'Do the work', 'rectangle', 'black'],
          ['check', 'Good enough?', 'diamond', 'orange'],
          ['improve', 'Improve it', 'rectangle', 'black'],
          ['finish', 'Done', 'oval', 'blue'],
        ],
        ['begin>step', 'step>check', 'check>finish>yes', 'check>improve>no', 'improve>check'],
      ),
    },
  },
  {
    id: 'mind-map',
    name: 'Mind map',
    detail: 'One thought, and what comes of it',
    batch: {
      layoutDirective: 'flowchart-left-right',
      operations: chart(
        [
          ['thought', 'One thought', 'ellipse', 'violet'],
          ['branch_1', 'First branch', 'oval', 'blue'],
          ['branch_2', 'Second branch', 'oval', 'green'],
          ['branch_3', 'Third branch', 'oval', 'orange'],
          ['leaf_1', 'A detail', 'rectangle', 'light-blue'],
          ['leaf_2', 'Another detail', 'rectangle', 'light-blue'],
          ['leaf_3', 'A detail', 'rectangle', 'light-green'],
          ['leaf_4', 'A detail', 'rectangle', 'light-red'],
        ],
        [
          'thought>branch_1',
          'thought>branch_2',
          'thought>branch_3',
          'branch_1>leaf_1',
          'branch_1>leaf_2',
          'branch_2>leaf_3',
          'branch_3>leaf_4',
        ],
      ),
    },
  },
];
