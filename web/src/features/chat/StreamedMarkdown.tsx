import { memo, useState } from 'react';
import { growBlocks, hasDefinitions, NO_BLOCKS } from '@/lib/markdown-blocks';
import { LongText } from '@/ui/LongText';
import Markdown from '@/ui/Markdown';
import { useRevealed } from './reveal';

interface StreamedMarkdownProps {
  text: string;
  /** Whether more of it is coming. */
  isOpen: boolean;
}

/** A markdown text that may be growing. */
export function StreamedMarkdown({ text, isOpen }: StreamedMarkdownProps) {
  return (
    <LongText text={text}>
      <Growing text={text} isOpen={isOpen} />
    </LongText>
  );
}

/** Only the last part of the text is read anew. */
function Growing({ text, isOpen }: StreamedMarkdownProps) {
  const shown = useRevealed(text, isOpen);
  const [blocks, setBlocks] = useState(() => growBlocks(NO_BLOCKS, shown));
  const next = growBlocks(blocks, shown);
  if (next.length !== blocks.length || next.tail !== blocks.tail) setBlocks(next);
  if (!isOpen && hasDefinitions(text)) return <Markdown source={text} />;
  return (
    <div className="flex flex-col gap-2.5">
      {next.done.map((source, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is finished stays where it is.
        <Block key={index} source={source} />
      ))}
      {next.tail.trim() === '' ? null : <Block key={next.done.length} source={next.tail} />}
    </div>
  );
}

const Block = memo(Markdown);
