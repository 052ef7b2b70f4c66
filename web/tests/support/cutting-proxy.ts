import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/** Stands between clients and the server, and cuts connections when told to. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();
  #open = true;

  private constructor(target: () => number) {
    this.#server = createServer((near) => {
      if (!this.#open) {
        near.destroy();
        return;
      }
      const far = dial(target(), '127.0.0.1');
      const pair: [Socket, Socket] = [near, far];
      this.#pairs.add(pair);
      near.pipe(far);
      far.pipe(near);
      for (const socket of pair) {
        socket.on('error', () => {});
        socket.on('close', () => {
          this.#pairs.delete(pair);
          for (const either of pair) either.destroy();
        });
      }
    });
  }

  static async before(target: () => number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
    return address.port;
  }

  /** Cuts every connection at once, with whatever was on its way. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Cuts everything and lets nobody in until `raise`. */
  lower(): void {
    this.#open = false;
    this.cut();
  }

  raise(): void {
    this.#open = true;
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
