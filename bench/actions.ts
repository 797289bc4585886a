import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { ROOT } from '#server/database/migrate.ts';
import { type Keeper, newTarget } from './carts.ts';
import {
  CENTERS,
  COLLECTIONS,
  FINISHES,
  MATERIALS,
  pick,
  randomFrom,
  SHAPES,
  STYLES,
  type Target,
  VENDORS,
} from './catalogue.ts';
import type { Action, Ask } from './load.ts';

export interface Measured {
  key: string;
  name: string;
  /** Processor milliseconds, server and database together, on Postgres with 10,000 products. */
  must: number | null;
  aim: number | null;
  action: Action;
}

export const listing = (query: Record<string, string | number>): Ask => ({
  method: 'GET',
  path: `/api/v1/products?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
  check: text => checkListing(query, JSON.parse(text)),
});

interface Listed {
  total: number;
  products: { price: number }[];
  facets: unknown[];
}

/** Holds a listing against what was asked: as many tiles as its total leaves for the page, each within the prices. */
function checkListing(query: Record<string, string | number>, { total, products, facets }: Listed): void {
  const { limit, page = 1, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = query;
  const left = Math.max(0, total - (Number(page) - 1) * Number(limit));
  must(products.length === Math.min(Number(limit), left), `${products.length} tiles of ${total}`);
  must(facets.length > 0 || total === 0, 'no filters');
  const isWithin = products.every(({ price }) => price >= Number(minPrice) && price <= Number(maxPrice));
  must(isWithin || 'options' in query, 'a tile outside of the prices');
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`a wrong answer: ${what}`);
}

/** One question after the other, each connection taking the next. */
const asking =
  (asks: readonly Ask[]): Action =>
  async (send, turn) => {
    const ask = asks[turn % asks.length];
    if (ask) await send(ask);
  };

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

const plain = times(40, page => listing({ page: page + 1, limit: 50 }));

/** More different ones than a measurement asks, so that nothing kept flatters it. */
const FILTERED = 20_000;
export const filtered = (() => {
  const random = randomFrom(7);
  const chance = (share: number) => random() < share;
  const finish = () => pick(random, FINISHES)[0];
  const some = (one: () => string) => (chance(0.4) ? [one(), one()] : [one()]);
  return times(FILTERED, () => {
    const options = {
      ...(chance(0.7) && { Finish: some(finish) }),
      ...(chance(0.3) && { 'Center to Center': some(() => `${pick(random, CENTERS)}"`) }),
    };
    const least = Math.round(random() * 2000) / 100;
    return listing({
      limit: 50,
      sort: pick(random, ['title_asc', 'title_asc', 'price_asc', 'popularity', 'title_desc']),
      ...(chance(0.9) && { categories: pick(random, SHAPES)[1] }),
      ...(Object.keys(options).length > 0 && { options: JSON.stringify(options) }),
      ...(chance(0.3) && { vendor: some(() => pick(random, VENDORS)).join(',') }),
      ...(chance(0.3) && { minPrice: least, maxPrice: least + 20 }),
      ...(chance(0.3) && { inStock: 'true' }),
    });
  });
})();

export const searched = (() => {
  const random = randomFrom(11);
  const last = (name: string) => name.split(' ').at(-1) ?? name;
  const before = [
    MATERIALS,
    STYLES,
    COLLECTIONS,
    FINISHES.map(([name]) => name),
    ['brass', 'bronze', 'avlon'],
  ];
  return times(4000, () => {
    const shape = pick(random, SHAPES)[0];
    const title = `${last(pick(random, pick(random, before)))} ${random() < 0.5 ? shape : last(shape)}`;
    return listing({ title: title.toLowerCase(), limit: 50 });
  });
})();

const suggesting = (search: string): Ask => ({
  method: 'GET',
  path: `/trpc/search.suggest?input=${encodeURIComponent(JSON.stringify({ search, limit: 10 }))}`,
  check: text => {
    const { suggestions, total } = JSON.parse(text).result.data;
    must(suggestions.length === Math.min(10, total), `${suggestions.length} suggestions of ${total}`);
  },
});

/** Beginnings of names as they are typed, and numbers. Most beginnings are everybody's: those are answered from memory. */
export const typed = (() => {
  const random = randomFrom(5);
  const letters = (text: string) => 2 + Math.floor(random() * Math.min(10, text.length - 1));
  return times(20_000, (): Ask => {
    const name =
      random() < 0.3
        ? `${pick(random, COLLECTIONS).slice(0, 2)}${10_000 + Math.floor(random() * 10_000)}`
        : random() < 0.6
          ? `${pick(random, COLLECTIONS)} ${pick(random, STYLES)}`
          : pick(random, SHAPES)[0];
    return suggesting(name.slice(0, letters(name)).toLowerCase());
  });
})();

/** Longer than what is kept: each of these is looked up. */
export const typedOn = (() => {
  const random = randomFrom(6);
  return times(20_000, (): Ask => {
    const name = `${pick(random, COLLECTIONS)} ${pick(random, STYLES)} ${pick(random, MATERIALS)}`;
    const search = name.slice(0, 13 + Math.floor(random() * Math.max(1, name.length - 13))).toLowerCase();
    return suggesting(search);
  });
})();

/** Names as fingers write them, asked for at every second letter. */
const typedThrough = (() => {
  const random = randomFrom(8);
  return times(4000, () => {
    const name = `${pick(random, COLLECTIONS)} ${pick(random, STYLES)} ${pick(random, SHAPES)[0]}`;
    const length = 4 + Math.floor(random() * 16);
    return times(Math.floor(Math.min(length, name.length) / 2), n =>
      name.slice(0, 2 * (n + 1)).toLowerCase(),
    );
  })
    .flat()
    .map(suggesting);
})();

const guest = {
  name: 'Ada Carver',
  email: 'ada@example.com',
  phone: '512 555 0143',
  shippingAddress: '12 Mill Lane',
  shippingCity: 'Austin',
  shippingState: 'TX',
  shippingZip: '78701',
  shippingMethod: 'ground',
};

/** Asks for a cart's cost, the order and its charge: three lines, as a guest's browser asks for them. */
function checkout(targets: readonly Target[]): Action {
  return async (send, turn) => {
    const cart = times(3, line => {
      const target = targets[(turn * 3 + line) % targets.length];
      if (!target) throw new Error('nothing to buy');
      return { productId: target.product, variantId: target.variant, quantity: 1 + line };
    });
    const figures = JSON.parse(
      await send({
        method: 'PATCH',
        path: '/api/v1/orders/getCost',
        body: { cart, shippingMethod: guest.shippingMethod },
      }),
    ) as { total: number };
    const order = JSON.parse(
      await send({
        method: 'POST',
        path: '/api/v1/orders',
        body: { ...guest, cart, idempotencyKey: randomUUID(), total: figures.total },
      }),
    ) as { _id: string; orderKey: string };
    const { _id, orderKey } = order;
    const paid = JSON.parse(
      await send({
        method: 'POST',
        path: '/api/v1/creditCard/charge',
        body: { order: { _id, orderKey }, card: { testOutcome: 'approve' } },
      }),
    ) as { status: string };
    if (paid.status !== 'paid') throw new Error(`the charge ended as ${paid.status}`);
  };
}

/** One line more in a saved cart, which holds twenty and grows: each is new to it. */
function addition(targets: readonly Target[], { key, carts }: Keeper): Action {
  const added = carts.map(() => 0);
  return async (send, turn) => {
    const cart = turn % carts.length;
    const target = newTarget(targets, cart, added[cart] ?? 0);
    added[cart] = (added[cart] ?? 0) + 1;
    if (!target) throw new Error('nothing to add');
    const lines = [{ productId: target.product, variantId: target.variant, quantity: 1 }];
    await send({
      method: 'POST',
      path: '/trpc/carts.add',
      headers: { authorization: `Bearer ${key}` },
      body: { _id: carts[cart], lines, key: randomUUID() },
    });
  };
}

const BR = { accept: 'text/html', 'accept-encoding': 'br' };

/** A page as browsers ask for it; `tiles`: how many products it shows, if it is a listing. */
function page(path: string, tiles?: number): Ask {
  const check = (text: string) => {
    const html = brotliDecompressSync(Buffer.from(text, 'base64')).toString();
    must(html.endsWith('</html>'), 'a page without an end');
    const found = html.split('aria-label="Add to cart: ').length - 1;
    must(tiles === undefined || found === tiles, `${found} tiles on a page`);
  };
  return { method: 'GET', path, headers: BR, check };
}

/** Pages that nobody has asked for before: whatever is kept helps none of them. */
function newPages(paths: readonly string[], tiles?: number): Action {
  return async (send, turn) => {
    const path = paths[turn % paths.length] ?? '/';
    await send(page(`${path}${path.includes('?') ? '&' : '?'}visit=${turn}`, tiles));
  };
}

/** The largest of the files that a page brings along. */
const script = (): Ask => ({ method: 'GET', path: largestScript(), headers: BR });

/** The actions of the table that this shop is held against, and pages and files as browsers ask for them. */
export function actionsOn(
  targets: readonly Target[],
  products: readonly string[],
  keeper: Keeper,
): Measured[] {
  const listings = times(20, n => `/products?page=${n + 1}`);
  const addresses = products.map(id => `/product/${id}`);
  return [
    { key: 'a', name: 'Listing of 50, total and counts', must: 2.4, aim: 1.5, action: asking(plain) },
    { key: 'b', name: 'Filtered listing, counted', must: 3.2, aim: 2.5, action: asking(filtered) },
    { key: 'c', name: 'Text search with counts', must: 3.4, aim: 2.5, action: asking(searched) },
    { key: 'd', name: 'Type-ahead of 10, as typed', must: 1.1, aim: 0.7, action: asking(typedThrough) },
    {
      ...{ key: 'd-new', name: 'Type-ahead of 10, none from memory', must: null, aim: null },
      action: asking(typedOn),
    },
    {
      ...{ key: 'e', name: 'Product with variants, prices, stock', must: 0.7, aim: 0.5 },
      action: asking(products.map(productById)),
    },
    {
      ...{ key: 'g', name: 'A new line in a saved cart', must: 1.8, aim: 1.3 },
      action: addition(targets, keeper),
    },
    {
      ...{ key: 'a-page', name: 'Listing as a page, rendered', must: 9, aim: 6 },
      action: newPages(listings, 50),
    },
    {
      ...{ key: 'a-kept', name: 'Listing as a page, kept', must: 0.7, aim: 0.3 },
      action: asking(listings.map(path => page(path, 50))),
    },
    {
      ...{ key: 'e-page', name: 'Product as a page, rendered', must: 5, aim: 4 },
      action: newPages(addresses),
    },
    { key: 'file', name: 'A built file', must: 0.1, aim: 0.05, action: asking([script()]) },
    // The last: the shop goes on to mail of its orders, and to learn from them, for as long as others are measured.
    {
      ...{ key: 'f', name: 'Checkout of 3 lines: cost, order, charge, mail', must: 13, aim: 10 },
      action: checkout(targets),
    },
  ];
}

const productById = (id: string): Ask => ({
  method: 'GET',
  path: `/api/v1/products/${id}`,
  check: text => must(JSON.parse(text)._id === id, 'another product'),
});

function largestScript(): string {
  const folder = join(ROOT, 'dist/client/assets');
  const scripts = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.js')) : [];
  const sizes = scripts.map(name => ({ name, size: statSync(join(folder, name)).size }));
  const [largest] = sizes.sort((a, b) => b.size - a.size);
  return `/assets/${largest?.name}`;
}
