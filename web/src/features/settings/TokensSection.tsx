import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { answer, api } from '@/lib/api';
import { attempt } from '@/lib/attempt';
import { toProblem } from '@/lib/problem';
import { keys, type PersonalToken, resources, usePersonalTokens } from '@/lib/server-data';
import { ago, until, useNow } from '@/lib/time';
import { Button } from '@/ui/Button';
import { confirm } from '@/ui/confirm';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { NewTokenDialog } from './NewTokenDialog';

export function TokensSection() {
  const { data, error, reload } = usePersonalTokens();
  const [creating, setCreating] = useState(false);
  const newToken = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      New token
    </Button>
  );
  return (
    <Section
      title="Personal tokens"
      lead="For scripts and other programs. A token may do all that you may on the boards."
      action={data && data.length > 0 ? newToken : null}
    >
      {data?.length === 0 ? (
        <div className="rounded-lg border bg-panel">
          <EmptyState
            icon={<KeyRound size={20} />}
            title="No tokens"
            detail="Make one to let a script or an agent in a terminal work on your boards."
            action={newToken}
          />
        </div>
      ) : null}
      {data && data.length > 0 ? <TokenList list={data} /> : null}
      {!data && error ? (
        <LoadFailed what="your tokens" detail={toProblem(error).message} onRetry={() => void reload()} />
      ) : null}
      {!data && !error ? <Skeleton className="h-24" /> : null}
      {creating ? <NewTokenDialog onClose={() => setCreating(false)} /> : null}
    </Section>
  );
}

function TokenList({ list }: { list: readonly PersonalToken[] }) {
  const now = useNow();
  return (
    <ul className="overflow-hidden rounded-lg border bg-panel">
      {list.map((token) => (
        <li key={token.id} className="flex items-center gap-3 border-b px-4 py-2.5 last:border-b-0">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{token.name}</p>
            <p className="text-sm text-mute">
              Made {ago(token.created_at, now)} · {expiry(token, now)}
            </p>
          </div>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Revoke ${token.name}`}
            onClick={() => void revoke(token)}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

function expiry({ expires_at }: PersonalToken, now: number): string {
  if (!expires_at) return 'does not expire';
  const left = until(expires_at, now);
  return left === 'expired' ? 'expired' : `expires ${left}`;
}

async function revoke(token: PersonalToken): Promise<void> {
  const yes = await confirm({
    title: `Revoke “${token.name}”?`,
    detail: 'Whatever uses it is refused from now on.',
    action: 'Revoke',
    tone: 'danger',
  });
  if (!yes) return;
  await attempt('The token was not revoked', async () => {
    await answer(api.DELETE('/api/me/tokens/{id}', { params: { path: { id: token.id } } }));
    resources.update<PersonalToken[]>(keys.tokens, (all) => all.filter(({ id }) => id !== token.id));
  });
}
