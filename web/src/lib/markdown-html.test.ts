import { describe, expect, it } from 'vitest';
import { markdownToHtml } from './markdown-html';

describe('markdownToHtml', () => {
  it('renders the usual', () => {
    expect(markdownToHtml('# Title\n\n**bold** `code`', 'clickable')).toBe(
      '<h1>Title</h1>\n<p><strong>bold</strong> <code>code</code></p>\n',
    );
  });
  it('shows raw HTML as text', () => {
    const html = markdownToHtml(
      '<img src=x onerror=alert(1)> <b>hi</b>\n\n<script>alert(1)</script>',
      'clickable',
    );
    expect(html).not.toMatch(/<(img|script|b)\b/);
    expect(html).toContain('&lt;script&gt;');
  });
  it('shows pictures as links', () => {
    expect(markdownToHtml('![a cat](https://example.org/cat.png)', 'clickable')).toBe(
      '<p><a href="https://example.org/cat.png" target="_blank" rel="noopener noreferrer">a cat</a></p>\n',
    );
  });
  it('makes links only of what leads somewhere safe', () => {
    expect(markdownToHtml('[a](https://example.org)', 'clickable')).toContain('rel="noopener noreferrer"');
    for (const href of [
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      '/api/x',
    ]) {
      expect(markdownToHtml(`[a](${href}) ![b](${href})`, 'clickable')).not.toContain('<a');
    }
  });
  it('does not let an address leave its quotes', () => {
    expect(markdownToHtml('[a](https://x.example/"onclick="alert(1))', 'clickable')).not.toMatch(/"onclick/);
  });
  it('numbers the boxes of task lists', () => {
    const html = markdownToHtml('- [ ] one\n- [x] two', 'clickable');
    expect([...html.matchAll(/data-task="(\d)"/g)].map(([, number]) => number)).toEqual(['0', '1']);
    expect(html.match(/ checked/g)).toHaveLength(1);
  });
  it('disables the boxes for those who may not change the text', () => {
    expect(markdownToHtml('- [ ] one', 'disabled')).toContain('disabled');
  });
  it('keeps boxes from being clicked when it is not certain where they stand', () => {
    expect(markdownToHtml('- [ ] one\n\n      - [ ] code', 'clickable')).toContain('disabled');
  });
  it.each([
    '> '.repeat(10_000),
    '>'.repeat(20_000),
    '1. '.repeat(6_666),
    '- '.repeat(40),
    'W'.repeat(20_000),
    `a${' '.repeat(19_998)}b`,
  ])('shows what nobody writes as it was written, instead of failing or thinking for ever', (source) => {
    expect(markdownToHtml(source, 'clickable')).toBe(
      `<pre><code>${source.replaceAll('>', '&gt;')}</code></pre>`,
    );
  });
  it('takes what people do write', () => {
    const source =
      '> > quoted twice\n\n1. - [ ] a task in a list in a list\n\nhttps://example.org/a/long/address';
    expect(markdownToHtml(source, 'clickable')).not.toContain('<pre>');
  });
});
