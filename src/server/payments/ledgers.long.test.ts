import { afterAll, beforeAll, it, vi } from 'vitest';
import { ledgerDrill } from '#server/test/ledger-drill.ts';
import { openShop, type Selling } from '#server/test/selling.ts';

vi.setConfig({ testTimeout: 3600000 });

/** LEDGER_SEED, which stands in the test's name, repeats a run. */
const seed = Number(process.env.LEDGER_SEED ?? Date.now() % 1_000_000);

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it(`[MONEY-08] balances equal their ledgers after 10,000 random operations (seed ${seed})`, () =>
  ledgerDrill(shop, 10_000, seed));
