import ArrowDown from 'lucide-react/icons/arrow-down';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { Link, useSearchParams } from 'wouter';
import { classes } from '@/lib/classes';
import { toProblem } from '@/lib/problem';
import { paths } from '@/lib/router';
import { useRowList, useSessionState } from '@/lib/session-hooks';
import { keyOf, MAIN } from '@/live/rows';
import { Button } from '@/ui/Button';
import { Spinner } from '@/ui/Spinner';
import { useChat } from './context';
import { useJump } from './jump';
import { RequestRow } from './RequestRow';
import { RowView } from './RowView';
import { useFollowEnd } from './scroll-follow';
import { WorkingNow } from './WorkingNow';

/** The height of what stands before the first row. */
const TOP = 48;

/** The rows of a session, of which only those in view are mounted. */
export function TranscriptList() {
  const { session } = useChat();
  const { transcript } = session;
  const list = useRowList(transcript, MAIN);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAway, toEnd, leave, listeners } = useFollowEnd({
    scroller,
    content,
    onNearStart: () => {
      if (session.state().olderError === null) void session.loadOlder();
    },
  });
  // Rows that come in front must not move what is being read.
  const prepended = useRef(list.prepended);
  const hasMoreInFront = prepended.current !== list.prepended;
  useLayoutEffect(() => {
    prepended.current = list.prepended;
  }, [list]);
  const { rows, found } = useFound(leave);
  const places = useMemo(() => ({ length: list.length }), [list]);
  const keep = useUnanswered();
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        data-scroller=""
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        {...listeners}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div ref={content}>
          <Beginning />
          <Virtualizer
            ref={rows}
            scrollRef={scroller}
            data={places}
            startMargin={TOP}
            shift={hasMoreInFront}
            keepMounted={keep}
          >
            {(_, index) => {
              const key = transcript.keyAt(index);
              return (
                <div key={key} className={COLUMN}>
                  <div
                    {...(key === found ? { 'data-found': '', tabIndex: -1 } : {})}
                    className={classes(
                      key === found && 'rounded-xs bg-waiting-soft outline-4 outline-waiting-soft',
                    )}
                  >
                    <RowView id={key} />
                  </div>
                </div>
              );
            }}
          </Virtualizer>
          <div className={COLUMN}>
            <Unloaded />
            <WorkingNow />
            <div className="h-4" />
          </div>
        </div>
      </div>
      {isAway ? (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            className="pointer-events-auto animate-rise rounded-full shadow-float"
            icon={<ArrowDown size={14} aria-hidden="true" />}
            onClick={toEnd}
          >
            Latest
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const COLUMN = 'mx-auto w-full max-w-200 px-4 md:px-6';

/** Shows the event that the address names: `?n=…`. */
function useFound(leave: () => void) {
  const { session, opened } = useChat();
  const [params] = useSearchParams();
  const rows = useRef<VirtualizerHandle>(null);
  const [found, setFound] = useState<string | null>(null);
  const n = Number(params.get('n'));
  useJump(session, Number.isSafeInteger(n) && n > 0 ? n : null, (key) => {
    leave();
    opened.set(key, true);
    setFound(key);
    rows.current?.scrollToIndex(session.transcript.indexOf(key), { align: 'center' });
  });
  return { rows, found };
}

/** The places of what waits for an answer: half an answer must survive a look at what came before. */
function useUnanswered(): readonly number[] {
  const { session } = useChat();
  const { transcript } = session;
  const list = useRowList(transcript, MAIN);
  const waiting = useSessionState(session).session?.waiting;
  return useMemo(() => {
    const places = (waiting ?? []).map(({ request_id }) => transcript.indexOf(keyOf.request(request_id)));
    return places.filter((place) => place >= 0 && place < list.length);
  }, [transcript, list, waiting]);
}

/** What stands before the first row that is here. */
function Beginning() {
  const { session, project } = useChat();
  const { session: info, isWhole, isLoadingOlder, olderError } = useSessionState(session);
  return (
    <div className="flex h-12 items-center justify-center gap-2 text-sm text-mute">
      {isWhole && info?.forked_from ? (
        <span>
          It knows all that was said in{' '}
          <Link
            href={paths.session(project.id, info.forked_from)}
            className="rounded-xs text-accent-ink underline underline-offset-2"
          >
            the session it was forked from
          </Link>
          .
        </span>
      ) : null}
      {isLoadingOlder ? <Spinner label="Loading what came before" /> : null}
      {olderError === null || isLoadingOlder ? null : <span>{toProblem(olderError).message}</span>}
      {isWhole || isLoadingOlder ? null : (
        <Button size="sm" variant="ghost" onClick={() => void session.loadOlder()}>
          {olderError === null ? 'Show what came before' : 'Try again'}
        </Button>
      )}
    </div>
  );
}

/** What waits for an answer and was asked before what is loaded; nobody should have to scroll for it. */
function Unloaded() {
  const { session } = useChat();
  const { transcript } = session;
  useRowList(transcript, MAIN);
  const waiting = useSessionState(session).session?.waiting ?? [];
  return waiting
    .filter(({ request_id }) => !transcript.row(keyOf.request(request_id)))
    .map((asked) => <RequestRow key={asked.request_id} asked={asked} settled={null} />);
}
