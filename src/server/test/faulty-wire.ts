import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expiredSelfSigned } from '#server/test/self-signed.ts';

/** A fault on the way to a server, whatever protocol it speaks. */
export type WireFault =
  /** Nobody listens. */
  | 'refused'
  /** Connections are taken, and nothing is ever answered. */
  | 'black_hole'
  /** Cut off in the middle of the TLS handshake. */
  | 'tls_cut'
  /** TLS with a certificate that nobody should trust. */
  | 'tls_untrusted'
  /** All that the server says comes so much later. */
  | { slowMs: number }
  /** The server's words come byte by byte, after so many whole pieces. */
  | { dripMs: number; after?: number }
  /** Cut in the middle of the first piece in which the server says this. */
  | { resetAt: string }
  /** Something else answers: when connected, or when something was sent. */
  | { says: string | Buffer; to: 'connection' | 'request' };

export type FaultyWire = Awaited<ReturnType<typeof openWire>>;

/** A port of the loopback address that leads to the server at `target`, with a fault until `mend` is called. */
export async function openWire(target: number, fault: WireFault) {
  let present: WireFault | null = fault;
  const sockets = new Set<Socket>();
  const known = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Hanging up is part of the tests, not a failure.
    socket.on('error', () => socket.destroy());
    return socket;
  };
  let taken = 0;
  const server = createServer(socket => {
    taken += 1;
    lead(known(socket), () => known(connect(target, '127.0.0.1')), present);
  });
  const listen = (port: number) =>
    new Promise<void>(resolve => server.listen(port, '127.0.0.1', () => resolve()));
  const closeServer = () => new Promise<void>(resolve => server.close(() => resolve()));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  if (fault === 'refused') await closeServer();
  return {
    port,
    /** How many connections were made so far. */
    taken: () => taken,
    /** From now on everything gets through; what hung is cut. */
    mend: async () => {
      present = null;
      cut();
      if (!server.listening) await listen(port);
    },
    close: async () => {
      cut();
      if (server.listening) await closeServer();
    },
  };
}

function lead(client: Socket, reach: () => Socket, fault: WireFault | null): void {
  if (fault === 'black_hole') client.resume();
  else if (fault === 'tls_cut') client.once('data', () => client.destroy());
  else if (fault === 'tls_untrusted') {
    const secure = new TLSSocket(client, { isServer: true, ...expiredSelfSigned() });
    secure.on('error', () => client.destroy());
    pass(secure, reach(), fault);
  } else if (fault !== null && typeof fault === 'object' && 'says' in fault) {
    if (fault.to === 'connection') client.end(fault.says);
    else client.once('data', () => client.end(fault.says));
    client.resume();
  } else pass(client, reach(), fault);
}

function pass(client: Socket, server: Socket, fault: WireFault | null): void {
  client.on('data', chunk => server.write(chunk));
  client.on('close', () => server.destroy());
  server.on('close', () => client.destroySoon());
  let pieces = 0;
  let spoken = Promise.resolve();
  server.on('data', chunk => {
    pieces += 1;
    const piece = pieces;
    spoken = spoken.then(() => speak(client, chunk, piece, fault));
  });
}

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

async function speak(client: Socket, chunk: Buffer, piece: number, fault: WireFault | null): Promise<void> {
  if (fault !== null && typeof fault === 'object') {
    if ('slowMs' in fault) await wait(fault.slowMs);
    if ('resetAt' in fault && chunk.includes(fault.resetAt)) {
      client.write(chunk.subarray(0, chunk.length / 2));
      // The half is on its way before the cut.
      await wait(10);
      client.resetAndDestroy();
      return;
    }
    if ('dripMs' in fault && piece > (fault.after ?? 0)) {
      for (const byte of chunk) {
        if (client.destroyed) return;
        client.write(Buffer.of(byte));
        await wait(fault.dripMs);
      }
      return;
    }
  }
  if (!client.destroyed) client.write(chunk);
}
