import { createHash } from 'node:crypto';
import { type LookupAddress, lookup } from 'node:dns';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { clock } from '#server/time-and-chance.ts';

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
export const PICTURE_SIZES = [160, 400, 800] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];
export type PictureType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

const MAX_PICTURE_PIXELS = 50_000_000;
const MAX_REDIRECTS = 3;
const DEADLINE_MS = 20_000;

/**
 * Why a picture was not taken. `unreachable` may pass (`retry`), the others will be the same next time: an address
 * that is none or not public, too large a file, or something that is no picture.
 */
export class PictureError extends Error {
  override readonly name = 'PictureError';

  constructor(
    readonly reason: 'address' | 'unreachable' | 'too_large' | 'not_a_picture',
    message: string,
    readonly retry = false,
  ) {
    super(message);
  }
}

export interface FetchOptions {
  /** Which addresses may be connected to: public ones. Tests allow their own server. */
  mayReach?: (address: string) => boolean;
  deadlineMs?: number;
}

/**
 * The picture at an address that somebody else wrote down. Only http and https; every connection, those of redirects
 * too, goes to an address that was checked, so that nobody reads our inner network through us. Throws a
 * `PictureError`.
 */
export async function fetchPicture(
  url: string,
  { mayReach = isPublicAddress, deadlineMs = DEADLINE_MS }: FetchOptions = {},
): Promise<{ content: Buffer; type: PictureType }> {
  const deadline = clock.timeoutSignal(deadlineMs);
  let next = readUrl(url, null);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await request(next, mayReach, deadline);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy();
      next = readUrl(headers.location, next);
      continue;
    }
    if (statusCode !== 200) {
      response.destroy();
      const retry = statusCode >= 500 || statusCode === 429;
      throw new PictureError('unreachable', `answered with status ${statusCode}`, retry);
    }
    const content = await readBody(response, deadline);
    const type = sniffPicture(content);
    if (type === null) throw new PictureError('not_a_picture', 'is not a JPEG, PNG, WebP, AVIF or GIF');
    return { content, type };
  }
  throw new PictureError('unreachable', 'redirects too often');
}

function readUrl(text: string, base: URL | null): URL {
  if (!URL.canParse(text, base?.href)) throw new PictureError('address', 'is not an address');
  const url = new URL(text, base?.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new PictureError('address', 'must start with http:// or https://');
  }
  if (url.username || url.password) throw new PictureError('address', 'must not contain a login');
  return url;
}

function request(
  url: URL,
  mayReach: (address: string) => boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayReach(host)) throw notPublic();
  const get = url.protocol === 'https:' ? httpsGet : httpGet;
  const options = {
    signal,
    // A connection of its own, made through our lookup: what was checked is what is connected to.
    agent: false,
    lookup: checkedLookup(mayReach),
    headers: { accept: 'image/*', 'accept-encoding': 'identity' },
  };
  return new Promise((resolve, reject) => {
    get(url, options, resolve).on('error', error => reject(readError(error, signal)));
  });
}

function checkedLookup(mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[] = []) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => mayReach(address))) return callback(notPublic(), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
}

async function readBody(response: IncomingMessage, deadline: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    if (Number(response.headers['content-length'] ?? 0) > MAX_PICTURE_BYTES) throw tooLarge();
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_PICTURE_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw readError(error, deadline);
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks);
}

const notPublic = () => new PictureError('address', 'does not lead to a public server');
const tooLarge = () => new PictureError('too_large', `is larger than ${MAX_PICTURE_BYTES / 1024 / 1024} MB`);

function readError(error: unknown, deadline: AbortSignal): PictureError {
  if (error instanceof PictureError) return error;
  const { code = 'error' } = error as { code?: string };
  const cause = deadline.aborted ? 'took too long' : `could not be reached (${code})`;
  return new PictureError('unreachable', cause, true);
}

/** Everything that is not handed out to servers of the public Internet (IANA's special-purpose registries). */
const SPECIAL_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
// In IPv6 only 2000::/3 is public; these parts of it carry an IPv4 address inside or lead nowhere.
const SPECIAL_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
const special = new BlockList();
for (const [net, bits] of SPECIAL_V4) special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of SPECIAL_V6) special.addSubnet(net, bits, 'ipv6');
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && publicV6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Tells what a file is by its first bytes; its name and declared type are hearsay. */
export function sniffPicture(content: Buffer): PictureType | null {
  const ascii = (from: number, to: number) => content.toString('latin1', from, to);
  if (content.length < 16) return null;
  if (content.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return 'gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(4, 8) !== 'ftyp') return null;
  const brands = ascii(8, Math.min(content.readUInt32BE(0), 256));
  return /^(?:.{4})*?avi[fs]/s.test(brands) ? 'avif' : null;
}

export interface RenderedPicture {
  /** SHA-256 of the original: the same picture is kept once. */
  hash: string;
  /** Base of the sizes' names, without slashes at its ends: `ab/cd/abcd…`, below it `160.webp` and so on. */
  path: string;
  /** In the largest size. */
  width: number;
  height: number;
  sizes: { size: PictureSize; content: Buffer }[];
}

/**
 * A picture in the shop's sizes, as WebP within a square of so many pixels, never enlarged. Always encoded anew,
 * which drops places, owners and whatever else hides in a file. Throws a `PictureError` for what can't be decoded.
 */
export async function renderSizes(original: Buffer): Promise<RenderedPicture> {
  if (sniffPicture(original) === null) {
    throw new PictureError('not_a_picture', 'is not a JPEG, PNG, WebP, AVIF or GIF');
  }
  const { default: sharp } = await import('sharp');
  const source = sharp(original, {
    limitInputPixels: MAX_PICTURE_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  }).autoOrient();
  try {
    const rendered = await Promise.all(
      PICTURE_SIZES.map(async size => {
        const resized = source.clone().resize(size, size, { fit: 'inside', withoutEnlargement: true });
        const { data, info } = await resized.webp({ quality: 78 }).toBuffer({ resolveWithObject: true });
        return { size, content: data, width: info.width, height: info.height };
      }),
    );
    const hash = createHash('sha256').update(original).digest('hex');
    const { width = 0, height = 0 } = rendered.at(-1) ?? {};
    return {
      hash,
      path: `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`,
      width,
      height,
      sizes: rendered.map(({ size, content }) => ({ size, content })),
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'unknown';
    throw new PictureError('not_a_picture', `could not be decoded (${detail})`);
  }
}
