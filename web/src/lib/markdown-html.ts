import { Marked, type Tokens } from 'marked';
import { countTasks } from './tasks';

/** Whether the boxes of task lists are there to be clicked. */
export type TaskBoxes = 'clickable' | 'disabled';

/** A word, a row of spaces or a nesting that nobody writes: the parser would take seconds over it, or fail. */
const UNREASONABLE = /\S{1000}|[^\S\n]{1000}|^[^\S\n]*(?:(?:>|[-*+]|\d{1,9}[.)])[^\S\n]*){30}/m;

/** Turns markdown into HTML: raw HTML stays text, pictures become links, and links lead only where they may. */
export function markdownToHtml(source: string, taskBoxes: TaskBoxes): string {
  if (UNREASONABLE.test(source)) return asWritten(source);
  try {
    const boxes = { count: 0, areClickable: taskBoxes === 'clickable' };
    const html = parse(source, boxes);
    // A box is clickable only when it is certain which line it stands for.
    const isCertain = boxes.count === countTasks(source);
    return isCertain ? html : parse(source, { count: 0, areClickable: false });
  } catch {
    return asWritten(source);
  }
}

function asWritten(source: string): string {
  return `<pre><code>${escaped(source)}</code></pre>`;
}

function parse(source: string, boxes: { count: number; areClickable: boolean }): string {
  const marked = new Marked({
    gfm: true,
    breaks: true,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
      image: ({ href, text }: Tokens.Image) => anchor(href, escaped(text || href)),
      link({ href, tokens }: Tokens.Link) {
        return anchor(href, this.parser.parseInline(tokens));
      },
      checkbox: ({ checked }: Tokens.Checkbox) => {
        const attributes = boxes.areClickable ? `data-task="${boxes.count}"` : 'disabled';
        boxes.count += 1;
        return `<input type="checkbox" aria-label="Done" ${attributes}${checked ? ' checked' : ''}> `;
      },
    },
  });
  return marked.parse(source, { async: false });
}

function anchor(href: string, content: string): string {
  if (!/^(?:https?|mailto|tel):/i.test(href)) return content;
  return `<a href="${escaped(href)}" target="_blank" rel="noopener noreferrer">${content}</a>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
