import { countChanges, diffLines } from '@/lib/file-diff';
import type { FileDiff } from '@/live/session-wire';
import { ChangeCount } from './ChangeCount';
import { DiffLines } from './DiffLines';
import { PathText } from './PathText';

/** Lines that are shown before somebody asks for all. */
const FIRST_LINES = 40;

/** What was or would be done to a file. */
export function DiffView({ diff }: { diff: FileDiff }) {
  const { added, removed } = countChanges(diff);
  return (
    <figure className="overflow-hidden rounded-md border bg-panel text-sm">
      <figcaption className="flex items-center gap-2 border-b bg-sunken px-3 py-1.5">
        <PathText path={diff.path} />
        {diff.created ? <span className="text-xs text-soft">new file</span> : null}
        <ChangeCount added={added} removed={removed} />
      </figcaption>
      <DiffLines label={`Changes of ${diff.path}`} lines={diffLines(diff)} first={FIRST_LINES} />
    </figure>
  );
}
