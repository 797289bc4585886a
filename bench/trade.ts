/**
 * `npx tsx bench/trade.ts`: how long a trade customer waits who has 500 special prices and 2,000 orders, alone on one
 * connection, on Postgres with 10,000 products. Each kind of question is asked 200 times after 200 others of its
 * kind. Ends with 1 when a 99th percentile is worse than it must be; `--keep` writes bench/results and the section of
 * bench/README.md. `--slowest 10` shows the slowest questions.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '#server/database/migrate.ts';
import { times } from './actions.ts';
import { type Kind, measureShopAlone, tableAlone } from './alone.ts';
import { pick, randomFrom, readTargets, writeCatalogue } from './catalogue.ts';
import type { Ask } from './load.ts';
import { yardstick } from './place.ts';
import { REFERENCE_MS, saveSection } from './report.ts';
import { type TradeCustomer, writeTradeCustomer } from './trade-customer.ts';

const { values: asked } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, slowest: { type: 'string', default: '0' } },
});

const RUNS = 200;
const MUST_MS = 50;
/** For the file that holds all 500 prices: it is no page, and is fetched now and then. */
const FILE_MUST_MS = 100;
const PRODUCTS = 10_000;
/** Words that the history is searched for: a PO, a job, what was bought, and what is nowhere. */
const WORDS = ['lake house', 'smith', 'BP-16', 'satin', 'zinc', 'PO-11', 'dana'];

const random = randomFrom(43);

function kindsOf({ company, key, cart, special }: TradeCustomer): Kind[] {
  const headers = { authorization: `Bearer ${key}` };
  const get = (path: string, query: Record<string, string | number> = {}): Ask => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return { method: 'GET', path: `${path}?${text}`, headers };
  };
  const cost = (body: object): Ask => ({ method: 'PATCH', path: '/api/v1/orders/getCost', headers, body });
  const kind = (name: string, make: (n: number) => Ask): Kind => ({
    name,
    must: MUST_MS,
    asks: times(2 * RUNS, make),
  });
  const word = (n: number) => `${pick(random, WORDS)}${n % 3 === 0 ? ` ${n}` : ''}`;
  const mine = '/api/v1/orders/some';
  const all = { company };
  const list = `/api/v1/companies/products/${company}`;
  return [
    kind('Cost of a cart of 20 lines', n => {
      const lines = times(20, index => special[(n * 20 + index) % special.length]).flatMap(target =>
        target ? [{ productId: target.product, variantId: target.variant, quantity: 1 + (n % 9) }] : [],
      );
      return cost({ cart: lines, shippingMethod: 'local' });
    }),
    kind('Cost of a saved cart of 60 lines', () => cost({ cartIds: [cart], shippingMethod: 'ground' })),
    kind('Own orders, first page', () => get(mine)),
    kind('Own orders, any page', n => get(mine, { page: 1 + ((n * 7) % 80) })),
    kind('Own orders, searched', n => get(mine, { search: word(n) })),
    kind('Orders of the company, any page', n =>
      get('/api/v1/companies/orders', { ...all, page: 1 + (n % 80) }),
    ),
    kind('Orders of the company, searched', n =>
      get('/api/v1/companies/orders', { ...all, search: word(n) }),
    ),
    kind('Special prices, first page', () => get(list)),
    kind('Special prices, any page', n => get(list, { page: 1 + (n % 15) })),
    kind('Special prices, searched', n =>
      get(list, { search: n % 2 ? `HC-1${n % 500}` : pick(random, WORDS) }),
    ),
    { ...kind('Price list as CSV, 500 lines', () => get('/user/price-list.csv')), must: FILE_MUST_MS },
    kind('Statement', n => get('/trpc/statement.get', { input: JSON.stringify({ page: 1 + (n % 40) }) })),
  ];
}

const loadBefore = loadavg();
const yardsticks = [yardstick()];
const found = await measureShopAlone({
  name: 'bench_trade',
  write: async db => {
    await writeCatalogue(db, PRODUCTS);
    return writeTradeCustomer(db, await readTargets(db, 3000));
  },
  kindsOf,
  runs: RUNS,
  slowest: Number(asked.slowest),
});
yardsticks.push(yardstick());
console.log(
  `load ${loadavg()[0]?.toFixed(1)}, yardstick ${yardsticks.join(' and ')} ms, ${REFERENCE_MS} where musts were measured`,
);
if (asked.keep) await keep();
process.exit(found.some(({ p99, must }) => p99 > must) ? 1 : 0);

async function keep(): Promise<void> {
  const at = new Date().toISOString();
  const file = `${at.slice(0, 10)}-trade.json`;
  const machine = { processor: cpus()[0]?.model, processors: cpus().length, node: process.version };
  const loads = { loadBefore, loadAfter: loadavg() };
  const result = { at, products: PRODUCTS, runs: RUNS, machine, ...loads, yardstickMs: yardsticks, found };
  await mkdir(join(ROOT, 'bench/results'), { recursive: true });
  await writeFile(join(ROOT, 'bench/results', file), `${JSON.stringify(result, null, 2)}\n`);
  const told = [loadBefore, loads.loadAfter].map(([last = 0]) => last.toFixed(1));
  await saveSection(
    'trade',
    `## A trade customer, one connection

Written by \`npx tsx bench/trade.ts --keep\` (\`bench/results/${file}\`): a company with 500 special prices and 2,000 orders among
20,000 of the shop, on Postgres with 10,000 products; ${RUNS} questions of each kind after ${RUNS} others of it, over HTTP, one
after the other. Load average ${told.join(' before, ')} after, a fixed piece of work ${yardsticks.join(' and ')} ms of processor before and
after (${REFERENCE_MS} where musts were measured); waits are worth something on a quiet machine alone.

${tableAlone(found)}
`,
  );
}
