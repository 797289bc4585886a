/**
 * `npx tsx bench/desk.ts`: how long staff wait for a view, a search, a page of the order desk, alone on one connection, on
 * Postgres with 100,000 orders, 20,000 people and 2,000 companies. Each kind of question is asked 100 times after 100
 * others of its kind. Ends with 1 when a 99th percentile is worse than it must be. `--slowest 10` shows the slowest.
 */
import { ORDER_VIEWS } from '#shared/office-lists.ts';
import { type Asking, measureOffice } from './alone.ts';
import { writeDeskOrders } from './desk-orders.ts';
import { fiveOf, writeViews } from './saved-views.ts';

await measureOffice({
  name: 'bench_desk',
  write: async db => {
    const key = await writeDeskOrders(db);
    await writeViews(db, 'orders', viewOf);
    return key;
  },
  kindsOf,
});

/** Each other one of those that are open, which staff keep views of most. */
function viewOf(n: number): object {
  const view = ORDER_VIEWS[n % ORDER_VIEWS.length] ?? 'all';
  return n % 2 ? { view, search: `Cabinet Shop ${n * 9}` } : { view, paymentType: 'Terms' };
}

function kindsOf(kind: Asking) {
  const desk = (name: string, make: (n: number) => object) => kind(name, 'orders.desk', make);
  return [
    ...ORDER_VIEWS.map(view => desk(`View ${view}`, () => ({ view }))),
    kind('Counts of all views', 'orders.deskCounts'),
    kind('Counts of five of 20 saved views', 'orders.savedCounts', fiveOf),
    kind('Picking list of a hundred', 'orders.pickList', () => ({})),
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
