import { mermaidIn } from './clipboard';

/** What the server reads. */
export type DrawingFormat = 'json' | 'json-canvas' | 'excalidraw' | 'tldr' | 'mermaid';

/** A drawing as some program writes it. */
export interface Drawing {
  readonly format: DrawingFormat;
  readonly content: string;
}

/** No body that is larger is taken by the server. */
const MAX_BYTES = 8 * 1024 * 1024;

const BY_ENDING: ReadonlyMap<string, DrawingFormat> = new Map([
  ['excalidraw', 'excalidraw'],
  ['tldr', 'tldr'],
  ['canvas', 'json-canvas'],
  ['json', 'json'],
  ['mmd', 'mermaid'],
  ['mermaid', 'mermaid'],
]);

/** The endings of files that can be inserted, as a file input wants them. */
export const ENDINGS = [...BY_ENDING.keys()].map((ending) => `.${ending}`).join(',');

/** Reads a file; what is wrong with it is thrown in words for people. */
export async function readDrawing(file: Pick<File, 'name' | 'size' | 'text'>): Promise<Drawing> {
  if (file.size > MAX_BYTES) throw new Error('It has more than 8 MB.');
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  const format = BY_ENDING.get(ending);
  const content = await file.text();
  // What it says of itself counts more than its name: every second drawing is called `.json` somewhere.
  const drawing = drawingIn(content) ?? (format && { format, content });
  if (!drawing)
    throw new Error('Excalidraw, tldraw, JSON Canvas, Mermaid and Tandem’s own files can be read.');
  return drawing;
}

/** Returns the drawing that a text is, by what it says of itself; `null` for any other text. */
export function drawingIn(text: string): Drawing | null {
  const mermaid = mermaidIn(text);
  if (mermaid !== null) return { format: 'mermaid', content: mermaid };
  if (!/^\s*\{/u.test(text)) return null;
  let file: Readonly<Record<string, unknown>>;
  try {
    file = JSON.parse(text) as typeof file;
  } catch {
    return null;
  }
  // What Excalidraw copies is its file under another name.
  if (file.type === 'excalidraw/clipboard')
    return { format: 'excalidraw', content: JSON.stringify({ ...file, type: 'excalidraw' }) };
  const format = formatOf(file);
  return format && { format, content: text };
}

function formatOf(file: Readonly<Record<string, unknown>>): DrawingFormat | null {
  if (file.type === 'excalidraw') return 'excalidraw';
  if ('tldrawFileFormatVersion' in file) return 'tldr';
  const [node] = Array.isArray(file.nodes) ? (file.nodes as unknown[]) : [];
  if (typeof node !== 'object' || node === null) return null;
  const { kind, props, type, x, y } = node as Record<string, unknown>;
  if (typeof kind === 'string' && typeof props === 'object') return 'json';
  const isOnCanvas = typeof type === 'string' && typeof x === 'number' && typeof y === 'number';
  return isOnCanvas ? 'json-canvas' : null;
}
