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
  /** Renders a page once for all who ask meanwhile, and keeps it if `toKeep` has something to keep. */
  make<T>(
    key: string,
    render: () => Promise<T>,
    toKeep: (made: T) => { html: string; policy: string } | null,
  ): Promise<T>;
}

interface Entry extends KeptPage {
  until: number;
  bytes: () => number;
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
  const underWay = new Map<string, Promise<unknown>>();
  let changes = 0;
  for (const scope of scopes) {
    cache.onForget(scope, () => {
      changes += 1;
      entries.clear();
      underWay.clear();
    });
  }
  const isChanging = () => scopes.some(cache.isPending);

  const keep = (key: string, entry: Entry) => {
    entries.set(key, entry);
    let bytes = 0;
    // The last to be asked for stand last.
    for (const [other, one] of [...entries].reverse()) {
      bytes += one.bytes();
      if (bytes > MAX_BYTES || one.until <= now()) entries.delete(other);
    }
  };

  return {
    find: key => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      if (entry.until <= now() || isChanging()) return undefined;
      entries.set(key, entry);
      return entry;
    },
    make: (key, render, toKeep) => {
      // Between the announcement of a change and its commit nothing is kept and nothing shared.
      if (key.length > MAX_ADDRESS || isChanging()) return render();
      const shared = underWay.get(key);
      if (shared) return shared as ReturnType<typeof render>;
      const [before, began] = [changes, now()];
      const made = render().then(page => {
        const wanted = toKeep(page);
        // A page rendered before a change must not outlive it.
        if (wanted && before === changes && !isChanging()) keep(key, entryOf(wanted, endOf(began)));
        return page;
      });
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

function entryOf({ html, policy }: { html: string; policy: string }, until: number): Entry {
  const bodies = new Map<Encoding | null, Buffer>([[null, Buffer.from(html)]]);
  const plain = async (): Promise<Buffer> => {
    for (const [encoding, body] of bodies) return encoding === null ? body : decoders[encoding](body);
    throw new Error('A kept page has no body');
  };
  return {
    tag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    policy,
    until,
    bytes: () => [...bodies.values()].reduce((sum, body) => sum + body.length, 0),
    body: async encoding => {
      const known = bodies.get(encoding);
      if (known) return known;
      const whole = await plain();
      const body = encoding === null ? whole : await compress(whole, encoding);
      bodies.set(encoding, body);
      // A page is some ten times as long as its compressed twins, from which it can be had again.
      if (encoding !== null) bodies.delete(null);
      return body;
    },
  };
}
