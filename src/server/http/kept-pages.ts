import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { Cache } from '#server/cache.ts';
import { compress, type Encoding } from '#server/http/compression.ts';
import { clock } from '#server/time-and-chance.ts';

/** Holds for a page, whatever happens: for what changes without a word. Proxies are told the same. */
export const KEPT_SECONDS = 15;
const MINUTE_MS = 60_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Addresses that were asked for once, of late. */
const MAX_SEEN = 2000;
/** Longer addresses are nobody's favourites. */
const MAX_ADDRESS = 1000;

const decoders = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

/** A page as it goes out to every guest who asks for its address. */
export interface KeptPage {
  /** Stands for the content, whoever rendered it. */
  tag: string;
  /** The policy that allows its inline script. */
  policy: string;
  /** Null: as it is. Encodings are made when they are first asked for. */
  body(encoding: Encoding | null): Promise<Buffer>;
}

export interface KeptPages {
  find(key: string): KeptPage | undefined;
  /**
   * Renders a page once for all who ask meanwhile. `page`: as it is kept, if `toKeep` has something to keep and it is asked
   * for a second time in a short while; most addresses never are.
   */
  make<T>(
    key: string,
    render: () => Promise<T>,
    toKeep: (made: T) => { html: Buffer; policy: string } | null,
  ): Promise<{ made: T; page: KeptPage | null }>;
}

interface Entry extends KeptPage {
  until: number;
  bytes: number;
}

/**
 * Keeps the pages that look the same to every guest, for one process. They are dropped when one of `scopes` changes,
 * as any process announces it, at every full minute, since opening hours and days turn there, and after
 * `KEPT_SECONDS`. The longest unasked go first when they take too much memory.
 */
export function createKeptPages(
  cache: Pick<Cache, 'onForget' | 'isPending'>,
  scopes: readonly string[],
  now: () => number = clock.ms,
): KeptPages {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const underWay = new Map<string, Promise<unknown>>();
  let changes = 0;
  for (const scope of scopes) {
    cache.onForget(scope, () => {
      changes += 1;
      entries.clear();
      bytes = 0;
      underWay.clear();
    });
  }
  const seen = new Map<string, number>();
  const isWanted = (key: string): boolean => {
    const until = seen.get(key) ?? 0;
    seen.delete(key);
    seen.set(key, now() + KEPT_SECONDS * 1000);
    const [oldest] = seen.keys();
    if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest);
    return until > now();
  };
  const isChanging = () => scopes.some(cache.isPending);

  const drop = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  const resize = (key: string) => (entry: Entry, now: number) => {
    if (entries.get(key) === entry) bytes += now - entry.bytes;
    entry.bytes = now;
  };
  const keep = (key: string, entry: Entry) => {
    drop(key);
    entries.set(key, entry);
    bytes += entry.bytes;
    // The first to be asked for stand first.
    for (const [oldest, { until }] of entries) {
      if (bytes <= MAX_BYTES && until > now()) break;
      drop(oldest);
    }
  };

  return {
    find: key => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until <= now() || isChanging()) {
        drop(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    make: async (key, render, toKeep) => {
      // Between the announcement of a change and its commit nothing is kept and nothing shared.
      if (key.length > MAX_ADDRESS || isChanging()) return { made: await render(), page: null };
      const areSeveral = isWanted(key);
      const shared = underWay.get(key);
      if (shared) return shared as ReturnType<typeof making>;
      const [before, began] = [changes, now()];
      const making = async () => {
        const made = await render();
        const wanted = toKeep(made);
        const page = wanted && entryOf(wanted, endOf(began), resize(key));
        // A page rendered before a change must not outlive it.
        if (page && areSeveral && before === changes && !isChanging()) keep(key, page);
        return { made, page };
      };
      const made = making();
      underWay.set(key, made);
      const done = () => {
        if (underWay.get(key) === made) underWay.delete(key);
      };
      made.then(done, done);
      return made;
    },
  };
}

const endOf = (began: number): number =>
  Math.min(began + KEPT_SECONDS * 1000, (Math.floor(began / MINUTE_MS) + 1) * MINUTE_MS);

function entryOf(
  { html, policy }: { html: Buffer; policy: string },
  until: number,
  resize: (entry: Entry, bytes: number) => void,
): Entry {
  const bodies = new Map<Encoding | null, Buffer>([[null, html]]);
  const plain = async (): Promise<Buffer> => {
    for (const [encoding, body] of bodies) return encoding === null ? body : decoders[encoding](body);
    throw new Error('A kept page has no body');
  };
  const entry: Entry = {
    tag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    policy,
    until,
    bytes: html.length,
    body: async encoding => {
      const known = bodies.get(encoding);
      if (known) return known;
      const whole = await plain();
      const body = encoding === null ? whole : await compress(whole, encoding);
      bodies.set(encoding, body);
      // A page is some ten times as long as its compressed twins, from which it can be had again.
      if (encoding !== null) bodies.delete(null);
      resize(
        entry,
        [...bodies.values()].reduce((sum, { length }) => sum + length, 0),
      );
      return body;
    },
  };
  return entry;
}
