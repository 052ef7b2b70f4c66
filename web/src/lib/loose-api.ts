import { answer, api } from './api';

interface Options {
  readonly params?: {
    readonly path?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, unknown>>;
  };
  readonly body?: unknown;
}

type Call = (
  path: string,
  options: Options,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const loose = api as unknown as Readonly<Record<'GET' | 'POST' | 'PUT' | 'PATCH', Call>>;

/** Makes a call whose answer is described where it is used. */
export function ask<T>(method: keyof typeof loose, path: string, options: Options = {}): Promise<T> {
  return answer(loose[method](path, options)) as Promise<T>;
}
