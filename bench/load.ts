import { Agent, type IncomingMessage, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Ask {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Throws on an answer that is not the right one; looks at some of them. */
  check?: (text: string) => void;
}

/** Every so many answers one is looked at: to read each takes as long as to give it. */
const LOOKED_AT = 20;

export type Send = (ask: Ask) => Promise<string>;

/** One run of an action, from its first request to its last answer; `turn` counts the runs of all connections. */
export type Action = (send: Send, turn: number) => Promise<void>;

export interface Load {
  runs: number;
  /** Questions that the shop put off as too busy, and that were asked again. */
  refused: number;
  seconds: number;
  /** Milliseconds of one run. */
  p50: number;
  p99: number;
}

const BUSY = 429;
const PATIENCE_MS = 200;

/** A client with one connection that stays open. Anything but a success or a later is an error. */
export function connect(
  port: number,
  localAddress = '127.0.0.1',
): { send: Send; refused: () => number; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, noDelay: true });
  let refused = 0;
  let answers = 0;
  const send: Send = async ask => {
    for (;;) {
      const { status, text } = await once(ask);
      if (status === 200) {
        if (ask.check && answers++ % LOOKED_AT === 0) ask.check(text);
        return text;
      }
      if (status !== BUSY)
        throw new Error(`${ask.method} ${ask.path} answered ${status}: ${text.slice(0, 500)}`);
      refused++;
      await sleep(PATIENCE_MS);
    }
  };
  const once = ({ method, path, body, headers }: Ask) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const asked = request(
        {
          agent,
          localAddress,
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: {
            ...headers,
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
            }),
          },
        },
        response => collect(response).then(resolve, reject),
      );
      asked.once('error', reject);
      asked.end(text);
    });
  return { send, refused: () => refused, close: () => agent.destroy() };
}

async function collect(response: IncomingMessage): Promise<{ status: number; text: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  const isPacked = response.headers['content-encoding'] === 'br';
  // Unpacked by whoever looks at it.
  return { status: response.statusCode ?? 0, text: whole.toString(isPacked ? 'base64' : 'utf8') };
}

/**
 * Runs an action on so many connections for so long, and longer until it ran often enough, each beginning again as
 * soon as it is done.
 */
export async function load(
  port: number,
  action: Action,
  {
    connections,
    seconds,
    first = 0,
    leastRuns = 0,
  }: { connections: number; seconds: number; first?: number; leastRuns?: number },
): Promise<Load> {
  const latencies: number[] = [];
  let turn = first;
  const began = performance.now();
  const end = began + seconds * 1000;
  // From an address each: one alone gets its fair share and no more.
  const clients = Array.from({ length: connections }, (_, place) => connect(port, `127.0.1.${place + 1}`));
  try {
    await Promise.all(
      clients.map(async ({ send }) => {
        while (performance.now() < end || latencies.length < leastRuns) {
          const started = performance.now();
          await action(send, turn++);
          latencies.push(performance.now() - started);
        }
      }),
    );
  } finally {
    for (const { close } of clients) close();
  }
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    runs: latencies.length,
    refused: clients.reduce((sum, client) => sum + client.refused(), 0),
    seconds: (performance.now() - began) / 1000,
    p50: at(0.5),
    p99: at(0.99),
  };
}
