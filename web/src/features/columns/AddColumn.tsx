import Plus from 'lucide-react/icons/plus';
import { type FormEvent, useState } from 'react';
import { MAX_COLUMN_NAME } from '@/lib/columns';
import { Button } from '@/ui/Button';
import { TextInput } from '@/ui/TextInput';

/** A name, and the column is there; its settings open at once. */
export function AddColumn({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onAdd(name);
    setName('');
  };
  return (
    <form onSubmit={add} className="mt-3 flex items-start gap-2">
      <TextInput
        label="Name of a new column"
        hideLabel
        placeholder="New column"
        autoComplete="off"
        maxLength={MAX_COLUMN_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="min-w-0 flex-1 sm:max-w-70"
      />
      <Button type="submit" size="field" icon={<Plus size={15} />} disabled={name.trim() === ''}>
        Add column
      </Button>
    </form>
  );
}
