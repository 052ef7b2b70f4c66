import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useId, useState } from 'react';
import { copyText } from '@/lib/copy';
import { Button } from './Button';

interface CopyFieldProps {
  label: string;
  value: string;
}

/** A text that is there to be taken away: a link or a secret. */
export function CopyField({ label, value }: CopyFieldProps) {
  const id = useId();
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className="control h-9 min-w-0 flex-1 font-mono text-sm coarse:h-11"
        />
        <Button
          size="field"
          icon={copied === 'yes' ? <Check size={15} /> : <Copy size={15} />}
          onClick={async () => setCopied((await copyText(value)) ? 'yes' : 'refused')}
        >
          Copy
        </Button>
      </div>
      <p role="status" className="min-h-5 text-sm text-soft">
        {copied === 'yes' ? 'Copied.' : null}
        {copied === 'refused'
          ? 'The browser does not let this page copy. Select the text and copy it by hand.'
          : null}
      </p>
    </div>
  );
}
