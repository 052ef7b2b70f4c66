import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A person as the API knows them. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly token: string;
}

/** What a test wants of the program besides the usual. */
export interface Settings {
  readonly flags?: readonly string[];
  /** Its whole environment; without it, that of the tests. */
  readonly environment?: NodeJS.ProcessEnv;
}

export const PASSWORD = 'correct horse battery staple';

/** The real program on a free port, with a data folder of its own. */
export class TestServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'tandem-web-'));
  readonly projects = join(this.folder, 'projects');
  setupLink = '';
  #process: ChildProcess | null = null;
  #address = '127.0.0.1:0';
  #settings: Settings = {};

  /** Starts the program; what a test wants may depend on the folder in which everything is. */
  static async start(settings: (folder: string) => Settings = () => ({})): Promise<TestServer> {
    const server = new TestServer();
    mkdirSync(server.projects);
    server.#settings = settings(server.folder);
    await server.launch();
    return server;
  }

  get origin(): string {
    return `http://${this.#address}`;
  }

  get port(): number {
    return Number(this.#address.split(':')[1]);
  }

  /** Starts the program; after a stop, on the same port as before. */
  async launch(): Promise<void> {
    const folders = ['--data', join(this.folder, 'data'), '--projects-root', this.projects];
    // Without a port the name stands for any, so that a test can put something in between.
    const flags = ['--listen', this.#address, '--host', '127.0.0.1', '--rate-limit', 'off', ...folders];
    const { flags: more = [], environment = process.env } = this.#settings;
    const child = spawn(binary(), ['serve', '--registration', 'invite', ...flags, ...more], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
    });
    this.#process = child;
    const said: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      this.setupLink = line.match(/http\S+\/setup#token=\S+/)?.[0] ?? this.setupLink;
    });
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const address = line.match(/^listening on http:\/\/(\S+)$/)?.[1];
        if (address) {
          this.#address = address;
          resolve();
        }
      });
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said.join('\n')}`)));
    });
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#process = null;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    token: string | null,
    body?: unknown,
  ): Promise<T> {
    const answer = await fetch(`${this.origin}/api${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as T;
  }

  /** Creates the first account, with the link that the console shows. */
  firstAccount(name: string): Promise<Account> {
    return this.#register(name, { setup: this.setupLink.split('token=')[1] });
  }

  /** Creates an account by an invite of the first. */
  async invited(by: Account, name: string): Promise<Account> {
    const { invite } = await this.call<{ invite: string }>('POST', '/invites', by.token, {});
    return this.#register(name, { invite });
  }

  async project(owner: Account, name: string): Promise<{ id: string; kanban_board_id: string }> {
    const folder_path = join(this.projects, name.toLowerCase().replaceAll(' ', '-'));
    mkdirSync(folder_path, { recursive: true });
    return this.call('POST', '/projects', owner.token, { name, folder_path });
  }

  async #register(name: string, pass: Record<string, unknown>): Promise<Account> {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.org`;
    const body = { email, password: PASSWORD, name, ...pass };
    const { user, access_token } = await this.call<{ user: { id: string }; access_token: string }>(
      'POST',
      '/auth/register',
      null,
      body,
    );
    return { id: user.id, email, password: PASSWORD, name, token: access_token };
  }
}

/** Returns the program that is tested. */
export function binary(): string {
  const path = process.env.TANDEM_BIN ?? new URL('../../../target/debug/tandem', import.meta.url).pathname;
  if (!existsSync(path)) throw new Error(`There is no program at ${path}. Build it, or set TANDEM_BIN.`);
  return path;
}
