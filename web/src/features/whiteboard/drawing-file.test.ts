import { describe, expect, it } from 'vitest';
import { drawingIn, readDrawing } from './drawing-file';

const NODE = { id: 'a', x: 0, y: 0, width: 100, height: 60 };

function check(value: object, format: string | undefined) {
  expect(drawingIn(JSON.stringify(value))?.format).toBe(format);
}

describe('a text', () => {
  it('is a drawing if it says so', () => {
    check({ type: 'excalidraw', version: 2, elements: [] }, 'excalidraw');
    check({ tldrawFileFormatVersion: 1, records: [] }, 'tldr');
    check({ nodes: [{ ...NODE, type: 'text', text: 'One' }], edges: [] }, 'json-canvas');
    check({ kind: 'whiteboard', nodes: [{ id: 'a', kind: 'note', props: {} }] }, 'json');
    expect(drawingIn('```mermaid\ngraph LR\n A-->B\n```')).toEqual({
      format: 'mermaid',
      content: 'graph LR\n A-->B',
    });
  });

  it('is none if it is any other JSON, or none at all', () => {
    check({ nodes: [] }, undefined);
    check({ nodes: [{ id: 1, label: 'a graph of somebody' }], edges: [] }, undefined);
    check([{ type: 'excalidraw' }], undefined);
    for (const text of ['', 'Buy milk', '{ broken', '{}', 'null', '{"nodes":[null]}'])
      expect(drawingIn(text)).toBeNull();
  });

  it('is a file of Excalidraw also when it was copied there', () => {
    const elements = [{ id: 'a', type: 'rectangle' }];
    const copied = drawingIn(JSON.stringify({ type: 'excalidraw/clipboard', elements, files: {} }));
    expect(copied?.format).toBe('excalidraw');
    expect(JSON.parse(copied?.content ?? '')).toEqual({ type: 'excalidraw', elements, files: {} });
  });
});

describe('a file', () => {
  it('is what it says, whatever it is called', async () => {
    const content = JSON.stringify({ type: 'excalidraw', elements: [] });
    expect(await readDrawing(new File([content], 'plan.json'))).toEqual({ format: 'excalidraw', content });
  });

  it('is what it is called if it says nothing, so that the server can say what is wrong with it', async () => {
    expect(await readDrawing(new File(['{ "type": '], 'Plan.TLDR'))).toEqual({
      format: 'tldr',
      content: '{ "type": ',
    });
  });

  it('is refused if it is neither, or too large', async () => {
    await expect(readDrawing(new File(['\x89PNG'], 'photo.png'))).rejects.toThrow(/can be read/);
    const large = { name: 'a.json', size: 9e6, text: () => Promise.reject(new Error('it was read')) };
    await expect(readDrawing(large)).rejects.toThrow(/8 MB/);
  });
});
