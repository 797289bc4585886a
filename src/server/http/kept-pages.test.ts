import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createKeptPages, type KeptPages } from '#server/http/kept-pages.ts';

const START = Date.UTC(2026, 0, 5, 12, 0, 30);

/** Kept pages whose clock and announcements are the test's. */
function opened() {
  const at = { ms: START };
  const forget = new Map<string, (details: string | null) => void>();
  const pending = new Set<string>();
  const cache = {
    onForget: (scope: string, listener: (details: string | null) => void) => {
      forget.set(scope, listener);
    },
    isPending: (scope: string) => pending.has(scope),
  };
  const pages = createKeptPages(cache, ['catalogue', 'site'], () => at.ms);
  let renders = 0;
  const ask = async (key: string, html = `page ${++renders}`, policy = 'none') => {
    const { made } = await pages.make(
      key,
      async () => html,
      text => ({ html: Buffer.from(text), policy }),
    );
    return made;
  };
  /** Asks twice: what is asked for once is not kept. */
  const make = async (key: string, html = `page ${++renders}`) => {
    await ask(key, html);
    return ask(key, html);
  };
  return { at, pages, ask, make, pending, forget: (scope: string) => forget.get(scope)?.('') };
}

const textOf = async (pages: KeptPages, key: string) => (await pages.find(key)?.body(null))?.toString();

describe('kept pages', () => {
  it('hold for 15 seconds, and no longer than to the next full minute', async () => {
    const { at, pages, make } = opened();
    await make('/');
    at.ms += 14_999;
    expect(await textOf(pages, '/')).toBe('page 1');
    at.ms += 1;
    expect(pages.find('/')).toBeUndefined();
    await make('/');
    expect(await textOf(pages, '/')).toBe('page 2');
    at.ms = START + 29_999;
    await make('/');
    expect(await textOf(pages, '/')).toBe('page 3');
    at.ms += 1;
    expect(pages.find('/')).toBeUndefined();
  });

  it.each(['catalogue', 'site'])(
    'are dropped when %s changes, also those that are being rendered',
    async scope => {
      const { pages, make, forget } = opened();
      await make('/');
      let letGo = () => {};
      const slow = pages.make(
        '/slow',
        () => new Promise<string>(resolve => (letGo = () => resolve('of before'))),
        html => ({ html: Buffer.from(html), policy: '' }),
      );
      forget(scope);
      const fresh = make('/slow', 'of after');
      letGo();
      expect([(await slow).made, await fresh]).toEqual(['of before', 'of after']);
      expect(pages.find('/')).toBeUndefined();
      expect(await textOf(pages, '/slow')).toBe('of after');
    },
  );

  it('are neither kept nor shown nor shared while a change is announced', async () => {
    const { pages, ask, make, pending } = opened();
    await make('/');
    pending.add('site');
    expect(pages.find('/')).toBeUndefined();
    expect(await Promise.all([ask('/'), ask('/')])).toEqual(['page 2', 'page 3']);
    pending.clear();
    expect(pages.find('/')).toBeUndefined();
  });

  it('are rendered once for all who ask meanwhile, and a failure is nobody’s for long', async () => {
    const { pages, ask } = opened();
    expect(await Promise.all([ask('/'), ask('/', 'another')])).toEqual(['page 1', 'page 1']);
    const fails = () =>
      pages.make(
        '/fails',
        async () => Promise.reject(new Error('no database')),
        () => null,
      );
    await expect(Promise.all([fails(), fails()])).rejects.toThrow('no database');
    expect(await ask('/fails', 'well again')).toBe('well again');
  });

  it('are those that were asked for twice in 15 seconds', async () => {
    const { at, pages, ask } = opened();
    for (let times = 0; times < 3; times++) {
      await ask('/once in a while');
      at.ms += 15_000;
    }
    expect(pages.find('/once in a while')).toBeUndefined();
    await ask('/popular');
    expect(pages.find('/popular')).toBeUndefined();
    await ask('/popular');
    expect(pages.find('/popular')).toBeDefined();
  });

  it('keep nothing that is not to be kept, and nothing of an address of more than 1,000 characters', async () => {
    const { pages, make } = opened();
    const missing = () =>
      pages.make(
        '/missing',
        async () => 'not found',
        () => null,
      );
    await missing();
    await missing();
    const long = `/search?search=${'a'.repeat(1000)}`;
    await make(long);
    expect([pages.find('/missing'), pages.find(long)]).toEqual([undefined, undefined]);
  });

  it('give each encoding of the same page, under one tag', async () => {
    const { pages, make } = opened();
    const html = 'brass knob '.repeat(500);
    await make('/', html);
    await make('/twin', html);
    await make('/other', `${html}!`);
    const page = pages.find('/');
    const [br, zip] = [await page?.body('br'), await page?.body('gzip')];
    expect(brotliDecompressSync(br ?? '').toString()).toBe(html);
    expect(gunzipSync(zip ?? '').toString()).toBe(html);
    expect(await textOf(pages, '/')).toBe(html);
    expect(page?.tag).toBe(pages.find('/twin')?.tag);
    expect(page?.tag).not.toBe(pages.find('/other')?.tag);
  });

  it('take 16 MB at most: the longest unasked go first', async () => {
    const { pages, make } = opened();
    const big = 'x'.repeat(5 * 1024 * 1024);
    for (const key of ['/a', '/b', '/c']) await make(key, big);
    pages.find('/a');
    await make('/d', big);
    expect(['/a', '/b', '/c', '/d'].filter(key => pages.find(key))).toEqual(['/a', '/c', '/d']);
  });
});
