import { isDeepStrictEqual } from 'node:util';
import type { Add, Select, Sent, Witnesses } from '#server/simulation/judge.ts';
import { possiblePrices, type Quoted } from '#server/simulation/price-book.ts';
import { PLACED_AT } from '#server/simulation/promises.ts';

/** An order as it is written. */
interface Written {
  id: string;
  number: number;
  /** The key of whoever asked for it, in their words. */
  key: string;
  isEdited: boolean;
  placed: number;
  shipping: string;
  payment: string;
  coupon: string;
  credit: number;
  /** The least store credit that its customer had around that time, this order aside. */
  had: number;
  pieces: Record<string, number>;
  /** The request that it was placed for. */
  request: string | null;
}

/** Whoever looks at an order a minute before or after may have seen another balance. */
const LEAST_CREDIT = `(
  select min(so_far) from (
    select created_at, sum(amount) over w as so_far, coalesce(lead(created_at) over w, 'infinity') as until
    from store_credit_entries
    where coalesce(company, "user") = coalesce(o.company, o."user") and "order" is distinct from o.id
    window w as (order by created_at, id)) as balance
  where until > o.created_at - interval '1 minute' and created_at < o.created_at + interval '1 minute')`;

/** Compares all orders with what their customers asked for and saw, whether anybody was told of them or not. */
export async function compareWithWishes(select: Select, witnesses: Witnesses, add: Add): Promise<void> {
  const { sent = new Map<string, Sent>(), approved } = witnesses;
  const orders = await select<Written>(`
    select o.id, o.order_number::int as number, o.notes as key, o.shipping_method as shipping,
      o.payment_type as payment, coalesce(o.coupon_code, '') as coupon, o.store_credit::int as credit,
      ${PLACED_AT('o')}::int as placed, exists (select from order_edits e where e."order" = o.id) as "isEdited",
      coalesce(${LEAST_CREDIT}, 0)::int as had, (select a.id from approvals a where a."order" = o.id limit 1) as request,
      (select json_object_agg(variant_id, quantity) from order_lines l where l."order" = o.id) as pieces
    from orders o`);
  const numbers = new Map<string, number>();
  for (const order of orders) {
    const wish = sent.get(order.key);
    if (!wish) {
      if (witnesses.sent)
        add('no order is there that nobody asked for', `${order.number}: ${order.key || 'no key'}`);
      continue;
    }
    const other = numbers.get(order.key);
    if (other !== undefined) add('one key makes one order', `${order.number} and ${other}: ${order.key}`);
    numbers.set(order.key, order.number);
    if (wish.totals && !wish.totals.includes(order.placed))
      add(
        'an order costs what its customer saw',
        `${order.number}: ${order.placed}, not ${wish.totals.join(' or ')}`,
      );
    const seen = (order.request && approved.get(order.request)) || [];
    // A Primary agrees to a total, also where the coupon holds no more.
    const mayLackCoupon = seen.some(
      ({ couponStatus }) => couponStatus !== null && couponStatus !== 'success',
    );
    if (!order.isEdited && !isAsAsked(order, wish, mayLackCoupon))
      add(
        'an order is what its customer asked for',
        `${order.number}: ${JSON.stringify([order, wish.asked, [...wish.asked.pieces]])}`,
      );
  }
  const keys = new Map(orders.map(one => [one.id, one.key]));
  await comparePrices(select, witnesses, keys, add);
  await compareNamedPrices(select, witnesses, keys, add);
  await compareQuotes(select, witnesses, add);
}

function isAsAsked(order: Written, { asked }: Sent, mayLackCoupon: boolean): boolean {
  const usesCredit = asked.useStoreCredit ? order.credit > 0 || order.had <= 0 : order.credit === 0;
  return (
    order.shipping === asked.shippingMethod &&
    order.payment === asked.paymentType &&
    (order.coupon.toLowerCase() === asked.couponCode.toLowerCase() ||
      (mayLackCoupon && order.coupon === '')) &&
    usesCredit &&
    isDeepStrictEqual(order.pieces, Object.fromEntries(asked.pieces))
  );
}

interface Line {
  order: string;
  number: number;
  owner: string | null;
  variant: string;
  quantity: number;
  /** The most units of its variant that an edit may have priced together: those of other lines with them. */
  together: number;
  cents: number;
  /** The saved cart that it came from. */
  cart: string | null;
  isQuoted: boolean;
  /** When the order was edited last (milliseconds since 1970), by itself or with an Admin's yes; null: never. */
  editedAt: number | null;
}

const EDITED_AT = `(
  select extract(epoch from max(created_at))::float * 1000 from order_edits where "order" = o.id)`;

/** Units of the variant of `l` in other lines of its order, and in lines that edits added or took out. */
const UNITS_BESIDE = `coalesce((select sum(x.quantity)::int from order_lines x
    where x."order" = l."order" and x.variant_id = l.variant_id and x.id <> l.id and x.price_source <> 'free'), 0)
  + coalesce((select sum(coalesce((c -> 'before' ->> 'quantity')::int, (c -> 'after' ->> 'quantity')::int))::int
    from order_edits e, jsonb_array_elements(e.answer -> 'changes') as c
    where e."order" = l."order" and c ->> 'productNum' = l.product_num
      and (c ->> 'before' is null or c ->> 'after' is null)), 0)`;

async function comparePrices(
  select: Select,
  { told, sent, prices }: Witnesses,
  keys: ReadonlyMap<string, string>,
  add: Add,
): Promise<void> {
  const lines = await select<Line>(
    `select l."order", o.order_number::int as number, coalesce(o.company, o."user") as owner, l.variant_id as variant,
      l.quantity, l.quantity + ${UNITS_BESIDE} as together, l.price::int as cents, c.cart,
      l.price_source = 'quoted' as "isQuoted", ${EDITED_AT} as "editedAt"
    from order_lines l join orders o on o.id = l."order" left join order_carts c on c.id = l.order_cart
    where l.price_source <> 'override'`,
  );
  const toldAt = new Map(told.map(({ _id, at }) => [_id, at]));
  for (const { order, number, variant, cents, cart, isQuoted, editedAt, ...rest } of lines) {
    const isEdited = editedAt !== null;
    const line = isEdited ? rest : { ...rest, together: rest.quantity };
    const since = sent ? sent.get(keys.get(order) ?? '')?.since : 0;
    if (since === undefined) continue;
    const at = Math.max(toldAt.get(order) ?? Number.POSITIVE_INFINITY, editedAt ?? 0);
    const quotes = prices.quotes.get(`${cart} ${variant}`) ?? [];
    const holds = quotes.some(({ from, until }) => from < since && until > at);
    // A line that an edit touched costs what the rules say, whatever was told of its cart.
    const possible =
      isQuoted || (holds && !isEdited)
        ? quotedPrices(prices, quotes, { ...line, variantId: variant, at })
        : pricesTogether(prices, { ...line, variantId: variant, since, at });
    if (!possible.has(cents))
      add(
        'goods are sold for a price that they have',
        `${number}: ${line.quantity} of ${variant} for ${cents}, not ${[...possible].join(' or ')}`,
      );
  }
}

/** Prices that were told of a line, and those that it may have had as it was told without one. */
function quotedPrices(
  prices: Witnesses['prices'],
  quotes: readonly Quoted[],
  line: Omit<Parameters<typeof pricesTogether>[1], 'since'>,
): Set<number> {
  const blanks = quotes.flatMap(({ blankSince }) => (blankSince === undefined ? [] : [blankSince]));
  const named = quotes.map(({ cents }) => cents);
  if (blanks.length === 0) return new Set(named);
  return new Set([...named, ...pricesTogether(prices, { ...line, since: Math.min(...blanks) })]);
}

/** Prices for any number from that of the line on: an edit may have priced it beside others of its variant. */
function pricesTogether(
  prices: Witnesses['prices'],
  { quantity, together, ...line }: Parameters<typeof possiblePrices>[1] & { together: number },
): Set<number> {
  const counts = Array.from({ length: together - quantity + 1 }, (_, more) => quantity + more);
  return new Set(counts.flatMap(count => [...possiblePrices(prices, { ...line, quantity: count })]));
}

interface Named extends Omit<Line, 'isQuoted' | 'together'> {
  /** The whole per cents that an Employee may take off. */
  limit: number;
}

/** Looks at prices that an Employee named, and no Admin approved: those of acts that waited were named by the Admin. */
async function compareNamedPrices(
  select: Select,
  { told, sent, prices }: Witnesses,
  keys: ReadonlyMap<string, string>,
  add: Add,
): Promise<void> {
  const lines = await select<Named>(
    // The last edit that named its price, or had more of it for that one, else whoever made the order. It never costs less
    // than for the most that there were of it.
    `with changes as (
      select e.id, e."order", e."user", e.created_at, c ->> 'productNum' as product_num, c -> 'before' as before, c -> 'after' as after
      from order_edits e, jsonb_array_elements(e.answer -> 'changes') as c)
    select l."order", o.order_number::int as number, coalesce(o.company, o."user") as owner, l.variant_id as variant,
      greatest(l.quantity, (select max(greatest((before ->> 'quantity')::int, (after ->> 'quantity')::int)) from changes
        where "order" = o.id and product_num = l.product_num)) + ${UNITS_BESIDE} as quantity,
      l.price::int as cents, c.cart, s.employee_price_limit as limit,
      ${EDITED_AT} as "editedAt"
    from order_lines l join orders o on o.id = l."order" cross join site_settings s
    left join order_carts c on c.id = l.order_cart
    left join lateral (select "user" from changes where "order" = o.id and product_num = l.product_num
        and round((after ->> 'price')::numeric * 100) = l.price
        and (before ->> 'price' is distinct from after ->> 'price'
          or (after ->> 'quantity')::int > (before ->> 'quantity')::int)
      order by created_at desc, id desc limit 1) e on true
    left join lateral (select "user" from order_events where "order" = o.id and name = 'submitted' limit 1) p on true
    join users u on u.id = coalesce(e."user", p."user")
    where l.price_source = 'override' and u.permission_level = 'Employee' and s.employee_price_limit is not null`,
  );
  const toldAt = new Map(told.map(({ _id, at }) => [_id, at]));
  for (const { order, number, variant, cents, cart, editedAt, limit, ...line } of lines) {
    const since = sent ? sent.get(keys.get(order) ?? '')?.since : 0;
    if (since === undefined) continue;
    const at = Math.max(toldAt.get(order) ?? Number.POSITIVE_INFINITY, editedAt ?? 0);
    const quotes = prices.quotes.get(`${cart} ${variant}`) ?? [];
    const ours = [
      ...possiblePrices(prices, { ...line, variantId: variant, since, at }),
      ...quotes.map(quote => quote.cents),
    ];
    if ((Math.min(...ours) - cents) * 100 > limit * Math.min(...ours))
      add(NO_LOW_PRICE, `${number}: ${line.quantity} of ${variant} for ${cents}, not ${ours.join(' or ')}`);
  }
}

/** Between what an Employee was told a cart costs and their answer to it: clocks are wrong by less. */
const LOOKED_MS = 180_000;

/**
 * Looks at prices of carts whose last answer was an Employee's: one that waited was given by the Admin who said yes. What
 * their customer may have paid at that time, at the least, is what it was taken off.
 */
async function compareQuotes(select: Select, { prices }: Witnesses, add: Add): Promise<void> {
  const quotes = await select<{
    cart: string;
    owner: string;
    variant: string;
    quantity: number;
    cents: number;
    at: number;
    limit: number;
  }>(
    `select c.id as cart, coalesce(b.company, b.id) as owner, l.variant_id as variant, sum(l.quantity)::int as quantity,
      min(l.quoted_price)::int as cents, q.at, s.employee_price_limit as limit
    from carts c join cart_lines l on l.cart = c.id join users b on b.id = c."user" cross join site_settings s
    join lateral (select "user", extract(epoch from date)::float * 1000 as at from log_entries
      where subject = c.id and category = 'quote' order by date desc, id desc limit 1) q on true
    join users u on u.id = q."user"
    where c.state in ('quoted', 'ordered') and l.quoted_price is not null and u.permission_level = 'Employee'
      and s.employee_price_limit is not null
    group by c.id, b.id, l.variant_id, q.at, s.employee_price_limit`,
  );
  for (const { cart, owner, variant, quantity, cents, at, limit } of quotes) {
    const bought = { owner, variantId: variant, quantity, since: at - LOOKED_MS, at: at + LOOKED_MS };
    const ours = Math.min(...possiblePrices(prices, bought));
    if ((ours - cents) * 100 > limit * ours)
      add(NO_LOW_PRICE, `cart ${cart}: ${quantity} of ${variant} for ${cents}, not ${ours}`);
  }
}

const NO_LOW_PRICE = 'no Employee takes more off a price than they may, in an order or a quote';
