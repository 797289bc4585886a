/**
 * `npx tsx bench/office-find.ts`: how long staff wait for what the palette finds while they type, alone on one connection,
 * on Postgres with 100,000 orders, 20,000 people, 2,000 companies and 100,000 products. Each kind of question is asked 100
 * times after 100 others of its kind. Ends with 1 when a 99th percentile is worse than it must be. `--slowest 10` shows the
 * slowest; `--orders` and `--products` make it a smaller shop.
 */
import { parseArgs } from 'node:util';
import { type Asking, measureOffice } from './alone.ts';
import { writeCatalogue } from './catalogue.ts';
import { writeDeskOrders } from './desk-orders.ts';

const { values: asked } = parseArgs({
  strict: false,
  options: {
    orders: { type: 'string', default: '100000' },
    products: { type: 'string', default: '100000' },
  },
});

const LETTERS = 'abcdefghijklmnoprstw';

await measureOffice({
  name: 'bench_office_find',
  write: async db => {
    await writeCatalogue(db, Number(asked.products));
    return writeDeskOrders(db, Number(asked.orders));
  },
  kindsOf,
});

function kindsOf(kind: Asking) {
  const find = (name: string, textOf: (n: number) => string) =>
    kind(name, 'office.find', n => ({ text: textOf(n) }));
  return [
    find('An order’s number', n => String(10_001 + n * 397)),
    find('The beginning of one', n => String(100 + n * 4)),
    find('One digit or two', n => String(1 + (n % 99))),
    find('An amount', n => `$${(100 + n).toFixed(2)}`),
    find('A PO', n => `PO-${n * 397}`),
    find('A name', n => `person ${n * 97}`),
    find('An e-mail', n => `person${n * 97}@shop`),
    find('A company', n => `cabinet shop ${n * 9}`),
    find('A product number', n => `hp-${n * 31}-bn`),
    find(
      'Words of a product',
      n => ['brass bar pull', 'avalon knob', 'soft-close', 'matte black'][n % 4] ?? '',
    ),
    find('A word that all have', n => ['person', 'shop', 'avalon', 'pull'][n % 4] ?? ''),
    find('One letter', n => LETTERS[n % LETTERS.length] ?? ''),
    find('Two letters', n => ['pe', 'sh', 'hp', 'av', 'ca', 'po', 'zz', 'br'][n % 8] ?? ''),
    find('Nothing that is there', n => `zq${n}x`),
  ];
}
