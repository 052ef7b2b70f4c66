import { toProblem } from '@/lib/problem';
import { type Project, useMembers } from '@/lib/server-data';
import { useMe } from '@/lib/session';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeading } from '@/ui/PageHeading';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { AddMember } from './AddMember';
import { MemberRow } from './MemberRow';

export function MembersPage({ project }: { project: Project }) {
  const me = useMe();
  const { data, error, reload } = useMembers(project.id);
  const owner = project.role === 'owner';
  return (
    <>
      <PageHeading title="Members" className="mb-5" />
      {owner ? <AddMember project={project} /> : null}
      <Section
        title={`Who belongs to ${project.name}`}
        lead={owner ? undefined : 'Only an owner can add people and change roles.'}
      >
        {data ? (
          <ul className="overflow-hidden rounded-lg border bg-panel">
            {data.map((member) => (
              <MemberRow
                key={member.user_id}
                member={member}
                project={project}
                isMe={member.user_id === me.id}
                lastOwner={
                  member.role === 'owner' && data.filter(({ role }) => role === 'owner').length === 1
                }
              />
            ))}
          </ul>
        ) : null}
        {!data && error ? (
          <LoadFailed what="the members" detail={toProblem(error).message} onRetry={() => void reload()} />
        ) : null}
        {!data && !error ? <Skeleton className="h-24" /> : null}
      </Section>
    </>
  );
}
