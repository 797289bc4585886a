/**
 * `npx tsx bench/desk.ts`: how long staff wait for a view, a search, a page of the order desk, alone on one connection, on
 * Postgres with 100,000 orders, 20,000 people and 2,000 companies. Each kind of question is asked 100 times after 100
 * others of its kind. Ends with 1 when a 99th percentile is worse than it must be. `--slowest 10` shows the slowest.
 */
import { parseArgs } from 'node:util';
import { ORDER_VIEWS } from '#shared/office-lists.ts';
import { times } from './actions.ts';
import { type Kind, measureShopAlone } from './alone.ts';
import { writeDeskOrders } from './desk-orders.ts';
import type { Ask } from './load.ts';
import { yardstick } from './place.ts';
import { REFERENCE_MS } from './report.ts';
import { writeViews } from './saved-views.ts';

const { values: asked } = parseArgs({ options: { slowest: { type: 'string', default: '0' } } });

const RUNS = 100;
const MUST_MS = 150;

const before = yardstick();
const found = await measureShopAlone({
  name: 'bench_desk',
  write: async db => {
    const key = await writeDeskOrders(db);
    await writeViews(db, 'orders', viewOf);
    return key;
  },
  kindsOf,
  runs: RUNS,
  slowest: Number(asked.slowest),
});
console.log(`yardstick ${before} and ${yardstick()} ms, ${REFERENCE_MS} where musts were measured`);
process.exit(found.some(({ p99, must }) => p99 > must) ? 1 : 0);

/** Each other one of those that are open, which staff keep views of most. */
function viewOf(n: number): object {
  const view = ORDER_VIEWS[n % ORDER_VIEWS.length] ?? 'all';
  return n % 2 ? { view, search: `Cabinet Shop ${n * 9}` } : { view, paymentType: 'Terms' };
}

function kindsOf(key: string): Kind[] {
  const call = (procedure: string, input?: object): Ask => ({
    method: 'GET',
    path: `/trpc/${procedure}${input ? `?${new URLSearchParams({ input: JSON.stringify(input) })}` : ''}`,
    headers: { authorization: `Bearer ${key}` },
  });
  const desk = (name: string, make: (n: number) => object): Kind => ({
    name,
    must: MUST_MS,
    asks: times(2 * RUNS, n => call('orders.desk', make(n))),
  });
  return [
    ...ORDER_VIEWS.map(view => desk(`View ${view}`, () => ({ view }))),
    { name: 'Counts of all views', must: MUST_MS, asks: times(2 * RUNS, () => call('orders.deskCounts')) },
    {
      name: 'Counts of 20 saved views',
      must: MUST_MS,
      asks: times(2 * RUNS, () => call('orders.savedCounts')),
    },
    desk('All, any page', n => ({ page: 1 + ((n * 37) % 4000) })),
    desk('All, by total', n => ({ sort: '-total', page: 1 + n })),
    desk('All, by customer', n => ({ sort: 'customer', page: 1 + n })),
    desk('Search: a number', n => ({ search: String(10_000 + n * 397) })),
    desk('Search: a PO', n => ({ search: `PO-${n * 397}` })),
    desk('Search: an e-mail', n => ({ search: `person${n * 97}@shop` })),
    desk('Search: a company', n => ({ search: `Cabinet Shop ${n * 9}` })),
    desk('Search: a product number', n => ({ search: `HP-${n * 31}-BN` })),
    desk('Search: an amount', n => ({ search: `$${(100 + n).toFixed(2)}` })),
    desk('Search: a common word', n => ({ search: n % 2 ? 'avalon' : 'person' })),
    desk('Search: two letters', n => ({ search: n % 2 ? 'hp' : 'zz' })),
  ];
}
