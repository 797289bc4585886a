import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a database that can be cut (`gone`) or lead nowhere (`silent`) while the database itself goes on. */
export class Way {
  #server: Server | null = null;
  #port = 0;
  #isSilent = false;
  readonly #sockets = new Set<Socket>();

  constructor(readonly target: URL) {}

  async open(): Promise<string> {
    // Anything sent meanwhile is lost, as behind a machine that went away and came back.
    if (this.#isSilent) this.#cut();
    this.#isSilent = false;
    if (!this.#server) {
      const server = createServer(socket => this.#lead(socket));
      await new Promise<void>(resolve => server.listen(this.#port, '127.0.0.1', resolve));
      this.#server = server;
      const address = server.address();
      this.#port = typeof address === 'object' && address ? address.port : 0;
    }
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async close(how: 'gone' | 'silent'): Promise<void> {
    if (how === 'silent') {
      this.#isSilent = true;
      return;
    }
    const server = this.#server;
    this.#server = null;
    const closed = new Promise(resolve => server?.close(resolve));
    this.#cut();
    await closed;
  }

  #lead(socket: Socket): void {
    const behind = connect(Number(this.target.port || 5432), this.target.hostname);
    for (const [from, to] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', chunk => {
        if (!this.#isSilent) to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
