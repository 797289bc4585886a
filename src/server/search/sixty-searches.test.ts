import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoShop } from '#demo/seed.ts';
import { HELD_OUT_SEARCHES } from '#server/search/held-out-searches.test-support.ts';
import {
  judgeSearch,
  type ProductFacts,
  readFacts,
  type Verdict,
} from '#server/search/judge-searches.test-support.ts';
import { SIXTY_SEARCHES, type TypedSearch } from '#server/search/sixty-searches.test-support.ts';
import { openShop, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let facts: ProductFacts[];

beforeAll(async () => {
  shop = await openShop();
  await seedDemoShop(shop.app.db);
  facts = await readFacts(shop.app.db);
}, 240_000);
afterAll(() => shop.close());

async function judged(searches: readonly TypedSearch[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const search of searches) {
    const { products } = await shop.as(null).products.list({ title: search.query });
    const ids = products.map(({ _id }) => _id);
    verdicts.push(judgeSearch(search, ids, facts));
  }
  return verdicts;
}

/** Lists what was missed, for whoever has to look into it. */
const missed = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ passed }) => !passed).map(({ search }) => search.query);

describe('the demo shop, searched as people search', () => {
  it('shows the right product among the first five for each of sixty searches', async () => {
    const verdicts = await judged(SIXTY_SEARCHES);
    expect(verdicts).toHaveLength(60);
    expect(missed(verdicts)).toEqual([]);
  }, 120_000);

  it('does so for searches that it was not tuned by', async () => {
    const verdicts = await judged(HELD_OUT_SEARCHES);
    expect(verdicts).toHaveLength(20);
    expect(missed(verdicts)).toEqual([]);
  }, 120_000);

  it('shows the variant that was asked for', async () => {
    const { products } = await shop.as(null).products.list({ title: '5-1/16 matte black bar pull' });
    const [tile] = products;
    const page = await shop.as(null).products.byId({ id: tile?._id ?? '' });
    const variant = page.variants.find(({ _id }) => _id === tile?.variant);
    expect(variant?.options).toContainEqual({ name: 'Finish', value: 'Matte Black' });
    expect(Math.abs((variant?.dimensions.centerToCenter?.mm ?? 0) - 128.6)).toBeLessThanOrEqual(1);
    expect(tile?.productNum).toBe(variant?.productNum);
  });

  it('leaves out what nothing has together with the rest, and says so', async () => {
    const found = await shop.as(null).products.list({ title: 'graphite undermount slide 21' });
    expect(found.leftOut).toEqual(['graphite']);
    expect(found.products[0]?.title).toMatch(/undermount slide/i);
  });

  it('suggests by the same reading', async () => {
    const { suggestions } = await shop.as(null).search.suggest({ search: 'brushd nickle bin pul' });
    expect(suggestions[0]?.title).toMatch(/cup pull/i);
  });
});
