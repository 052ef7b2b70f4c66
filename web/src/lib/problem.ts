import { Unreachable } from './tokens';

/** An answer of the server, or the lack of one, that a person must be told of. Its message is for people. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  /** What is wrong with which field, by the field's name in the body: `email`, `columns/0/name`. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(about: { status: number; code: string; message: string; fields?: Record<string, string> }) {
    super(about.message);
    this.status = about.status;
    this.code = about.code;
    this.fields = about.fields ?? {};
  }
}

const OFFLINE = 'The server cannot be reached. Check the connection, then try again.';

/** Whatever was thrown, as a problem. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isNoAnswer(error)) return new Problem({ status: 0, code: 'unreachable', message: OFFLINE });
  const message =
    error instanceof Error && error.message ? error.message : 'Something in this page failed. Reload it.';
  return new Problem({ status: 0, code: 'failed', message });
}

/** Reads an error answer; a proxy in between may send anything. */
export function problemOf(response: Pick<Response, 'status' | 'headers'>, body: unknown): Problem {
  const { status } = response;
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const code = typeof given.code === 'string' ? given.code : `status_${status}`;
  const detail = typeof given.detail === 'string' && given.detail ? given.detail : withoutDetail(status);
  const message = status === 429 ? waitFor(response.headers.get('retry-after')) : detail;
  return new Problem({ status, code, message, fields: fieldErrors(given.errors) });
}

/** Returns the field errors of a form, and what is left to say above it. */
export function formErrors<Name extends string>(
  error: unknown,
  names: readonly Name[],
): { fields: Partial<Record<Name, string>>; general: string | null } {
  const problem = toProblem(error);
  const fields: Partial<Record<Name, string>> = {};
  const rest: string[] = [];
  for (const [path, message] of Object.entries(problem.fields)) {
    const name = names.find((known) => path === known || path.startsWith(`${known}/`));
    if (name) fields[name] ??= message;
    else rest.push(path ? `${path}: ${message}` : message);
  }
  const said = Object.keys(fields).length > 0;
  if (rest.length > 0) return { fields, general: rest.join(' ') };
  return { fields, general: said ? null : problem.message };
}

function fieldErrors(errors: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!Array.isArray(errors)) return fields;
  for (const error of errors as unknown[]) {
    const { path, message } = (error ?? {}) as Record<string, unknown>;
    if (typeof path === 'string' && typeof message === 'string')
      fields[pointerName(path)] ??= sentence(message);
  }
  return fields;
}

/** `/columns/0/name` as `columns/0/name`, with the pointer's escapes undone. */
function pointerName(pointer: string): string {
  return pointer.replace(/^\//, '').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A text as a sentence: with a capital and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}

function waitFor(retryAfter: string | null): string {
  const seconds = Number(retryAfter);
  if (!Number.isFinite(seconds) || seconds <= 0) return 'Too many requests. Wait a moment, then try again.';
  const time = seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many requests. Try again in ${time}.`;
}

function withoutDetail(status: number): string {
  return status >= 500
    ? 'The server has a problem. Try again in a moment; its log says why.'
    : `The server refused this (status ${status}).`;
}

/** `fetch` throws a TypeError without a network, and a timeout ends it by its signal. */
function isNoAnswer(error: unknown): boolean {
  if (error instanceof Unreachable || error instanceof TypeError) return true;
  return error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
