import { type MouseEvent, useMemo } from 'react';
import { renderMarkdown } from '@/lib/markdown';

interface MarkdownProps {
  source: string;
  /** Called with the number of a box of a task list; left out, the boxes cannot be clicked. */
  onToggle?: (task: number) => void;
}

/** A markdown text as it reads. */
export default function Markdown({ source, onToggle }: MarkdownProps) {
  const boxes = onToggle ? 'clickable' : 'disabled';
  const html = useMemo(() => renderMarkdown(source, boxes), [source, boxes]);
  const onClick = (event: MouseEvent) => {
    const box = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-task]') : null;
    if (!box) return;
    // The box shows what the text says, and the text is changed.
    event.preventDefault();
    event.stopPropagation();
    onToggle?.(Number(box.dataset.task));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a box is clicked by the Space key too.
    // biome-ignore lint/a11y/noStaticElementInteractions: the boxes inside are what is clicked.
    <div
      className={PROSE}
      onClick={onClick}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is sanitised where it is made.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

const PROSE = [
  'flex flex-col gap-2.5 text-base wrap-anywhere',
  '[&_:is(h1,h2,h3,h4,h5,h6)]:mt-2 [&_:is(h1,h2,h3,h4,h5,h6)]:font-semibold [&_h1]:text-lg [&_h2]:text-lg',
  '[&_a]:text-accent-ink [&_a]:underline [&_a]:underline-offset-2',
  '[&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-5 [&_li]:my-0.5',
  '[&_li:has(>input)]:list-none [&_li:has(>p>input)]:list-none [&_li>input]:-ml-5 [&_li>input]:mr-1.5 [&_li>p>input]:-ml-5',
  '[&_input]:size-3.5 [&_input]:align-[-2px] coarse:[&_input]:align-[-5px] [&_input]:accent-accent coarse:[&_input]:size-5',
  '[&_code]:rounded-xs [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm',
  '[&_pre]:overflow-x-auto [&_pre]:rounded-sm [&_pre]:border [&_pre]:bg-sunken [&_pre]:p-3 [&_pre_code]:bg-transparent [&_pre_code]:p-0',
  '[&_blockquote]:border-l-2 [&_blockquote]:border-line-strong [&_blockquote]:pl-3 [&_blockquote]:text-soft',
  '[&_table]:block [&_table]:overflow-x-auto [&_:is(td,th)]:border [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-1 [&_th]:text-left',
].join(' ');
