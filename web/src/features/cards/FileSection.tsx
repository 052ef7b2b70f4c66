import ChevronRight from 'lucide-react/icons/chevron-right';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFileDiff } from '@/lib/card-data';
import type { CardFileDiff, DiffFile, LineComment } from '@/lib/cards-api';
import { classes } from '@/lib/classes';
import type { DiffLine } from '@/lib/file-diff';
import { useShortcut } from '@/lib/keys';
import { toProblem } from '@/lib/problem';
import { Button } from '@/ui/Button';
import { ChangeCount } from '@/ui/ChangeCount';
import { DiffLines } from '@/ui/DiffLines';
import { Skeleton } from '@/ui/Skeleton';
import { CommentBox, CommentNote } from './CommentBox';
import { type CommentDrafts, commentOn, placeOf } from './comment-drafts';
import { fileLines, indexOfLine, type Spot } from './file-lines';
import type { Work } from './work';

const STATUS: Readonly<Record<DiffFile['status'], string>> = {
  added: 'new',
  modified: '',
  deleted: 'deleted',
  renamed: 'renamed',
  binary: 'binary',
  submodule: 'submodule',
};

/** Lines that are shown before somebody asks for more. */
const FIRST_LINES = 300;

interface FileSectionProps {
  work: Work;
  file: DiffFile;
  drafts: CommentDrafts;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** A line of this file that is pointed at. */
  spot: Spot | null;
}

/** A changed file; its lines come when it is opened. */
export function FileSection({ work, file, drafts, isOpen, onToggle, spot }: FileSectionProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (spot) ref.current?.scrollIntoView({ block: 'start' });
  }, [spot]);
  const name = file.path.split('/').at(-1) ?? file.path;
  const folder = file.path.slice(0, file.path.length - name.length);
  const own = drafts.list().filter(({ path }) => path === file.path).length;
  return (
    <section ref={ref} aria-label={file.path} className="scroll-mt-2 rounded-md border bg-panel">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onToggle(!isOpen)}
        className="sticky top-0 z-1 flex min-h-9 w-full items-center gap-2 rounded-md bg-sunken px-2.5 py-1.5 text-left hover:bg-hover aria-expanded:rounded-b-none aria-expanded:border-b coarse:min-h-11"
      >
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={classes('shrink-0 text-mute transition-transform', isOpen ? 'rotate-90' : null)}
        />
        <span className="flex min-w-0 flex-1 font-mono text-xs" title={file.path}>
          <span className="min-w-0 truncate text-mute">{folder}</span>
          <span className="max-w-full shrink-0 truncate font-medium">{name}</span>
        </span>
        {own > 0 ? <span className="shrink-0 text-xs text-accent-ink">{own} to send</span> : null}
        {STATUS[file.status] ? (
          <span className="shrink-0 text-xs text-soft">{STATUS[file.status]}</span>
        ) : null}
        <ChangeCount added={file.additions} removed={file.deletions} />
      </button>
      {isOpen ? <FileBody work={work} file={file} drafts={drafts} spot={spot} /> : null}
    </section>
  );
}

type FileBodyProps = Pick<FileSectionProps, 'work' | 'file' | 'drafts' | 'spot'>;

function FileBody({ work, file, drafts, spot }: FileBodyProps) {
  const version = [file.status, file.additions, file.deletions, work.status?.phase].join(' ');
  const { data, error, reload } = useFileDiff(work.ref, file.path, version);
  const says = (text: string) => <p className="px-3 py-2.5 text-sm text-soft">{text}</p>;
  if (data?.binary || file.status === 'binary') return says('A binary file: there are no lines to show.');
  if (file.status === 'submodule') return says('A submodule: it points at another commit now.');
  if (data) {
    return (
      <>
        {file.old_path && file.old_path !== file.path ? (
          <p className="border-b px-3 py-1.5 font-mono text-xs text-soft wrap-anywhere">
            Was {file.old_path}
          </p>
        ) : null}
        {data.hunks.length === 0 ? (
          says('The lines are the same; only its name or its rights have changed.')
        ) : (
          <Lines work={work} data={data} drafts={drafts} spot={spot} />
        )}
        {data.truncated ? says('The rest of this file is too long to show. Look at it in the folder.') : null}
      </>
    );
  }
  if (error) {
    return (
      <div className="flex items-center gap-2 px-3 py-2">
        <p className="min-w-0 flex-1 text-sm text-error">{toProblem(error).message}</p>
        <Button size="sm" onClick={() => void reload()}>
          Try again
        </Button>
      </div>
    );
  }
  return <Skeleton className="m-3 h-20 animate-late" />;
}

interface LinesProps extends Pick<FileSectionProps, 'work' | 'drafts' | 'spot'> {
  data: CardFileDiff;
}

function Lines({ work, data, drafts, spot }: LinesProps) {
  const lines = useMemo(() => fileLines(data), [data]);
  const [writing, setWriting] = useState<LineComment | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const marked = useMemo(() => (spot ? indexOfLine(lines, spot.line) : null), [lines, spot]);
  useEffect(() => {
    if (marked === null) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${marked}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('[data-line]')?.focus({ preventScroll: true });
  }, [marked]);
  const { path } = data;
  const onWrite = useCallback(
    (line: DiffLine) => {
      const empty = commentOn(path, line);
      if (!empty) return;
      const known = drafts.list().find((each) => placeOf(each) === placeOf(empty));
      setWriting(known ?? empty);
    },
    [path, drafts],
  );
  useShortcut({
    keys: 'c',
    label: 'Comment on the line',
    scope: 'Diff',
    enabled: work.canEdit,
    when: ({ target }) => target instanceof Element && isLineIn(box.current, target),
    run: ({ target }) => (target as HTMLElement).click(),
  });
  const below = (line: DiffLine) => {
    const here = commentOn(path, line);
    if (!here) return null;
    const place = placeOf(here);
    const draft = drafts.list().find((each) => placeOf(each) === place);
    if (writing && placeOf(writing) === place) {
      return (
        <CommentBox
          comment={writing}
          onDone={(text) => {
            if (text !== null) drafts.put({ ...writing, text });
            setWriting(null);
            focusLine(box.current, lines.indexOf(line));
          }}
        />
      );
    }
    if (!draft) return null;
    return (
      <CommentNote
        comment={draft}
        onEdit={() => setWriting(draft)}
        onDelete={() => drafts.put({ ...draft, text: '' })}
      />
    );
  };
  return (
    <div ref={box} className="@container">
      <DiffLines
        label={`Changes of ${path}`}
        lines={lines}
        first={FIRST_LINES}
        {...(work.canEdit && { notes: { onWrite, below, marked } })}
      />
    </div>
  );
}

function isLineIn(box: HTMLElement | null, target: Element): boolean {
  return target.matches('[data-line]') && box?.contains(target) === true;
}

function focusLine(box: HTMLElement | null, index: number): void {
  requestAnimationFrame(() => box?.querySelector<HTMLElement>(`[data-line="${index}"]`)?.focus());
}
