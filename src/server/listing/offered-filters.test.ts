import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Dice, diceFor } from '#demo/dice.ts';
import { seedDemoShop } from '#demo/seed.ts';
import { searchesOf } from '#server/listing/asked-at-random.test-support.ts';
import {
  type Found,
  lengthsNamed,
  type Oracle,
  readOracle,
  type Thing,
  valueName,
} from '#server/listing/catalogue-oracle.test-support.ts';
import { facetIndex, knowsStock } from '#server/listing/kept-index.ts';
import { listProducts } from '#server/listing/listing.ts';
import type { Part } from '#server/search/read-question.ts';
import { readSearch, type SearchText } from '#server/search/text.ts';
import { readVocabulary } from '#server/search/vocabulary.ts';
import { testDriver } from '#server/test/database.ts';
import { openShop, type Selling } from '#server/test/selling.ts';
import { type ProductList, type ProductQuery, productQuerySchema } from '#shared/schemas/listing.ts';

vi.setConfig({ testTimeout: process.env.TEST_LONG ? 3_600_000 : 300_000 });
/** The embedded database answers as the other does, and would take as long again. */
const SHORT = testDriver === 'postgres' ? 200 : 20;
const SEARCHES = process.env.TEST_LONG ? 2000 : SHORT;
const SEED = process.env.TEST_SEED ?? 'brass knob';
/** Values of each answer that are followed. */
const FOLLOWED = 5;
/** One in so many searches is asked of the database as well, without the index in memory. */
const ASKED_TWICE = 10;

type Query = Pick<ProductQuery, 'title' | 'options' | 'vendor' | 'inStock' | 'outOfStock'>;

let shop: Selling;
let oracle: Oracle;

beforeAll(async () => {
  shop = await openShop();
  await seedDemoShop(shop.app.db);
  oracle = await readOracle(shop.app.db);
}, 240_000);
afterAll(() => shop.close());

const list = (query: Query) => shop.as(null).products.list(query);

async function read(title: string | undefined): Promise<SearchText | null> {
  const { db, cache } = shop.app;
  return title ? readSearch(db, cache, await readVocabulary(db, cache), title) : null;
}

/** Offers by their names: how many products each is said to leave. */
function offeredBy(answer: ProductList): Map<string, number> {
  return new Map(
    [
      ...answer.facets.flatMap(({ name, values }) =>
        values.map(({ value, products }): [string, number] => [valueName(name, value), products]),
      ),
      ...answer.vendors.map(({ value, products }): [string, number] => [`vendor ${value}`, products]),
      ['in stock', answer.inStock] as [string, number],
      ['out of stock', answer.outOfStock] as [string, number],
    ].filter(([, products]) => products > 0),
  );
}

interface Filter {
  /** Other offers in its place: values of the same filter, other vendors. */
  of: string;
  holds: (thing: Thing, vendor: string | null) => boolean;
}

function filtersOf({ options = {}, vendor, inStock, outOfStock }: Query): Filter[] {
  return [
    ...Object.entries(options).map(
      ([name, values]): Filter => ({
        of: name,
        holds: thing => values.some(value => thing.values.has(valueName(name, value))),
      }),
    ),
    ...(vendor ? [{ of: 'vendor', holds: (_: Thing, by: string | null) => vendor.includes(by ?? '') }] : []),
    ...(inStock ? [{ of: 'stock', holds: (thing: Thing) => thing.inStock }] : []),
    ...(outOfStock ? [{ of: 'stock', holds: (thing: Thing) => !thing.inStock }] : []),
  ];
}

const left = (found: readonly Found[], filters: readonly Filter[]): Found[] =>
  found.flatMap(({ goods, things }) => {
    const held = things.filter(thing => filters.every(({ holds }) => holds(thing, goods.vendor)));
    return held.length > 0 ? [{ goods, things: held }] : [];
  });

/** In how many products there are variants that are called so. */
function tally(found: readonly Found[], namesOf: (thing: Thing, by: string | null) => Iterable<string>) {
  const counts = new Map<string, number>();
  for (const { goods, things } of found) {
    for (const name of new Set(things.flatMap(thing => [...namesOf(thing, goods.vendor)]))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

/** Which filters have values that the words mean, of what the words find. */
function filtersMeant(parts: readonly Part[], found: readonly Found[]): Set<string> {
  const held = new Set(found.flatMap(({ things }) => things.flatMap(({ values }) => [...values])));
  const names = parts.flatMap(part => {
    const said = part.facets.map(key => oracle.valueOf.get(key) ?? '');
    const tenths = new Set(part.sizes.flat().map(key => key % 10_000_000));
    const long = [...held].filter(name => lengthsNamed(name).some(mm => tenths.has(Math.round(mm * 10))));
    return [...said, ...long].filter(name => held.has(name));
  });
  return new Set(names.map(name => name.slice(0, name.indexOf(': '))));
}

/** Tells what should be offered of a question, and how many products there are of it. */
async function expectedOf(query: Query, answer: ProductList) {
  const text = await read(query.title);
  const { found, parts } = await oracle.find(text);
  const filters = filtersOf(query);
  const but = (of: string) =>
    left(
      found,
      filters.filter(filter => filter.of !== of),
    );
  const meant = filtersMeant(parts, found);
  const counts = new Map<string, number>();
  const add = (counted: Map<string, number>, isOwn: (name: string) => boolean) => {
    for (const [name, products] of counted) if (isOwn(name)) counts.set(name, products);
  };
  add(
    tally(left(found, filters), ({ values }) => values),
    () => true,
  );
  for (const { of } of filters) {
    add(
      tally(but(of), ({ values }) => values),
      name => name.startsWith(`${of}: `),
    );
  }
  for (const filter of meant) {
    const title = answer.facets.find(({ name }) => name === filter)?.byWords?.title;
    const instead = left((await oracle.find(await read(title))).found, filters);
    for (const name of counts.keys()) if (name.startsWith(`${filter}: `)) counts.delete(name);
    add(
      tally(instead, ({ values }) => values),
      name => name.startsWith(`${filter}: `),
    );
  }
  add(
    tally(but('vendor'), (_, by) => (by ? [`vendor ${by}`] : [])),
    () => true,
  );
  add(
    tally(but('stock'), ({ inStock }) => [inStock ? 'in stock' : 'out of stock']),
    () => true,
  );
  return { total: left(found, filters).length, counts, meant };
}

const sorted = (counts: Map<string, number>) => [...counts].sort(([one], [other]) => (one < other ? -1 : 1));

async function expectTrue(query: Query, answer: ProductList): Promise<void> {
  const said = JSON.stringify(query);
  const { total, counts, meant } = await expectedOf(query, answer);
  expect(answer.total, said).toBe(total);
  const chosen = answer.facets.filter(({ byWords }) => byWords !== null).map(({ name }) => name);
  expect(chosen.sort(), said).toEqual([...meant].sort());
  expect(sorted(offeredBy(answer)), said).toEqual(sorted(counts));
}

/** The question that a press on what is offered asks; and the same with all words left in. */
function pressed(query: Query, answer: ProductList, offer: string): { next: Query; same: Query } {
  if (offer === 'in stock') return alike({ ...query, inStock: true });
  if (offer === 'out of stock') return alike({ ...query, outOfStock: true });
  if (offer.startsWith('vendor ')) return alike({ ...query, vendor: [offer.slice('vendor '.length)] });
  const [name = '', ...rest] = offer.split(': ');
  const options = { ...query.options, [name]: [rest.join(': ')] };
  const byWords = answer.facets.find(facet => facet.name === name)?.byWords;
  const same = { ...query, options };
  return byWords ? { next: { ...same, title: byWords.title || undefined }, same } : alike(same);
}

const alike = (query: Query) => ({ next: query, same: query });

/** A tile stands for a variant that has everything, at the lowest price of those, which sets are asked for elsewhere. */
async function expectTiles(query: Query, { products }: ProductList): Promise<void> {
  const found = left((await oracle.find(await read(query.title))).found, filtersOf(query));
  const byId = new Map(found.map(({ goods, things }) => [goods.id, things]));
  for (const tile of products) {
    const things = byId.get(tile._id) ?? [];
    expect(
      things.map(({ id }) => id),
      `${tile.title} of ${JSON.stringify(query)}`,
    ).toContain(tile.variant);
    if (tile.productNum.startsWith('SET-')) continue;
    const prices = things.map(({ price }) => price);
    const lowest = Math.min(...prices);
    expect(tile.from, `${tile.title} of ${JSON.stringify(query)}`).toBe(
      prices.some(price => price !== lowest) ? lowest : null,
    );
  }
}

/** Goes on with some of what is offered, and with what is offered there once. */
async function follow(query: Query, answer: ProductList, dice: Dice): Promise<void> {
  const offers = offeredBy(answer);
  const [first, ...others] = dice.some([...offers.keys()], FOLLOWED);
  for (const offer of [first, ...others]) {
    if (offer === undefined) continue;
    const { next, same } = pressed(query, answer, offer);
    const there = await list(next);
    expect(there.total, `${offer} of ${JSON.stringify(query)}`).toBe(offers.get(offer));
    expect(there.products.length).toBeGreaterThan(0);
    if (next !== same) {
      const withWords = await list(same);
      expect([withWords.total, withWords.products]).toEqual([there.total, there.products]);
    }
    if (offer === first) {
      await expectTrue(next, there);
      await expectTiles(next, there);
    }
  }
}

const untilIndexed = () =>
  vi.waitFor(
    () => {
      const index = facetIndex(shop.app.db, shop.app.cache);
      expect(index && knowsStock(shop.app.db, shop.app.cache, index)).toBe(true);
    },
    { timeout: 20_000, interval: 50 },
  );

function searches(): string[] {
  const values = new Map<string, string[]>();
  for (const name of oracle.valueOf.values()) {
    const [filter = '', ...rest] = name.split(': ');
    values.set(filter, [...(values.get(filter) ?? []), rest.join(': ')]);
  }
  const { goods } = oracle;
  const numbers = goods.flatMap(({ things }) => things.map(({ number }) => number));
  return searchesOf({ values, titles: goods.map(({ title }) => title), numbers }, SEED, SEARCHES);
}

describe(`filters of ${SEARCHES} searches of the demo shop (TEST_SEED=${JSON.stringify(SEED)})`, () => {
  it('offer what gives products, all of it, and count what a press gives', async () => {
    await untilIndexed();
    const { db, cache } = shop.app;
    const asked = searches();
    for (const [at, title] of asked.entries()) {
      const answer = await list({ title });
      await expectTrue({ title }, answer);
      await expectTiles({ title }, answer);
      await follow({ title }, answer, diceFor(`${SEED} ${at}`));
      if (at % ASKED_TWICE === 0) {
        const query = productQuerySchema.parse({ title });
        expect(await listProducts(db, { ...cache, isPending: () => true }, query)).toEqual(answer);
      }
    }
  });

  it('are those of the suggestions: the same products, variants, prices and total', async () => {
    await untilIndexed();
    for (const title of searches().slice(0, Math.max(20, SEARCHES / 4))) {
      const [{ suggestions, total }, answer] = await Promise.all([
        shop.as(null).search.suggest({ search: title }),
        list({ title }),
      ]);
      const isNumber =
        (await shop.as(null).products.search({ search: title, exact: true })).products.length > 0;
      if (isNumber) continue;
      const shown = answer.products.slice(0, 10).map(tile => {
        const { _id, variant, productNum, image, price, from } = tile;
        return { _id, variant, title: tile.title, productNum, image, price, from };
      });
      expect({ total, suggestions }, title).toEqual({ total: answer.total, suggestions: shown });
    }
  });
});
