import { afterAll, beforeAll, it, vi } from 'vitest';
import { ledgerDrill } from '#server/test/ledger-drill.ts';
import { openShop, type Selling } from '#server/test/selling.ts';

vi.setConfig({ testTimeout: 120000 });

/** LEDGER_SEED, which stands in the test's name, repeats a run. */
const seed = Number(process.env.LEDGER_SEED ?? 20_261);

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it(`[MONEY-08] balances equal their ledgers after 150 random operations (seed ${seed})`, () =>
  ledgerDrill(shop, 150, seed));
