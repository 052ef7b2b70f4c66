import { MASK, type ToolServerConfig } from '@/lib/tool-servers';

/** A name with a value that may be a secret. One that was kept is not shown, and stays unless it is written anew. */
export interface Pair {
  readonly key: number;
  readonly name: string;
  readonly value: string;
  readonly isKept: boolean;
}

/** A tool server as it is written in the form. */
export interface ServerForm {
  readonly name: string;
  readonly type: ToolServerConfig['type'];
  readonly command: string;
  readonly args: readonly Pair[];
  readonly url: string;
  /** The environment of a program, or the headers of an address. */
  readonly pairs: readonly Pair[];
}

let lastKey = 0;

export function newPair(name = '', value = '', isKept = false): Pair {
  lastKey += 1;
  return { key: lastKey, name, value, isKept };
}

export const EMPTY_FORM: ServerForm = { name: '', type: 'stdio', command: '', args: [], url: '', pairs: [] };

export function formOf(name: string, config: ToolServerConfig): ServerForm {
  const kept = (pairs: Readonly<Record<string, string>>) =>
    Object.keys(pairs).map((each) => newPair(each, '', true));
  if (config.type === 'http')
    return { ...EMPTY_FORM, name, type: 'http', url: config.url, pairs: kept(config.headers) };
  const args = config.args.map((value) => newPair('', value === MASK ? '' : value, value === MASK));
  return { ...EMPTY_FORM, name, command: config.command, args, pairs: kept(config.env) };
}

/** Returns what is sent. What was kept and not written anew goes as its mask. */
export function configOf(form: ServerForm): ToolServerConfig {
  const sent = ({ value, isKept }: Pair) => (isKept && value === '' ? MASK : value);
  const pairs = Object.fromEntries(
    form.pairs.filter(({ name }) => name.trim() !== '').map((pair) => [pair.name.trim(), sent(pair)]),
  );
  if (form.type === 'http') return { type: 'http', url: form.url.trim(), headers: pairs };
  const args = form.args.filter((arg) => arg.isKept || arg.value !== '').map(sent);
  return { type: 'stdio', command: form.command.trim(), args, env: pairs };
}

export function isReady({ name, type, command, url }: ServerForm): boolean {
  return name.trim() !== '' && (type === 'http' ? url.trim() !== '' : command.trim() !== '');
}

/** Where a tool server is, in one line. */
export function addressOf(config: ToolServerConfig): string {
  return config.type === 'http' ? config.url : [config.command, ...config.args].join(' ');
}
