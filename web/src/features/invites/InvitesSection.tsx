import Mail from 'lucide-react/icons/mail';
import { type FormEvent, useState } from 'react';
import { answer, api } from '@/lib/api';
import { attempt } from '@/lib/attempt';
import { createInviteLink } from '@/lib/invites';
import { toProblem } from '@/lib/problem';
import { type Invite, keys, resources, useInvites } from '@/lib/server-data';
import { useSubmit } from '@/lib/submit';
import { ago, until, useNow } from '@/lib/time';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { CopyField } from '@/ui/CopyField';
import { confirm } from '@/ui/confirm';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Section } from '@/ui/Section';
import { Select } from '@/ui/Select';
import { Skeleton } from '@/ui/Skeleton';

const LIVES = [1, 7, 30];

export function InvitesSection() {
  const { data, error, reload } = useInvites();
  return (
    <>
      <NewInvite />
      <Section title="Open invitations" lead="Links that nobody has used yet.">
        {data ? <InviteList invites={data} /> : null}
        {!data && error ? (
          <LoadFailed
            what="the invitations"
            detail={toProblem(error).message}
            onRetry={() => void reload()}
          />
        ) : null}
        {!data && !error ? <Skeleton className="h-20" /> : null}
      </Section>
    </>
  );
}

function NewInvite() {
  const [days, setDays] = useState(7);
  const [link, setLink] = useState<string | null>(null);
  const { busy, general, submit } = useSubmit([]);
  const create = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => setLink(await createInviteLink(days)));
  };
  return (
    <Section title="Invite somebody" lead="Whoever opens the link can create one account on this server.">
      <form onSubmit={create} className="flex flex-wrap items-end gap-3">
        <Select
          label="Works for"
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
          className="w-36"
        >
          {LIVES.map((life) => (
            <option key={life} value={life}>
              {life === 1 ? '1 day' : `${life} days`}
            </option>
          ))}
        </Select>
        <Button type="submit" variant="primary" size="field" busy={busy}>
          Make an invitation link
        </Button>
      </form>
      {general ? (
        <div className="mt-3">
          <Banner tone="error">{general}</Banner>
        </div>
      ) : null}
      {link ? (
        <div className="mt-4">
          <CopyField label="Invitation link" value={link} />
          <p className="text-sm text-soft">Send it now: it cannot be shown again.</p>
        </div>
      ) : null}
    </Section>
  );
}

function InviteList({ invites }: { invites: readonly Invite[] }) {
  const now = useNow();
  if (invites.length === 0) {
    return (
      <div className="rounded-lg border bg-panel">
        <EmptyState
          icon={<Mail size={20} />}
          title="No open invitations"
          detail="Make a link above to let somebody in."
        />
      </div>
    );
  }
  return (
    <ul className="overflow-hidden rounded-lg border bg-panel">
      {invites.map((invite) => (
        <li key={invite.id} className="flex items-center gap-3 border-b px-4 py-2.5 last:border-b-0">
          <p className="min-w-0 flex-1 text-sm">
            Made {ago(invite.created_at, now)}{' '}
            <span className="text-mute">· ends {until(invite.expires_at, now)}</span>
          </p>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Revoke the invitation made ${ago(invite.created_at, now)}`}
            onClick={() => void revoke(invite)}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

async function revoke(invite: Invite): Promise<void> {
  const yes = await confirm({
    title: 'Revoke this invitation?',
    detail: 'Its link stops working at once.',
    action: 'Revoke',
    tone: 'danger',
  });
  if (!yes) return;
  await attempt('The invitation was not revoked', async () => {
    await answer(api.DELETE('/api/invites/{id}', { params: { path: { id: invite.id } } }));
    resources.update<Invite[]>(keys.invites, (all) => all.filter(({ id }) => id !== invite.id));
  });
}
