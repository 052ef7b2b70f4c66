import { answer, api } from './api';
import { ask } from './loose-api';

/** The part of a board that somebody looks at. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export type LayoutType = 'grid' | 'horizontal-row' | 'vertical-column' | 'even-spacing';

/** What a whiteboard can be taken away as. */
export const EXPORTS = [
  { format: 'svg', name: 'SVG picture', ending: 'svg' },
  { format: 'png', name: 'PNG picture', ending: 'png' },
  { format: 'json-canvas', name: 'JSON Canvas', ending: 'canvas' },
  { format: 'excalidraw', name: 'Excalidraw', ending: 'excalidraw' },
  { format: 'tldr', name: 'tldraw', ending: 'tldr' },
  { format: 'mermaid', name: 'Mermaid flowchart', ending: 'mmd' },
] as const;
export type ExportFormat = (typeof EXPORTS)[number]['format'];

/** What a tool of a whiteboard has done. */
export interface ToolResult {
  /** The ids of what was made, by the names they had in the call. */
  readonly created?: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
}

/** One thing to be made: what it is called in this call, what it is, and what it belongs to. */
export interface Operation {
  readonly op: 'createFrame' | 'createNote' | 'createShape' | 'createText' | 'createConnector';
  readonly ref: string;
  readonly [field: string]: string;
}

export interface Batch {
  readonly operations: readonly Operation[];
  readonly layoutDirective?: string;
  readonly title?: string;
  readonly viewport?: Viewport;
}

/** Makes many objects at once; the server finds where they go. */
export function makeObjects(board: string, batch: Batch): Promise<ToolResult> {
  return runTool(board, 'batchOperations', batch);
}

/** Puts objects that are there in order. */
export function arrangeObjects(
  board: string,
  shapeIds: readonly string[],
  layoutType: LayoutType,
): Promise<ToolResult> {
  return runTool(board, 'layoutElements', { shapeIds, layoutType });
}

/** Adds what another program has drawn, clear of what is there. */
export async function insertFile(
  board: string,
  { format, content }: { readonly format: string; readonly content: string },
  viewport: Viewport,
): Promise<ToolResult> {
  const { result, warnings = [] } = await ask<Pick<ToolResult, 'warnings'> & { result?: ToolResult }>(
    'POST',
    '/api/boards/{id}/insert',
    { params: { path: { id: board } }, body: { format, content, viewport } },
  );
  return { ...result, warnings };
}

/** Fetches a board as a file of another format; a PNG is made from the SVG. */
export async function exportBoard(board: string, format: ExportFormat): Promise<Blob> {
  const get = api.GET as unknown as (
    path: string,
    options: object,
  ) => Promise<{ data?: Blob; error?: unknown; response: Response }>;
  const query = { format: format === 'png' ? 'svg' : format };
  return answer(get('/api/boards/{id}/export', { params: { path: { id: board }, query }, parseAs: 'blob' }));
}

async function runTool(board: string, name: string, input: object): Promise<ToolResult> {
  const params = { path: { id: board, name } };
  const { result } = await ask<{ result?: ToolResult }>('POST', '/api/boards/{id}/tools/{name}', {
    params,
    body: input,
  });
  return result ?? {};
}
