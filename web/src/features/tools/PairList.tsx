import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { newPair, type Pair } from './server-form';

interface PairListProps {
  title: string;
  hint?: string;
  /** What one of them is called: `variable`. */
  each: string;
  /** Without names they are only values, such as arguments. */
  named: boolean;
  pairs: readonly Pair[];
  onChange: (pairs: readonly Pair[]) => void;
}

/** Names with values, or only values, one per line. */
export function PairList({ title, hint, each, named, pairs, onChange }: PairListProps) {
  const change = (key: number, more: Partial<Pair>) =>
    onChange(pairs.map((pair) => (pair.key === key ? { ...pair, ...more } : pair)));
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">{title}</legend>
      {pairs.map((pair, index) => (
        <div key={pair.key} className="flex items-center gap-1.5">
          {named ? (
            <input
              aria-label={`Name of ${each} ${index + 1}`}
              value={pair.name}
              spellCheck={false}
              autoComplete="off"
              placeholder="NAME"
              onChange={({ target }) => change(pair.key, { name: target.value })}
              className="control h-9 flex-1 font-mono text-sm coarse:h-11"
            />
          ) : null}
          <input
            aria-label={`Value of ${each} ${index + 1}`}
            value={pair.value}
            type={named ? 'password' : 'text'}
            spellCheck={false}
            autoComplete="off"
            placeholder={pair.isKept ? 'Unchanged' : 'Value'}
            onChange={({ target }) => change(pair.key, { value: target.value })}
            className="control h-9 flex-2 font-mono text-sm coarse:h-11"
          />
          <IconButton
            label={`Remove ${each} ${index + 1}`}
            icon={<X size={14} />}
            onClick={() => onChange(pairs.filter(({ key }) => key !== pair.key))}
          />
        </div>
      ))}
      <Button
        size="sm"
        variant="ghost"
        icon={<Plus size={14} />}
        className="self-start"
        onClick={() => onChange([...pairs, newPair()])}
      >
        Add {each}
      </Button>
      {hint ? <p className="text-sm text-mute">{hint}</p> : null}
    </fieldset>
  );
}
