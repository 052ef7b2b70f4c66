import Bot from 'lucide-react/icons/bot';
import Clapperboard from 'lucide-react/icons/clapperboard';
import { agentLabel } from '@/lib/session-words';
import { Badge } from './Badge';

interface AgentBadgeProps {
  agent: string;
  /** It plays a script, and nobody may take that for a model. */
  scripted: boolean;
}

/** Who works in a session. */
export function AgentBadge({ agent, scripted }: AgentBadgeProps) {
  if (scripted) {
    return (
      <Badge tone="waiting" icon={<Clapperboard size={12} aria-hidden="true" />}>
        Scripted, not a model
      </Badge>
    );
  }
  return <Badge icon={<Bot size={12} aria-hidden="true" />}>{agentLabel(agent)}</Badge>;
}
