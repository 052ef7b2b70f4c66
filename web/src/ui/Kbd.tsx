import { classes } from '@/lib/classes';
import { keyCaps, spokenKeys } from '@/lib/key-names';

interface KbdProps {
  /** Keys as in `lib/keys`: `mod+k`, `shift+enter`, `?`. */
  keys: string;
  tone?: 'plain' | 'tip';
}

export function Kbd({ keys, tone = 'plain' }: KbdProps) {
  const cap =
    tone === 'tip' ? 'border-transparent bg-on-tip/15 text-on-tip' : 'border-line-strong bg-panel text-soft';
  return (
    <kbd className="inline-flex gap-0.5 font-sans">
      <span className="sr-only">{spokenKeys(keys)}</span>
      {keyCaps(keys).map((name) => (
        <span
          key={name}
          aria-hidden="true"
          className={classes(
            'inline-flex h-5 min-w-5 items-center justify-center rounded-xs border px-1 text-xs',
            cap,
          )}
        >
          {name}
        </span>
      ))}
    </kbd>
  );
}
