import { plainOutput } from '@/lib/ansi';
import type { ToolRow } from '@/live/rows';
import { DiffView } from '@/ui/DiffView';
import { Output } from '@/ui/Output';
import { CallInput } from '@/ui/requests/PermissionCard';

/** What went into a call, and what came out. */
export function ToolDetails({ row }: { row: ToolRow }) {
  const { call, result } = row;
  const diff = result?.diff;
  const content = result
    ? plainOutput(result.content)
        .replace(/^\s*\n/, '')
        .trimEnd()
    : '';
  return (
    <div className="mt-1 mb-2 ml-6 flex flex-col gap-2">
      {/* A diff says all that the input does. */}
      {call && !diff ? <CallInput name={call.name} input={call.input} /> : null}
      {diff ? <DiffView diff={diff} /> : null}
      {content !== '' && (!diff || result?.is_error) ? (
        <Output label="Result" text={content} tone={result?.is_error ? 'error' : 'plain'} />
      ) : null}
      {result && content === '' && !diff ? <p className="text-sm text-mute">It said nothing.</p> : null}
    </div>
  );
}
