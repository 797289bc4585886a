import { assembleCatalogue, type CatalogueRows } from '#demo/catalogue/assemble.ts';
import { demoProducts } from '#demo/catalogue/demo-products.ts';
import type { DemoClock } from '#demo/clock.ts';
import { type Shelves, shelvesOf } from '#demo/orders/baskets.ts';
import { demoCoupons } from '#demo/orders/coupons.ts';
import { type Learned, learnFrom } from '#demo/orders/learned.ts';
import { occasions } from '#demo/orders/occasions.ts';
import type { OrderRows } from '#demo/orders/order-rows.ts';
import { placeOrders } from '#demo/orders/place-orders.ts';
import type { Market } from '#demo/orders/price-order.ts';
import { type Sellable, sellables } from '#demo/orders/sale-facts.ts';
import { type AgreedPrices, agreedPrices } from '#demo/people/agreed-prices.ts';
import { joinInTime } from '#demo/people/joined.ts';
import type { DemoPasswords } from '#demo/people/passwords.ts';
import { type DemoPeople, demoPeople } from '#demo/people/people.ts';
import { demoReviews, ratingsOf } from '#demo/reviews/reviews.ts';

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
  joinInTime(people.all, [...orders.orders, ...reviews]);
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
