import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { setStage } from './support/stage';

interface Style {
  readonly size: number;
  readonly line: number;
  readonly weight: number;
  readonly width: number;
}

/** What the server takes a text for: lines and width of the widest, by the name of a style. */
interface Measured {
  readonly text: string;
  /** Whether all its characters are in the font that we ship. */
  readonly own: boolean;
  readonly sizes: Readonly<Record<string, readonly [lines: number, width: number]>>;
}

interface Table {
  readonly styles: Readonly<Record<string, Style>>;
  readonly texts: readonly Measured[];
}

const GOLDEN = new URL('../../crates/layout/tests/golden/text.json', import.meta.url);
const stage = setStage();

test('the server measures texts as the browser does', async () => {
  const table = JSON.parse(readFileSync(GOLDEN, 'utf8')) as Table;
  const page = await stage.visitor();
  await page.goto('/login');
  const seen = await page.evaluate(async ({ styles, texts }) => {
    /** Returns the lines and the right edge of the last character that can be seen. */
    const measure = (text: string, { size, line, weight, width }: Style): [number, number] => {
      const box = document.createElement('div');
      Object.assign(box.style, {
        position: 'absolute',
        width: `${width}px`,
        font: `${weight} ${size}px/${line}px "Geist Variable", sans-serif`,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        fontKerning: 'normal',
        textRendering: 'geometricPrecision',
      });
      box.textContent = text;
      document.body.append(box);
      const left = box.getBoundingClientRect().left;
      const range = document.createRange();
      let right = 0;
      for (const { index, 0: character } of text.matchAll(/[^ \t\r\n]/gu)) {
        range.setStart(box.firstChild as Node, index);
        range.setEnd(box.firstChild as Node, index + character.length);
        for (const rect of range.getClientRects()) right = Math.max(right, rect.right - left);
      }
      const lines = Math.round(box.getBoundingClientRect().height / line);
      box.remove();
      return [lines, right];
    };
    for (const { size, weight } of Object.values(styles))
      await document.fonts.load(`${weight} ${size}px "Geist Variable"`);
    return texts.map(({ text }) =>
      Object.fromEntries(Object.entries(styles).map(([name, style]) => [name, measure(text, style)])),
    );
  }, table);

  const wrong: string[] = [];
  table.texts.forEach(({ text, own, sizes }, index) => {
    for (const [name, [lines, width]] of Object.entries(sizes)) {
      const [seenLines, seenWidth] = seen[index]?.[name] ?? [0, 0];
      const agrees = own
        ? lines === seenLines && Math.abs(width - seenWidth) <= 1
        : lines >= seenLines && (lines > 1 || width >= seenWidth);
      if (!agrees)
        wrong.push(
          `${JSON.stringify(text)} as ${name}: ${lines} × ${width}, in the browser ${seenLines} × ${seenWidth}`,
        );
    }
  });
  expect(wrong).toEqual([]);
});
