import { inlineParts } from '@/lib/inline-code';

/** One line of markdown, such as a rule or a step: code is shown as code, and the rest as text. */
export function InlineText({ text }: { text: string }) {
  return inlineParts(text).map(({ text: part, isCode }, index) =>
    isCode ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have only their places.
      <code key={index} className="rounded-xs bg-sunken px-1 font-mono text-[0.92em]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
