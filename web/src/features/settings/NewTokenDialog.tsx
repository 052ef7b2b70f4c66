import { useState } from 'react';
import { answer, api } from '@/lib/api';
import { keys, resources } from '@/lib/server-data';
import { useSubmit } from '@/lib/submit';
import { Button } from '@/ui/Button';
import { CopyField } from '@/ui/CopyField';
import { Dialog } from '@/ui/Dialog';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import { TextInput } from '@/ui/TextInput';

const LIVES: [string, string][] = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
  ['', 'No end'],
];

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return secret ? (
    <Made secret={secret} onClose={onClose} />
  ) : (
    <TokenForm onMade={setSecret} onClose={onClose} />
  );
}

function TokenForm({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const { busy, fields, general, submit } = useSubmit(['name', 'expires_in_days']);
  const create = () => {
    void submit(async () => {
      const body = { name: name.trim(), ...(days ? { expires_in_days: Number(days) } : {}) };
      const made = await answer(api.POST('/api/me/tokens', { body }));
      void resources.reload(keys.tokens);
      onMade(made.token);
    });
  };
  return (
    <FormDialog
      title="New personal token"
      action="Create token"
      problem={general}
      busy={busy}
      ready={name.trim() !== ''}
      onSubmit={create}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        maxLength={100}
        autoComplete="off"
        placeholder="A script on my laptop"
        data-autofocus=""
        value={name}
        error={fields.name}
        hint="Says later what it is for."
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label="Works for"
        value={days}
        error={fields.expires_in_days}
        onChange={(event) => setDays(event.target.value)}
      >
        {LIVES.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}

function Made({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title="Copy your token"
      description="It cannot be shown again. Keep it like a password."
      size="md"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyField label="Token" value={secret} />
    </Dialog>
  );
}
