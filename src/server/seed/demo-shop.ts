import { assembleCatalogue, type CatalogueRows } from '#server/seed/catalogue/assemble.ts';
import { demoProducts } from '#server/seed/catalogue/demo-products.ts';
import type { DemoClock } from '#server/seed/clock.ts';
import { type Shelves, shelvesOf } from '#server/seed/orders/baskets.ts';
import { demoCoupons } from '#server/seed/orders/coupons.ts';
import { type Learned, learnFrom } from '#server/seed/orders/learned.ts';
import { occasions } from '#server/seed/orders/occasions.ts';
import type { OrderRows } from '#server/seed/orders/order-rows.ts';
import { placeOrders } from '#server/seed/orders/place-orders.ts';
import type { Market } from '#server/seed/orders/price-order.ts';
import { type Sellable, sellables } from '#server/seed/orders/sale-facts.ts';
import { type AgreedPrices, agreedPrices } from '#server/seed/people/agreed-prices.ts';
import type { DemoPasswords } from '#server/seed/people/passwords.ts';
import { type DemoPeople, demoPeople } from '#server/seed/people/people.ts';
import { demoReviews, ratingsOf } from '#server/seed/reviews/reviews.ts';

export interface DemoShop {
  catalogue: CatalogueRows;
  people: DemoPeople;
  agreed: Map<string, AgreedPrices>;
  coupons: Market['coupons'];
  orders: OrderRows;
  learned: Learned;
  reviews: ReturnType<typeof demoReviews>;
  sellables: Sellable[];
  shelves: Shelves;
}

/** Sold in the years of which there are no orders any more. */
const EARLIER = 900;

/** The whole demo shop in memory, before a row of it is written. */
export function demoShop(
  clock: DemoClock,
  passwords: DemoPasswords,
  rates: Pick<Market, 'taxRate' | 'shippingTiers'>,
): DemoShop {
  const catalogue = assembleCatalogue(demoProducts(), clock);
  const people = demoPeople(clock, passwords);
  const agreed = new Map(
    people.companies.map(company => [company.row._id, agreedPrices(company, catalogue)]),
  );
  const all = sellables(catalogue);
  const shelves = shelvesOf(all.values());
  const coupons = demoCoupons(catalogue, clock);
  const market: Market = {
    ...rates,
    shelves,
    agreed,
    coupons,
    byVariant: new Map([...all.values()].map(one => [one.facts.variantId, one])),
    usesByCustomer: new Map(),
    credit: new Map(),
  };
  const orders = placeOrders(occasions(people, clock), market, clock);
  const learned = learnFrom(orders);
  const reviews = demoReviews(catalogue, people, clock);
  const ratings = ratingsOf(reviews);
  for (const { row, draft } of catalogue.products) {
    row.purchased = (learned.sold.get(row._id) ?? 0) + Math.round(draft.popularity ** 2 * EARLIER);
    Object.assign(row, ratings.get(row._id));
  }
  return {
    catalogue,
    people,
    agreed,
    coupons,
    orders,
    learned,
    reviews,
    shelves,
    sellables: [...all.values()],
  };
}
