import { COLUMN_MODE_WORDS } from '@/lib/column-words';
import { COLUMN_MODES, type ColumnField, type ColumnSettings, MAX_LIMIT } from '@/lib/columns';
import { Checkbox } from '../Checkbox';
import { Select } from '../Select';
import { TextArea } from '../TextArea';
import { TextInput } from '../TextInput';
import { AgentFields } from './AgentFields';
import { WhatHappens } from './WhatHappens';

export interface OtherColumn {
  readonly id: string;
  readonly name: string;
}

interface ColumnFieldsProps {
  settings: ColumnSettings;
  problems: Partial<Record<ColumnField, string>>;
  /** The columns a card can go on to. */
  others: readonly OtherColumn[];
  onChange: (settings: ColumnSettings) => void;
}

/** Everything that can be said about a column, and in plain words what it comes to. */
export function ColumnFields({ settings, problems, others, onChange }: ColumnFieldsProps) {
  const set = (more: Partial<ColumnSettings>) => onChange({ ...settings, ...more });
  const { mode } = settings;
  return (
    <div className="flex flex-col gap-4">
      <TextInput
        label="Name"
        required
        autoComplete="off"
        value={settings.name}
        error={problems.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Select
        label="What an agent does here"
        value={mode ?? ''}
        hint={mode ? COLUMN_MODE_WORDS[mode].detail : 'Nothing: cards wait here, or are done.'}
        onChange={({ target }) => set({ mode: COLUMN_MODES.find((known) => known === target.value) ?? null })}
      >
        <option value="">Nothing</option>
        {COLUMN_MODES.map((known) => (
          <option key={known} value={known}>
            {COLUMN_MODE_WORDS[known].label}
          </option>
        ))}
      </Select>
      {mode ? (
        <>
          <TextArea
            label={mode === 'custom' ? 'Prompt' : 'Prompt (optional)'}
            hint={
              mode === 'custom'
                ? 'All that the agent is told, besides the card itself.'
                : 'Added to what the agent is told for cards in this column.'
            }
            required={mode === 'custom'}
            error={problems.prompt}
            rows={4}
            value={settings.prompt}
            onChange={({ target }) => set({ prompt: target.value })}
          />
          <Checkbox
            label="Start by itself"
            hint="A card that somebody drops here starts without being told to. A card that an agent moves here does not."
            checked={settings.autoStart}
            onChange={({ target }) => set({ autoStart: target.checked })}
          />
          <NextColumn settings={settings} others={others} onChange={set} />
          <AgentFields settings={settings} onChange={set} />
          <Limit value={settings.limit} error={problems.limit} onChange={(limit) => set({ limit })} />
        </>
      ) : null}
      <WhatHappens settings={settings} others={others} />
    </div>
  );
}

interface PartProps {
  settings: ColumnSettings;
  others: readonly OtherColumn[];
  onChange: (more: Partial<ColumnSettings>) => void;
}

/** A plan leads on by being approved, everything else by being done. */
function NextColumn({ settings, others, onChange }: PartProps) {
  const options = others.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  if (settings.mode === 'plan') {
    return (
      <Select
        label="An approved plan goes to"
        value={settings.approveTo ?? ''}
        onChange={({ target }) => onChange({ approveTo: target.value || null })}
      >
        <option value="">Nowhere, the card stays</option>
        {options}
      </Select>
    );
  }
  return (
    <Select
      label="A finished card goes to"
      value={settings.doneTo ?? ''}
      onChange={({ target }) => onChange({ doneTo: target.value || null })}
    >
      <option value="">Nowhere, somebody moves it</option>
      {options}
    </Select>
  );
}

interface LimitProps {
  value: number | null;
  error: string | undefined;
  onChange: (limit: number | null) => void;
}

function Limit({ value, error, onChange }: LimitProps) {
  return (
    <TextInput
      label="Cards at work at once"
      type="number"
      inputMode="numeric"
      min={1}
      max={MAX_LIMIT}
      placeholder="No limit of its own"
      hint="The others line up, in the order of the column."
      value={value ?? ''}
      error={error}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    />
  );
}
