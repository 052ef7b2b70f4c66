import { whatHappens } from '@/lib/column-words';
import type { ColumnSettings } from '@/lib/columns';

interface WhatHappensProps {
  settings: ColumnSettings;
  others: readonly { readonly id: string; readonly name: string }[];
}

/** What settings come to, said so that nobody has to find it out with a card. */
export function WhatHappens({ settings, others }: WhatHappensProps) {
  const nameOf = (column: string) => others.find(({ id }) => id === column)?.name ?? 'another column';
  return (
    <section aria-label="What happens here" className="rounded-md bg-sunken px-3.5 py-3 text-sm">
      <h3 className="font-medium">What happens to a card here</h3>
      <ol className="mt-1.5 flex list-decimal flex-col gap-1 pl-4.5 text-soft marker:text-mute">
        {whatHappens(settings, nameOf).map((sentence) => (
          <li key={sentence} className="pl-0.5 text-pretty">
            {sentence}
          </li>
        ))}
      </ol>
    </section>
  );
}
