import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '#server/context.ts';
import { tellAdminsOnce } from '#server/notifications/notifications.ts';
import { clock } from '#server/time-and-chance.ts';

const HOUR_MS = 3_600_000;

/** Addresses of this machine, of a network at home or in a data centre, of a provider's own. */
const beside = new BlockList();
for (const [net, bits] of [
  ...([
    ['127.0.0.0', 8],
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['169.254.0.0', 16],
    ['100.64.0.0', 10],
  ] as const),
])
  beside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  beside.addSubnet(net, bits, 'ipv6');

// A socket of Unix has no address.
function isBeside(address: string | undefined): boolean {
  if (address === undefined) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return beside.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** Tells whether somebody says on whose behalf they ask: a proxy does, a browser never. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined;

/** TRUST_PROXY is off, yet this came from a proxy beside us: nobody else has a private address. */
const isUntold = (request: FastifyRequest, env: App['env']): boolean =>
  env.trustProxy === false && isForwarded(request.headers) && isBeside(request.socket.remoteAddress);

/**
 * Returns the address that limits count a request for. Behind a proxy that nobody told us of, that is the address which
 * it appended itself: counted by its own, one visitor would use up the limits of all.
 */
export function visitorAddress(request: FastifyRequest, env: App['env']): string {
  if (!isUntold(request, env)) return request.ip;
  return lastForwarded(request.headers) ?? request.ip;
}

/** The last address of `X-Forwarded-For`, else of `Forwarded`; null where that is none. */
function lastForwarded(headers: IncomingHttpHeaders): string | null {
  const chain = [headers['x-forwarded-for'] ?? []].flat().join(',');
  const [, named = ''] = /(?:^|[;,]\s*)for=("[^"]*"|[^;,]*)[^,]*$/i.exec(headers.forwarded ?? '') ?? [];
  const last = (chain === '' ? named.replace(/"/g, '') : (chain.split(',').at(-1) ?? '')).trim();
  // With a port: 203.0.113.9:4711, [2001:db8::1]:4711.
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d+)?$|^(\d+(?:\.\d+){3})(?::\d+)?$/.exec(last) ?? [];
  const address = bracketed ?? dotted ?? last;
  return isIP(address) === 0 ? null : address;
}

const UNTOLD_PROXY = 'TRUST_PROXY is off, but requests come through a proxy';

/**
 * Notices a proxy that nobody told the shop of: an error line and a notice to Admins, once an hour at most. Answers
 * what is to be said of it, for an hour after the last such request.
 */
export function watchForProxies(
  app: FastifyInstance,
  { env, db, log }: Pick<App, 'env' | 'db' | 'log'>,
  now = clock.ms,
): () => string[] {
  let seen = Number.NEGATIVE_INFINITY;
  let said = Number.NEGATIVE_INFINITY;
  let telling = Promise.resolve();
  const note = {
    type: 0,
    title: UNTOLD_PROXY,
    details:
      'The shop can’t tell who is asking. Set TRUST_PROXY to the number of proxies in front of it, or to their addresses, and restart it.',
  };
  app.addHook('onRequest', async request => {
    if (!isUntold(request, env)) return;
    seen = now();
    if (seen - said < HOUR_MS) return;
    said = seen;
    log.error(`${UNTOLD_PROXY}: set it to their number or addresses`);
    // Nobody's request waits for it.
    telling = tellAdminsOnce(db, note).catch(err => log.warn({ err }, 'Admins were not told of the proxy'));
  });
  app.addHook('onClose', () => telling);
  return () => (now() - seen < HOUR_MS ? [UNTOLD_PROXY] : []);
}
