import { randomUUID } from 'node:crypto';
import type { Target } from './catalogue.ts';
import type { Action, Ask } from './load.ts';

export interface Measured {
  key: string;
  name: string;
  /** Processor milliseconds, server and database together, on Postgres with 10,000 products. */
  must: number | null;
  aim: number | null;
  action: Action;
}

const listing = (query: Record<string, string | number>): Ask => ({
  method: 'GET',
  path: `/api/v1/products?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
});

/** One question after the other, each connection taking the next. */
const asking =
  (asks: readonly Ask[]): Action =>
  async (send, turn) => {
    const ask = asks[turn % asks.length];
    if (ask) await send(ask);
  };

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

const plain = times(40, page => listing({ page: page + 1, limit: 50 }));

const options = (chosen: Record<string, string[]>) => JSON.stringify(chosen);
const FILTERS: readonly Record<string, string | number>[] = [
  { options: options({ Finish: ['Brushed Nickel'] }) },
  { options: options({ Finish: ['Matte Black', 'Satin Brass'] }) },
  { categories: 'Pulls', options: options({ Finish: ['Polished Chrome'] }) },
  {
    categories: 'Pulls',
    options: options({ Finish: ['Brushed Nickel'], 'Center to Center': ['3-3/4"', '5-1/16"'] }),
  },
  { categories: 'Knobs', vendor: 'Ironbridge,Forge Lane' },
  { subcategories: 'Modern Pulls', options: options({ Finish: ['Graphite', 'Gunmetal'] }) },
  { categories: 'Pulls', minPrice: 5, maxPrice: 15, inStock: 'true' },
  { categories: 'Hinges', inStock: 'true', sort: 'price_asc' },
  { options: options({ 'Center to Center': ['12"'] }), sort: 'popularity' },
  {
    categories: 'Pulls',
    options: options({ Finish: ['Matte Black', 'Brushed Gold'], 'Center to Center': ['4"'] }),
    inStock: 'true',
    sort: 'title_desc',
  },
  { vendor: 'Greystone' },
  { type: 'sale', options: options({ Finish: ['Honey Bronze'] }) },
];
const filtered = FILTERS.map(query => listing({ limit: 50, ...query }));

const searched = [
  'brass knob',
  'matte pull',
  'avalon bar pull',
  'stainless pull',
  'modern knob',
  'soft-close hinge',
  'bronze hook',
  'rustic iron',
  'glass knob',
  'drawer slide',
  'kestrel',
  'satin brass pull',
  'towel bar',
  'northgate cup',
  'classic backplate',
  'brass knbo',
].map(title => listing({ title, limit: 50 }));

const typed = [
  'bra',
  'brass',
  'brass kn',
  'ava',
  'avalon b',
  'bar pull',
  'kno',
  'hinge',
  'soft',
  'dra',
  'kestrel r',
  'towel',
  'ma',
  'KE10',
  'ke1004',
  'cup pull',
  'stainl',
  'rus',
  'und',
  'under',
].map(
  (search): Ask => ({
    method: 'GET',
    path: `/trpc/search.suggest?input=${encodeURIComponent(JSON.stringify({ search, limit: 10 }))}`,
  }),
);

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

/** What a cart costs, the order, its charge: three lines, as a guest's browser asks for them. */
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

/** The actions of the table that this shop is held against, and pages as browsers ask for them. */
export function actionsOn(targets: readonly Target[], products: readonly string[]): Measured[] {
  const pages = (paths: readonly string[]) =>
    asking(paths.map(path => ({ method: 'GET', path, headers: { accept: 'text/html' } })));
  return [
    { key: 'a', name: 'Listing of 50, total and counts', must: 3, aim: 1.5, action: asking(plain) },
    { key: 'b', name: 'Filtered listing, counted', must: 6, aim: 4.5, action: asking(filtered) },
    { key: 'c', name: 'Text search with counts', must: 6, aim: 4.5, action: asking(searched) },
    { key: 'd', name: 'Type-ahead of 10', must: 1.2, aim: 0.7, action: asking(typed) },
    {
      key: 'e',
      name: 'Product with variants, prices, stock',
      must: 1,
      aim: 0.5,
      action: asking(products.map(id => ({ method: 'GET', path: `/api/v1/products/${id}` }))),
    },
    {
      key: 'f',
      name: 'Checkout of 3 lines: cost, order, charge',
      must: 20,
      aim: 10,
      action: checkout(targets),
    },
    {
      key: 'a-page',
      name: 'Listing as a rendered page',
      must: null,
      aim: null,
      action: pages(times(20, page => `/products?page=${page + 1}`)),
    },
    {
      key: 'e-page',
      name: 'Product as a rendered page',
      must: null,
      aim: null,
      action: pages(products.map(id => `/product/${id}`)),
    },
  ];
}
