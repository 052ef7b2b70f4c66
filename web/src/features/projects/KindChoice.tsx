import { useId } from 'react';
import { classes } from '@/lib/classes';
import { BOARD_KINDS, type BoardKind } from '@/lib/server-data';

const KINDS = Object.keys(BOARD_KINDS) as BoardKind[];

interface KindChoiceProps {
  value: BoardKind;
  error?: string | undefined;
  onChange: (kind: BoardKind) => void;
}

/** The kinds of boards there are, each with a picture and a line about it. */
export function KindChoice({ value, error, onChange }: KindChoiceProps) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Kind</legend>
      <div className="grid grid-cols-2 gap-2">
        {KINDS.map((kind) => {
          const { name, detail } = BOARD_KINDS[kind];
          return (
            <label
              key={kind}
              className={classes(
                'relative flex cursor-pointer flex-col gap-2 rounded-md border p-2.5 transition-colors duration-120',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
                kind === value ? 'border-accent bg-accent-soft/50' : 'border-line-strong hover:bg-hover/60',
              )}
            >
              <input
                type="radio"
                name={id}
                value={kind}
                checked={kind === value}
                aria-label={name}
                aria-describedby={`${id}-${kind}`}
                onChange={() => onChange(kind)}
                className="sr-only"
              />
              <KindPicture kind={kind} />
              <span>
                <span className="block text-sm font-medium">{name}</span>
                <span id={`${id}-${kind}`} className="block text-xs text-soft">
                  {detail}
                </span>
              </span>
            </label>
          );
        })}
      </div>
      {error ? <p className="mt-1 text-sm text-error">{error}</p> : null}
    </fieldset>
  );
}

function KindPicture({ kind }: { kind: BoardKind }) {
  return (
    <svg
      viewBox="0 0 120 60"
      aria-hidden="true"
      className="h-16 w-full rounded-sm bg-sunken text-mute"
      fill="none"
      stroke="currentColor"
    >
      {kind === 'kanban' ? <Columns /> : <Things />}
    </svg>
  );
}

function Columns() {
  return (
    <g strokeWidth="0" className="fill-panel">
      {[14, 48, 82].map((x, index) => (
        <g key={x}>
          <rect x={x} y="8" width="24" height="44" rx="3" className="fill-hover" />
          {[12, 24, 36].slice(0, 3 - index).map((y) => (
            <rect key={y} x={x + 3} y={y} width="18" height="9" rx="2" />
          ))}
        </g>
      ))}
      <rect x="51" y="12" width="18" height="9" rx="2" className="fill-accent" />
    </g>
  );
}

function Things() {
  return (
    <g strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
      <rect x="16" y="12" width="24" height="24" rx="2" className="fill-waiting-soft stroke-waiting" />
      <path d="M21 20h14M21 25h9" className="stroke-waiting" />
      <path d="M92 11l14 13-14 13-14-13z" className="fill-accent-soft stroke-accent" />
      <path d="M44 24h28m-5-4 5 4-5 4" />
      <rect x="50" y="40" width="30" height="12" rx="6" className="fill-panel" />
      <path d="M92 37v9H84" />
    </g>
  );
}
