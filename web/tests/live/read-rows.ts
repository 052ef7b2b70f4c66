import { MAIN, type Row } from '../../src/live/rows';
import type { Transcript } from '../../src/live/transcript';

/** Returns the rows as one sees them, with those below a call inside it; not when they came or what they are called here. */
export function readRows(transcript: Transcript, list: string = MAIN): unknown[] {
  return Array.from({ length: transcript.list(list).length }, (_, index) => {
    const row = transcript.row(transcript.keyAt(index, list));
    if (!row) throw new Error(`There is no row ${index} in ${list}.`);
    const below = row.type === 'tool' ? readRows(transcript, row.id) : [];
    return { ...seen(row), ...(below.length > 0 && { below }) };
  });
}

function seen(row: Row): object {
  if (row.type === 'text' || row.type === 'thinking')
    return { type: row.type, list: row.list, text: row.text, state: row.state };
  const { key: _, at: __, ...rest } = row;
  return rest;
}
