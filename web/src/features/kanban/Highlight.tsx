import { rangesOf } from './filter';

/** A text with what the filter looks for marked in it. */
export function Highlight({ text, words }: { text: string; words: readonly string[] }) {
  const ranges = rangesOf(text, words);
  if (ranges.length === 0) return text;
  const parts = ranges.flatMap(({ start, end }, index) => [
    text.slice(ranges[index - 1]?.end ?? 0, start),
    <mark key={start} className="rounded-xs bg-waiting-soft text-ink">
      {text.slice(start, end)}
    </mark>,
  ]);
  return [...parts, text.slice(ranges.at(-1)?.end ?? 0)];
}
