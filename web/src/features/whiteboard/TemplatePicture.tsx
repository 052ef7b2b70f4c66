import type { ReactNode } from 'react';

const NOTE = { rx: 1.5, width: 12, height: 12 };

const PICTURES: Readonly<Record<string, ReactNode>> = {
  swot: (
    <>
      {[
        [8, 6, 'tint-light-green'],
        [62, 6, 'tint-light-red'],
        [8, 42, 'tint-light-blue'],
        [62, 42, 'tint-orange'],
      ].map(([x, y, tint]) => (
        <Frame key={`${x} ${y}`} x={Number(x)} y={Number(y)} w={50} h={32} tint={String(tint)} notes={2} />
      ))}
    </>
  ),
  retrospective: (
    <>
      <Frame x={6} y={10} w={34} h={60} tint="tint-light-green" notes={1} rows={2} />
      <Frame x={43} y={10} w={34} h={60} tint="tint-light-red" notes={1} rows={2} />
      <Frame x={80} y={10} w={34} h={60} tint="tint-light-blue" notes={1} rows={2} />
    </>
  ),
  journey: (
    <>
      {['tint-light-violet', 'tint-light-blue', 'tint-light-green'].map((tint, index) => (
        <Frame key={tint} x={4 + index * 40} y={16} w={30} h={46} tint={tint} notes={1} rows={2} />
      ))}
      <path d="M34 39h9m-3-2 3 2-3 2M74 39h9m-3-2 3 2-3 2" className="stroke-mute" />
    </>
  ),
  flowchart: (
    <>
      <g className="tint-green wb-picture">
        <rect x="48" y="6" width="24" height="12" rx="6" />
      </g>
      <g className="tint-orange wb-picture">
        <path d="M60 28l14 11-14 11-14-11z" />
      </g>
      <g className="tint-black wb-picture">
        <rect x="88" y="33" width="24" height="12" rx="2" />
      </g>
      <g className="tint-blue wb-picture">
        <rect x="48" y="61" width="24" height="12" rx="6" />
      </g>
      <path d="M60 18v10m-2-3 2 3 2-3M60 50v11m-2-3 2 3 2-3M74 39h14m-3-2 3 2-3 2" className="stroke-mute" />
    </>
  ),
  'mind-map': (
    <>
      <path
        d="M40 40C52 40 50 16 62 16M40 40h22M40 40c12 0 10 24 22 24M86 16h8M86 64h8"
        className="stroke-mute"
      />
      <g className="tint-violet wb-picture">
        <ellipse cx="26" cy="40" rx="16" ry="9" />
      </g>
      {['tint-blue', 'tint-green', 'tint-orange'].map((tint, index) => (
        <g key={tint} className={`${tint} wb-picture`}>
          <rect x="62" y={11 + index * 24} width="24" height="10" rx="5" />
        </g>
      ))}
      <g className="tint-light-blue wb-picture">
        <rect x="94" y="11" width="20" height="10" rx="2" />
        <rect x="94" y="59" width="20" height="10" rx="2" />
      </g>
    </>
  ),
};

interface FrameProps {
  x: number;
  y: number;
  w: number;
  h: number;
  tint: string;
  notes: number;
  rows?: number;
}

function Frame({ x, y, w, h, tint, notes, rows = 1 }: FrameProps) {
  const spots = Array.from({ length: notes * rows }, (_, index) => ({
    x: x + (w - notes * 12 - (notes - 1) * 5) / 2 + (index % notes) * 17,
    y: y + 12 + Math.floor(index / notes) * 17,
  }));
  return (
    <g>
      <rect x={x} y={y} width={w} height={h} rx="3" className="fill-panel stroke-line-strong" />
      <path d={`M${x + 5} ${y + 6}h${w / 3}`} className="stroke-mute" />
      <g className={`${tint} wb-picture-note`}>
        {spots.map((spot) => (
          <rect key={`${spot.x} ${spot.y}`} {...spot} {...NOTE} />
        ))}
      </g>
    </g>
  );
}

/** What a template looks like from afar. */
export function TemplatePicture({ id }: { id: string }) {
  return (
    <svg
      viewBox="0 0 120 80"
      aria-hidden="true"
      className="h-full"
      fill="none"
      strokeWidth="1.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {PICTURES[id]}
    </svg>
  );
}
