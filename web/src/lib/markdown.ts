import createPurify, { type Config } from 'dompurify';
import { markdownToHtml, type TaskBoxes } from './markdown-html';

/** Turns markdown into HTML that is safe to show. What the first step lets through by mistake, the second takes out. */
export function renderMarkdown(source: string, taskBoxes: TaskBoxes): string {
  return purify.sanitize(markdownToHtml(source, taskBoxes), CONFIG);
}

const CONFIG: Config = {
  ALLOWED_TAGS:
    'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i input li ol p pre s strong table tbody td th thead tr ul'.split(
      ' ',
    ),
  ALLOWED_ATTR: [
    'href',
    'title',
    'type',
    'checked',
    'disabled',
    'data-task',
    'aria-label',
    'start',
    'align',
    'target',
    'rel',
  ],
  // The rule for addresses would otherwise be held against these too.
  ADD_URI_SAFE_ATTR: ['type', 'checked', 'disabled', 'data-task', 'start', 'align', 'target', 'rel'],
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
};

const purify = createPurify(window);
