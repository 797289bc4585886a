import { Agent, type IncomingMessage, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface Ask {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Send = (ask: Ask) => Promise<string>;

/** One run of an action, from its first request to its last answer; `turn` counts the runs of all connections. */
export type Action = (send: Send, turn: number) => Promise<void>;

export interface Load {
  runs: number;
  seconds: number;
  /** Milliseconds of one run. */
  p50: number;
  p99: number;
}

/** A client with one connection that stays open. Anything but a success is an error: nobody measures refusals. */
export function connect(port: number): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, noDelay: true });
  const send: Send = ({ method, path, body, headers }) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const asked = request(
        {
          agent,
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
        response => collect(response, `${method} ${path}`).then(resolve, reject),
      );
      asked.once('error', reject);
      asked.end(text);
    });
  return { send, close: () => agent.destroy() };
}

async function collect(response: IncomingMessage, what: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  if (response.statusCode !== 200)
    throw new Error(`${what} answered ${response.statusCode}: ${text.slice(0, 500)}`);
  return text;
}

/** Runs an action on so many connections for so long, each beginning again as soon as it is done. */
export async function load(
  port: number,
  action: Action,
  { connections, seconds, first = 0 }: { connections: number; seconds: number; first?: number },
): Promise<Load> {
  const latencies: number[] = [];
  let turn = first;
  const began = performance.now();
  const end = began + seconds * 1000;
  const clients = Array.from({ length: connections }, () => connect(port));
  try {
    await Promise.all(
      clients.map(async ({ send }) => {
        while (performance.now() < end) {
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
    seconds: (performance.now() - began) / 1000,
    p50: at(0.5),
    p99: at(0.99),
  };
}
