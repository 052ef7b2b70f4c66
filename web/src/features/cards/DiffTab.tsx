import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useCardDiff } from '@/lib/card-data';
import { counted } from '@/lib/card-words';
import type { CardDiff } from '@/lib/cards-api';
import { useMe } from '@/lib/session';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { ChangeCount } from '@/ui/ChangeCount';
import { CommentBar } from './CommentBar';
import { CommentDrafts } from './comment-drafts';
import { FileSection } from './FileSection';
import { isOpenAtFirst, spotOf } from './file-lines';
import { NoDiff } from './NoDiff';
import { Loaded, TabBody } from './WorkTab';
import { WorktreeBar } from './WorktreeBar';
import { useWork, type Work, type WorkTabProps } from './work';

/** What was changed for a card, where each line can be commented, and what to do with it. */
export default function DiffTab(props: WorkTabProps) {
  const work = useWork(props);
  const me = useMe();
  const drafts = useMemo(
    () => new CommentDrafts(me.id, props.board.id, props.card),
    [me.id, props.board, props.card],
  );
  return (
    <>
      <TabBody>
        <WorktreeBar {...props} work={work} />
        <Loaded what="the card" of={work.details}>
          {({ worktree }) =>
            worktree ? (
              <Changes {...props} work={work} drafts={drafts} />
            ) : (
              <NoDiff project={props.project} branch={null} />
            )
          }
        </Loaded>
      </TabBody>
      {work.canEdit ? <CommentBar {...props} work={work} drafts={drafts} /> : null}
    </>
  );
}

/** The changes of a card that has a branch. */
function Changes(props: Omit<FilesProps, 'diff'>) {
  const diff = useCardDiff(props.work.ref, props.work.status);
  return (
    <Loaded what="the changes" of={diff}>
      {(data) =>
        data && data.files.length > 0 ? (
          <Files {...props} diff={data} />
        ) : (
          <NoDiff project={props.project} branch={data?.branch ?? null} />
        )
      }
    </Loaded>
  );
}

/** Files that are listed before somebody asks for all. */
const FIRST_FILES = 100;

interface FilesProps extends WorkTabProps {
  work: Work;
  diff: CardDiff;
  drafts: CommentDrafts;
}

function Files({ work, diff, drafts, at }: FilesProps) {
  const spot = useMemo(() => spotOf(at), [at]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isWhole, setIsWhole] = useState(false);
  useSyncExternalStore(
    (listener) => drafts.subscribe(listener),
    () => drafts.list(),
  );
  const choose = (path: string, isOpen: boolean) => setChosen(new Map(chosen).set(path, isOpen));
  const isMissing = spot !== null && !diff.files.some(({ path }) => path === spot.path);
  useEffect(() => {
    if (spot) setChosen((before) => new Map(before).set(spot.path, true));
  }, [spot]);
  const place = spot ? diff.files.findIndex(({ path }) => path === spot.path) : -1;
  const shown = isWhole || place >= FIRST_FILES ? diff.files : diff.files.slice(0, FIRST_FILES);
  return (
    <section aria-label="Changed files" className="flex flex-col gap-2 px-4 py-3">
      <p className="flex items-center gap-2 text-sm text-soft">
        {counted(diff.files.length, 'file')}
        <ChangeCount added={diff.additions} removed={diff.deletions} />
      </p>
      {isMissing && spot ? (
        <Banner tone="info">
          <span className="wrap-anywhere">{spot.path}</span> is not among the changes.
        </Banner>
      ) : null}
      {diff.truncated ? (
        <Banner tone="warn">There are more changes than can be shown. Look at the rest in the folder.</Banner>
      ) : null}
      {shown.map((file, index) => (
        <FileSection
          key={file.path}
          work={work}
          file={file}
          drafts={drafts}
          isOpen={chosen.get(file.path) ?? isOpenAtFirst(file, index)}
          onToggle={(isOpen) => choose(file.path, isOpen)}
          spot={spot?.path === file.path ? spot : null}
        />
      ))}
      {shown.length < diff.files.length ? (
        <Button onClick={() => setIsWhole(true)}>Show all {counted(diff.files.length, 'file')}</Button>
      ) : null}
    </section>
  );
}
