/**
 * Does the shop's arithmetic a second time, by docs/rules.md alone, in exact fractions and with the plainest
 * algorithms, for the property tests to compare with. It must not import the rules. Amounts are cents as BigInt.
 */
export interface ModelLine {
  variantId: string;
  productId: string;
  vendor: string;
  categories: string[];
  quantity: number;
  price: number;
  /** One to three; null is not set. */
  wholesale: ({ quantity: number; price: number } | null)[];
  bundle: { items: ModelItem[]; discountHundredths: number } | null;
  quoted: number | null;
  override: number | null;
}

export interface ModelItem {
  variantId: string;
  vendor: string;
  categories: string[];
  price: number;
  wholesale: ({ quantity: number; price: number } | null)[];
  quantity: number;
}

export interface ModelCoupon {
  type: number;
  /** Hundredths of a percent, or cents. */
  value: number;
  appliesTo: string;
  buyQuantity: number;
  minSubTotal: number;
  starts: number | null;
  ends: number | null;
  maxUses: number | null;
  maxUsesPerCustomer: number | null;
  active: boolean;
  usesInAll: number;
  usesByCustomer: number;
}

export interface ModelCart {
  lines: ModelLine[];
  specials: Record<string, number>;
  tiers: { scope: 'all' | 'vendor' | 'category'; ref: string; hundredths: number }[];
  exempt: boolean;
  balance: number;
  useStoreCredit: boolean;
  method: 'local' | 'standard' | 'ground' | 'fedex' | 'air' | 'freight';
  freight: number | null;
  shippingTiers: { price: number; cost: number }[];
  rateMillionths: number;
  coupon: ModelCoupon | null;
  now: number;
}

export interface OracleLine {
  price: bigint;
  lineTotal: bigint;
  shipping: bigint;
  tax: bigint;
  discount: bigint;
  credit: bigint;
}

export interface OracleFigures {
  status: string | null;
  lines: OracleLine[];
  subTotal: bigint;
  discount: bigint;
  shipping: bigint;
  tax: bigint;
  credit: bigint;
  total: bigint;
}

/** Half up: the whole number not above the fraction plus one half. */
export function roundedFraction(top: bigint, bottom: bigint): bigint {
  return (top * 2n + bottom) / (bottom * 2n);
}

const sumOf = (values: bigint[]) => values.reduce((sum, value) => sum + value, 0n);
const least = (first: bigint, ...others: bigint[]) => others.reduce((a, b) => (b < a ? b : a), first);

/** Gives out cent by cent what whole shares leave, each to the one that is furthest below its exact share. */
export function sharedOut(total: bigint, weights: bigint[]): bigint[] {
  const sum = sumOf(weights);
  if (sum === 0n) return weights.map(() => 0n);
  const given = weights.map(weight => (total * weight) / sum);
  for (let left = total - sumOf(given); left > 0n; left -= 1n) {
    let neediest = 0;
    const lacks = (at: number) => total * (weights[at] ?? 0n) - (given[at] ?? 0n) * sum;
    for (let at = 1; at < weights.length; at += 1) if (lacks(at) > lacks(neediest)) neediest = at;
    given[neediest] = (given[neediest] ?? 0n) + 1n;
  }
  return given;
}

type Terms = Pick<ModelCart, 'specials' | 'tiers'>;
const NOBODY: Terms = { specials: {}, tiers: [] };

/** One of so many bundles: each part as if it alone were bought, as often as all the bundles hold it. */
function ofParts(
  { items, discountHundredths }: NonNullable<ModelLine['bundle']>,
  bundles: number,
  terms: Terms,
) {
  let apart = 0n;
  for (const item of items) {
    const alone = { ...item, quantity: item.quantity * bundles, bundle: null, quoted: null, override: null };
    apart += oracleUnitPrice(terms, { ...alone, productId: '' }) * BigInt(item.quantity);
  }
  return roundedFraction(apart * BigInt(10_000 - discountHundredths), 10_000n);
}

const base = (line: ModelLine): bigint =>
  line.bundle ? ofParts(line.bundle, 1, NOBODY) : BigInt(line.price);

export function oracleUnitPrice(cart: Terms, line: ModelLine): bigint {
  if (line.override !== null) return BigInt(line.override);
  if (line.quoted !== null) return BigInt(line.quoted);
  const candidates = [base(line)];
  if (line.bundle) candidates.push(ofParts(line.bundle, line.quantity, cart));
  let wholesale: { quantity: number; price: number } | undefined;
  for (const tier of line.wholesale) if (tier && line.quantity >= tier.quantity) wholesale = tier;
  if (wholesale) candidates.push(BigInt(wholesale.price));
  for (const tier of cart.tiers) {
    const applies =
      tier.scope === 'all' ||
      (tier.scope === 'vendor' && tier.ref === line.vendor) ||
      (tier.scope === 'category' && line.categories.some(category => category === tier.ref));
    if (applies) candidates.push(roundedFraction(base(line) * BigInt(10_000 - tier.hundredths), 10_000n));
  }
  const special = cart.specials[line.variantId];
  if (special !== undefined) candidates.push(BigInt(special));
  return least(base(line), ...candidates);
}

export function oracleShipping(cart: ModelCart, subTotal: bigint): bigint {
  if (subTotal === 0n) return 0n;
  if (cart.method === 'freight') return BigInt(cart.freight ?? 0);
  if (cart.method === 'local') return 0n;
  const [one, two, three, four, five] = cart.shippingTiers;
  if (!one || !two || !three || !four || !five) throw new Error('five tiers');
  let cost = five.cost;
  if (subTotal < four.price) cost = four.cost;
  if (subTotal < three.price) cost = three.cost;
  if (subTotal < two.price) cost = two.cost;
  if (subTotal < one.price) cost = one.cost;
  return BigInt(cart.method === 'air' ? cost * 2 : cost);
}

function codeStatus(coupon: ModelCoupon, now: number, subTotal: bigint): string | null {
  if (!coupon.active || (coupon.starts !== null && coupon.starts > now)) return 'unknown';
  if (coupon.ends !== null && coupon.ends <= now) return 'expired';
  if (coupon.maxUses !== null && coupon.usesInAll + 1 > coupon.maxUses) return 'used';
  if (coupon.maxUsesPerCustomer !== null && coupon.usesByCustomer + 1 > coupon.maxUsesPerCustomer)
    return 'used';
  return subTotal < BigInt(coupon.minSubTotal) ? 'minimum' : null;
}

/** Per line, in cents: what the percentage or amount is taken of. Type 7 sets up every single unit in a row. */
function coveredBy(coupon: ModelCoupon, lines: ModelLine[], prices: bigint[]): bigint[] {
  const worth = (at: number) => (prices[at] ?? 0n) * BigInt(lines[at]?.quantity ?? 0);
  if (coupon.type !== 7) {
    return lines.map((line, at) => {
      if (coupon.type === 3 && !line.categories.includes(coupon.appliesTo)) return 0n;
      if (coupon.type === 4 && line.vendor !== coupon.appliesTo) return 0n;
      if (coupon.type === 5 && line.productId !== coupon.appliesTo) return 0n;
      return worth(at);
    });
  }
  const units = lines.flatMap((line, at) =>
    coupon.appliesTo === '' || line.productId === coupon.appliesTo
      ? Array.from({ length: line.quantity }, () => ({ at, price: prices[at] ?? 0n }))
      : [],
  );
  units.sort((a, b) => (a.price === b.price ? a.at - b.at : a.price < b.price ? 1 : -1));
  const covered = lines.map(() => 0n);
  let atFullPrice = 0;
  for (const unit of units) {
    if (atFullPrice < coupon.buyQuantity) {
      atFullPrice += 1;
      continue;
    }
    covered[unit.at] = (covered[unit.at] ?? 0n) + unit.price;
    atFullPrice = 0;
  }
  return covered;
}

function goodsOff(coupon: ModelCoupon, lines: ModelLine[], prices: bigint[]): bigint[] {
  const value = BigInt(coupon.value);
  if (coupon.type === 2) return lines.map(() => 0n);
  if (coupon.type === 6) {
    return lines.map((line, at) =>
      line.productId === coupon.appliesTo ? least(value, prices[at] ?? 0n) * BigInt(line.quantity) : 0n,
    );
  }
  const covered = coveredBy(coupon, lines, prices);
  const sum = sumOf(covered);
  const off = coupon.type === 1 ? least(value, sum) : roundedFraction(sum * value, 10_000n);
  return sharedOut(off, covered);
}

/** Coupon types 0 to 7; the free product has tests of its own. */
export function oracleFigures(cart: ModelCart): OracleFigures {
  const prices = cart.lines.map(line => oracleUnitPrice(cart, line));
  const totals = cart.lines.map((line, at) => (prices[at] ?? 0n) * BigInt(line.quantity));
  const subTotal = sumOf(totals);
  const shipping = oracleShipping(cart, subTotal);

  let status: string | null = null;
  let goods = cart.lines.map(() => 0n);
  let freed = 0n;
  if (cart.coupon) {
    status = codeStatus(cart.coupon, cart.now, subTotal);
    if (status === null) {
      goods = goodsOff(cart.coupon, cart.lines, prices);
      freed = cart.coupon.type === 2 ? shipping : 0n;
      status = sumOf(goods) + freed > 0n ? 'success' : 'not-applicable';
    }
  }
  const payable = subTotal - sumOf(goods);
  const credit = cart.useStoreCredit ? least(BigInt(cart.balance), payable) : 0n;

  const rate = cart.exempt ? 0n : BigInt(cart.rateMillionths);
  const exactTax = (subTotal - credit) * rate;
  const tax = roundedFraction(exactTax === 0n && rate > 0n ? subTotal * rate : exactTax, 1_000_000n);

  const shippingShares = sharedOut(
    shipping,
    cart.lines.map(line => BigInt(line.quantity)),
  );
  const creditShares = sharedOut(
    credit,
    totals.map((lineTotal, at) => lineTotal - (goods[at] ?? 0n)),
  );
  const taxedLines = totals.map((lineTotal, at) => lineTotal - (creditShares[at] ?? 0n));
  const taxShares = sharedOut(tax, sumOf(taxedLines) === 0n ? totals : taxedLines);
  return {
    status,
    lines: cart.lines.map((_, at) => ({
      price: prices[at] ?? 0n,
      lineTotal: totals[at] ?? 0n,
      shipping: shippingShares[at] ?? 0n,
      tax: taxShares[at] ?? 0n,
      discount: (goods[at] ?? 0n) + (freed > 0n ? (shippingShares[at] ?? 0n) : 0n),
      credit: creditShares[at] ?? 0n,
    })),
    subTotal,
    discount: sumOf(goods) + freed,
    shipping,
    tax,
    credit,
    total: shipping + tax + subTotal - sumOf(goods) - freed - credit,
  };
}
