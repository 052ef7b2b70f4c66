import CircleDashed from 'lucide-react/icons/circle-dashed';
import ListChecks from 'lucide-react/icons/list-checks';
import { Link } from 'wouter';
import { useRules } from '@/lib/card-data';
import type { CardDetails, CardReview } from '@/lib/cards-api';
import { paths } from '@/lib/router';
import { ago, exactTime, useNow } from '@/lib/time';
import { Banner } from '@/ui/Banner';
import { Button, buttonClasses } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import Markdown from '@/ui/Markdown';
import { FileList, ReviewSteps } from './ReviewSteps';
import { RuleList } from './RuleList';
import { Loaded, TabBody } from './WorkTab';
import { useWork, type Work, type WorkTabProps } from './work';

/** What a review found: rule by rule, and step by step of the plan. */
export default function ReviewTab(props: WorkTabProps) {
  const work = useWork(props);
  return (
    <TabBody>
      <Loaded what="the review" of={work.details}>
        {(details) =>
          details.review ? (
            <Review {...props} work={work} details={details} review={details.review} />
          ) : (
            <NoReview {...props} work={work} />
          )
        }
      </Loaded>
    </TabBody>
  );
}

function NoReview({ project, work }: WorkTabProps & { work: Work }) {
  const rules = useRules(project.id).data;
  if (work.status?.mode === 'review' && work.status.phase === 'running') {
    return (
      <EmptyState
        icon={<CircleDashed size={18} />}
        title="The review is under way"
        detail="What it finds stands here once it has reported."
      />
    );
  }
  if (rules && !rules.exists) return <NoRules project={project.id} path={rules.path ?? null} />;
  return (
    <EmptyState
      icon={<ListChecks size={18} />}
      title="Not reviewed yet"
      detail={
        rules && rules.rules.length > 0
          ? `In a column that reviews, an agent looks at the changes and judges each of the ${rules.rules.length} rules of ${rules.path ?? 'the best-practices file'}.`
          : 'In a column that reviews, an agent looks at the changes and judges them by the best practices of the project.'
      }
    />
  );
}

/** Says why a review has no rules, if that is why. */
function Unruled({ project }: { project: string }) {
  const rules = useRules(project).data;
  return rules && !rules.exists ? <NoRules project={project} path={rules.path ?? null} /> : null;
}

function NoRules({ project, path }: { project: string; path: string | null }) {
  return (
    <EmptyState
      icon={<ListChecks size={18} />}
      title={path ? `There is no ${path}` : 'No best practices are chosen'}
      detail="A review judges the changes by the rules in a Markdown file of the project. Choose one in the settings, then review again."
      action={
        <Link href={paths.projectSettings(project)} className={buttonClasses('primary')}>
          Project settings
        </Link>
      }
    />
  );
}

interface ReviewProps extends WorkTabProps {
  work: Work;
  details: CardDetails;
  review: CardReview;
}

function Review({ work, details, review, ...props }: ReviewProps) {
  const now = useNow();
  const { departures } = details;
  return (
    <div className="flex flex-col gap-6 px-5 py-4">
      <div className="flex flex-col gap-2">
        <p className="text-sm text-soft">
          {review.at ? (
            <time dateTime={review.at} title={exactTime(review.at)}>
              Reviewed {ago(review.at, now)}.{' '}
            </time>
          ) : null}
          <button
            type="button"
            onClick={() => props.show('chat', { session: review.session_id })}
            className="rounded-xs text-accent-ink underline underline-offset-2"
          >
            Its conversation
          </button>
        </p>
        {review.reported ? null : (
          <Banner
            tone="warn"
            action={
              <Button size="sm" onClick={() => props.show('chat', { session: review.session_id })}>
                Read what it said
              </Button>
            }
          >
            The agent ended without reporting, so no rule is known to be kept. Run the review again, or read
            what it said.
          </Banner>
        )}
        {review.summary ? <Markdown source={review.summary} /> : null}
      </div>
      {review.rules.length > 0 ? (
        <RuleList key={review.at ?? review.session_id} {...props} work={work} review={review} />
      ) : (
        <Unruled project={props.project.id} />
      )}
      {review.steps.length > 0 ? <ReviewSteps steps={review.steps} /> : null}
      {departures ? (
        <>
          <FileList
            title="Changed, but not in the plan"
            files={departures.unplanned_files}
            onOpen={(path) => props.show('diff', { at: path })}
          />
          <FileList title="In the plan, but not changed" files={departures.untouched_files} />
        </>
      ) : null}
    </div>
  );
}
