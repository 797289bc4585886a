import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleCatalogue, type StockedProduct } from '#demo/catalogue/assemble.ts';
import { demoProducts } from '#demo/catalogue/demo-products.ts';
import { demoClock } from '#demo/clock.ts';
import { demoShop } from '#demo/demo-shop.ts';
import type { DemoPasswords } from '#demo/people/passwords.ts';
import { seedDemoShop } from '#demo/seed.ts';
import { createCache } from '#server/cache.ts';
import { customerOf } from '#server/companies/customers.ts';
import { type Database, rows } from '#server/database/db.ts';
import type { Catalogue, ProductDraft } from '#server/imports/catalogue.ts';
import { importCatalogue } from '#server/imports/import-catalogue.ts';
import { priceLines } from '#server/orders/figures.ts';
import { deskCounts } from '#server/orders/order-desk.ts';
import { orderById } from '#server/orders/read-order.ts';
import { loadSafeHtml } from '#server/safe-html.ts';
import { shopRates } from '#server/site/rates.ts';
import { suggestForCustomer } from '#server/suggestions/suggestions.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { expectStockExplained } from '#server/test/stock-sums.ts';
import { ZERO } from '#shared/rules/money.ts';

const MINUTES = 60_000;
const NOW = new Date('2026-03-11T16:30:00Z');

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  expect(await seedDemoShop(database.db, { now: NOW })).toBe(true);
}, 10 * MINUTES);
afterAll(() => closeTestDatabase(database));

const all = async <T>(query: ReturnType<typeof sql>) => rows<T>(await database.db.execute(query));
const one = async (query: ReturnType<typeof sql>) => (await all<Record<string, unknown>>(query))[0];

describe('the orders of the demo shop', () => {
  it('are of every status, payment and shipping that needs no quote, and lie within the last year', async () => {
    expect(
      await one(sql`
        select array_agg(distinct status order by status) as statuses,
          count(distinct payment_type)::int as payments, count(distinct shipping_method)::int as shippings,
          bool_and(created_at between ${NOW.toISOString()}::timestamptz - interval '1 year' and ${NOW.toISOString()}::timestamptz) as lately
        from orders`),
    ).toEqual({
      statuses: ['Canceled', 'Completed', 'Held', 'Processing', 'Ready', 'Shipped', 'Submitted'],
      payments: 4,
      shippings: 5,
      lately: true,
    });
  });

  it('come from people and companies that were there before, as reviews do', async () => {
    expect(
      await one(sql`
        select (select count(*) from orders o join users u on u.id = o."user" where o.created_at < u.created_at)::int as orders,
          (select count(*) from orders o join companies c on c.id = o.company where o.created_at < c.created_at)::int as trade,
          (select count(*) from reviews r join users u on u.id = r."user" where r.created_at < u.created_at)::int as reviews`),
    ).toEqual({ orders: 0, trade: 0, reviews: 0 });
  });

  it('have lines whose shares add up to their figures', async () => {
    expect(
      await one(sql`
        select count(*)::int as wrong from orders o cross join lateral (
          select sum(l.price * l.quantity) as goods, sum(l.item_tax) as tax, sum(l.item_shipping) as shipping,
            sum(l.item_discount) as discount, sum(l.item_credit) as credit from order_lines l where l."order" = o.id) s
        where (o.sub_total, o.tax, o.shipping, o.discount, o.store_credit)
          is distinct from (s.goods, s.tax, s.shipping, s.discount, s.credit)`),
    ).toEqual({ wrong: 0 });
  });

  it('cost what the shop asks for the same lines today', async () => {
    const some = await all<{ id: string }>(sql`
      select id::text as id from orders where coupon_code = '' and store_credit = 0 order by order_number desc limit 120`);
    const rates = await shopRates(database.db);
    for (const { id } of some) {
      const order = await orderById(database.db, id);
      const customer = order.user ? await customerOf(database.db, { _id: order.user }) : null;
      const cartOf = (index: number) =>
        Math.max(
          0,
          order.carts.findIndex(
            ({ cartItems }) => order.cart[index] && cartItems.includes(order.cart[index]),
          ),
        );
      const priced = await priceLines(database.db, {
        lines: order.cart.map((line, index) => ({ ...line, cartIndex: cartOf(index) })),
        customer,
        storeCreditBalance: ZERO,
        rates,
        shippingMethod: order.shippingMethod,
        found: { coupon: null, usesInAll: 0, usesByCustomer: 0 },
        couponCode: '',
        useStoreCredit: false,
        now: NOW,
      });
      const figures = ({ subTotal, shipping, tax, total }: typeof priced) => ({
        subTotal,
        shipping,
        tax,
        total,
      });
      expect(figures(priced), String(order.orderNumber)).toEqual({
        subTotal: order.subTotal,
        shipping: order.shipping,
        tax: order.tax,
        total: order.total,
      });
    }
  });

  it('are paid as their payments say, and two companies owe more than their credit', async () => {
    expect(
      await one(sql`
        select count(*) filter (where o.amount_paid <> p.paid)::int as paid,
          count(*) filter (where o.amount_refunded <> r.refunded)::int as refunded,
          count(*) filter (where o.payment_type = 'Terms' and a.owed <> case when o.status = 'Canceled' then 0 else o.total - o.amount_paid end)::int as owed,
          count(*) filter (where o.status = 'Held' and p.paid > 0)::int as held
        from orders o
        cross join lateral (select coalesce(sum(amount), 0) as paid from (
          select amount from payment_allocations where "order" = o.id
          union all select amount from receipt_parts where "order" = o.id) ways) p
        cross join lateral (select coalesce(sum(amount), 0) as refunded from refunds where "order" = o.id and status = 'succeeded') r
        cross join lateral (select coalesce(sum(amount), 0) as owed from account_entries where "order" = o.id) a`),
    ).toEqual({ paid: 0, refunded: 0, owed: 0, held: 0 });
    // Cash and checks are receipts, so that they go back by hand.
    expect(
      await one(sql`
        select array_agg(distinct method) as payments, (select array_agg(distinct method order by method) from receipts) as receipts
        from payments`),
    ).toEqual({ payments: ['card'], receipts: ['cash', 'check'] });
    expect(
      await one(sql`
        select count(*)::int as beyond from companies c
        where c.credit_limit < (select coalesce(sum(amount), 0) from account_entries where company = c.id)`),
    ).toEqual({ beyond: 2 });
    expect(
      await one(sql`
        select count(*)::int as wrong from coupons c where c.uses <> (select count(*) from coupon_uses where coupon = c.id)`),
    ).toEqual({ wrong: 0 });
  });

  it('leave store credit that was granted before, never more', async () => {
    expect(
      await one(sql`
        select count(*)::int as below, (select count(*) from store_credit_entries where kind = 'used')::int > 0 as used
        from (select coalesce("user", company) from store_credit_entries group by 1 having sum(amount) < 0) b`),
    ).toEqual({ below: 0, used: true });
  });

  it('moved the stock that is left of what the shop began with (rule C13)', async () => {
    await expectStockExplained(database.db);
    const [found] = await all<Record<string, number>>(sql`
      select count(*) filter (where reason = 'order')::int as sold, count(*) filter (where reason = 'cancel')::int as canceled,
        count(*) filter (where reason = 'return')::int as returned from stock_moves`);
    for (const count of Object.values(found ?? {})) expect(count).toBeGreaterThan(0);
  });

  it('take the numbers up to the next one', async () => {
    const [next] = await all<{ next: number; last: number }>(
      sql`select nextval('order_numbers')::int as next, (select max(order_number) from orders) as last`,
    );
    expect(next?.next).toBe((next?.last ?? 0) + 1);
  });

  it('make suggestions for who bought something', async () => {
    const dana = await one(
      sql`select id::text as user, company::text from users where email = 'dana@hollis.example'`,
    );
    const tiles = await suggestForCustomer(
      database.db,
      await createCache(database),
      { user: String(dana?.user), company: String(dana?.company) },
      20,
    );
    expect(tiles).toHaveLength(20);
  });
});

describe('the office of the demo shop', () => {
  it('has something to do in every queue of the order desk, and not too much', async () => {
    // Today says which are due, and is another day than that of this shop.
    const { all: _, unpaid: __, ...queues } = await deskCounts(database.db);
    const due = await one(sql`
      select count(*)::int as unpaid from orders
      where not paid and status not in ('Held', 'Canceled') and due_date <= ${NOW.toISOString()}::timestamptz`);
    const odd = Object.entries({ ...queues, ...due }).filter(
      ([, orders]) => Number(orders) < 2 || Number(orders) > 10,
    );
    expect(odd).toEqual([]);
  });

  it('has mails in every state, all to addresses that nobody has, and none with a job to send it', async () => {
    const [found] = await all<Record<string, number>>(sql`
      select count(*) filter (where status = 'captured')::int as kept,
        count(*) filter (where status = 'failed')::int as failed,
        count(*) filter (where status = 'queued')::int as waiting,
        count(*) filter (where "to" !~ '[.]example$')::int as real from emails`);
    expect(found).toEqual({ kept: expect.any(Number), failed: 1, waiting: 2, real: 0 });
    expect(found?.kept).toBeGreaterThan(10);
    expect(await all(sql`select 1 from pgboss.job where name = 'send-mail'`)).toEqual([]);
  });

  it('has picks that go on, that were left and that are finished, and comments that call somebody', async () => {
    const [found] = await all<Record<string, number>>(sql`
      select (select count(*) from picks where "end" is null)::int as going,
        (select count(*) from picks where "end" = 'left')::int as left,
        (select count(*) from picks where "end" = 'finished')::int as finished,
        (select count(*) from picks where begun_at >= coalesce(ended_at, seen_at))::int as timeless,
        (select count(*) from picks p join orders o on o.id = p."order" where p.begun_at < o.created_at)::int as early,
        (select count(*) from comments where cardinality(mentions) > 0)::int as calls,
        (select count(*) from order_events where name = 'handed over')::int as handed,
        (select count(*) from disputes)::int as disputes`);
    expect(found).toMatchObject({ going: 2, left: 1, timeless: 0, early: 0, disputes: 2 });
    for (const count of [found?.finished, found?.calls, found?.handed]) expect(count).toBeGreaterThan(0);
  });

  it('tells of nothing that is yet to come', async () => {
    const [found] = await all<Record<string, number>>(sql`
      select (select count(*) from order_events where date > ${NOW.toISOString()}::timestamptz)::int as events,
        (select count(*) from emails where created_at > ${NOW.toISOString()}::timestamptz)::int as mails,
        (select count(*) from comments where created_at > ${NOW.toISOString()}::timestamptz)::int as comments,
        (select count(*) from picks where greatest(begun_at, seen_at, ended_at) > ${NOW.toISOString()}::timestamptz)::int as picks,
        (select count(*) from notifications where created_at > ${NOW.toISOString()}::timestamptz)::int as notes,
        (select count(*) from log_entries where date > ${NOW.toISOString()}::timestamptz)::int as logged`);
    expect(found).toEqual({ events: 0, mails: 0, comments: 0, picks: 0, notes: 0, logged: 0 });
  });
});

describe('the catalogue of the demo shop', () => {
  it(
    'is what an import of the same products would have made: importing it changes nothing',
    async () => {
      const { products } = assembleCatalogue(demoProducts(), demoClock(NOW));
      const featured = await all<{ product: string; names: string[] }>(sql`
      select l.product::text as product, array_agg(g.name order by l.position) as names
      from product_tags l join tags g on g.id = l.tag and g.type = 'Tag' group by 1`);
      const tags = new Map(featured.map(({ product, names }) => [product, names]));
      const pictures = await picturesByProduct();
      // A file knows nothing of bundles.
      const plain = products.filter(({ row }, index) => !row.isBundle && index % 4 === 0);
      const drafts = plain.map((one, index) => ({
        ...draftOf(one, index, tags.get(one.row._id) ?? []),
        pictures: pictures.get(one.row._id) ?? [],
      }));
      const catalogue: Catalogue = {
        format: 'knurl',
        products: drafts,
        rows: drafts.map((_, index) => ({ row: index + 2, status: 'ok', issues: [] })),
        notes: [],
      };
      const report = await importCatalogue(database.db, catalogue, { preview: true });
      expect(report).toMatchObject({ created: 0, updated: 0, unchanged: plain.length });
      expect(report.variants).toMatchObject({ created: 0, updated: 0 });
    },
    10 * MINUTES,
  );

  it('has descriptions that sanitising leaves as they are', async () => {
    const safeHtml = await loadSafeHtml();
    const changed = demoProducts().filter(({ description }) => safeHtml(description) !== description);
    expect(changed.map(({ title }) => title)).toEqual([]);
  });

  it('shows of each product the reviews that it has', async () => {
    expect(
      await one(sql`
        select count(*) filter (where (p.review_count, p.average_rating) is distinct from (r.number, r.average))::int as wrong,
          count(*) filter (where r.number > 0)::int > 300 as many from products p
        cross join lateral (
          select count(*)::int as number, coalesce(round(avg(rating), 2), 0) as average
          from reviews where product = p.id and approved) r
`),
    ).toEqual({ wrong: 0, many: true });
  });

  it(
    'is the same each time, but for secrets',
    async () => {
      const passwords = Object.fromEntries(
        ['admin', 'employee', 'trade', 'member', 'retail', 'everybody'].map(name => [name, name]),
      ) as DemoPasswords;
      const rates = await shopRates(database.db);
      const made = (now: Date) => {
        const { catalogue, people, orders, reviews, learned } = demoShop(demoClock(now), passwords, rates);
        return {
          catalogue,
          people: people.all,
          orders: { ...orders, orders: orders.orders.map(order => ({ ...order, orderKey: '' })) },
          reviews,
          learned: learned.together,
        };
      };
      const first = made(NOW);
      expect(JSON.stringify(made(NOW)) === JSON.stringify(first)).toBe(true);
      // On another day only dates and what follows from them differ.
      const later = made(new Date('2027-08-01T09:00:00Z'));
      expect(later.orders.orders.map(({ _id }) => _id).sort()).toEqual(
        first.orders.orders.map(({ _id }) => _id).sort(),
      );
      expect(later.reviews.map(({ _id, text }) => ({ _id, text }))).toEqual(
        first.reviews.map(({ _id, text }) => ({ _id, text })),
      );
    },
    10 * MINUTES,
  );
});

async function picturesByProduct(): Promise<Map<string, { source: string; alt: string }[]>> {
  const found = await all<{ product: string; pictures: { source: string; alt: string }[] }>(sql`
    select product::text as product, json_agg(json_build_object('source', source, 'alt', alt) order by position) as pictures
    from product_pictures group by 1`);
  return new Map(found.map(({ product, pictures }) => [product, pictures]));
}

/** States the product as a file would. */
function draftOf({ draft, row, variants }: StockedProduct, index: number, tags: string[]): ProductDraft {
  return {
    key: draft.key,
    row: index + 2,
    title: draft.title,
    fields: {
      description: row.description ?? '',
      type: draft.type,
      vendor: draft.vendor,
      categories: [draft.category],
      subcategories: [{ category: draft.category, name: draft.subcategory }],
      tags,
      publish: row.publish ?? false,
      sale: row.sale ?? false,
      flammable: row.flammable ?? false,
      local: row.local ?? false,
      dropShip: row.dropShip ?? false,
      locationCode: row.locationCode ?? '',
      variantLayout: row.variantLayout ?? 0,
      relatedProductText: row.relatedProductText ?? '',
    },
    options: row.options ?? [],
    variants: variants.map(({ row: variant }) => {
      const { productNum, options = [], price, image, label, variantGroup, tags: own } = variant;
      const { msrp, cost, stock, backOrder, dropShip, pieceSize, lb, oz, binLocation, dimensions } = variant;
      const { wholeSaleQtyOne, wholeSalePriceOne, wholeSaleQtyTwo, wholeSalePriceTwo } = variant;
      const { wholeSaleQtyThree, wholeSalePriceThree } = variant;
      return {
        row: index + 2,
        productNum,
        options,
        price,
        picture: image ?? null,
        fields: {
          ...{ label, variantGroup, tags: own, msrp, cost, stock, backOrder, dropShip, pieceSize, lb, oz },
          ...{ binLocation, dimensions, wholeSaleQtyOne, wholeSalePriceOne, wholeSaleQtyTwo },
          ...{ wholeSalePriceTwo, wholeSaleQtyThree, wholeSalePriceThree },
        },
      };
    }),
  };
}
