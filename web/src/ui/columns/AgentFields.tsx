import type { ColumnSettings } from '@/lib/columns';
import { useAgents } from '@/lib/session-data';
import { Select } from '../Select';
import { TextInput } from '../TextInput';

interface AgentFieldsProps {
  settings: Pick<ColumnSettings, 'agent' | 'model'>;
  onChange: (more: Partial<ColumnSettings>) => void;
}

/** Who works in a column, for those who do not leave that to the server. */
export function AgentFields({ settings: { agent, model }, onChange }: AgentFieldsProps) {
  const { data } = useAgents();
  const agents = data?.items ?? [];
  const usual = agents.find(({ name }) => name === data?.default)?.label;
  const isUnknown = agent !== null && data !== undefined && !agents.some(({ name }) => name === agent);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Agent"
        value={agent ?? ''}
        error={isUnknown ? 'This server does not have this agent.' : null}
        onChange={({ target }) => onChange({ agent: target.value || null })}
      >
        <option value="">{usual ? `The server’s choice (${usual})` : 'The server’s choice'}</option>
        {agents.map(({ name, label, available, scripted }) => (
          <option key={name} value={name}>
            {label}
            {scripted ? ' (scripted, not a model)' : available ? '' : ' (not available)'}
          </option>
        ))}
        {agent !== null && !agents.some(({ name }) => name === agent) ? (
          <option value={agent}>{agent}</option>
        ) : null}
      </Select>
      <TextInput
        label="Model"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder="The agent’s choice"
        value={model}
        onChange={({ target }) => onChange({ model: target.value })}
      />
    </div>
  );
}
