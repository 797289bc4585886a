import type { OrderStatus, PriceSource } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { addMoney, lowestMoney, type Money, subtractMoney, ZERO } from '#shared/rules/money.ts';
import type { PermissionLevel } from '#shared/rules/permissions.ts';
import type { UnitPrice } from '#shared/rules/pricing.ts';
import { lowerLine, type ReturnedLine, type Units } from '#shared/rules/returns.ts';
import type { CartLineFacts } from '#shared/rules/totals.ts';

/** A line as it was sold, and what became of it since. */
export interface SoldLine extends ReturnedLine, UnitPrice {
  _id: string;
  fulfilled: number;
  /** Units that were asked to be returned, and not rejected. */
  askedBack: number;
  /** A return names it, be it one that was rejected. */
  isInReturn: boolean;
  /** The units of which a return was paid. */
  back: Units;
  /** Those of them that were paid back before the coupon came that the order is to bear. */
  unitsBeforeCoupon: number;
  /** It stands in a saved cart that is paid, beside some that are not. */
  isCartPaid: boolean;
  isSet: boolean;
  /** It was sold as another set than it is today: no price of today is one of what it holds. */
  hasOtherParts: boolean;
  /** It left no trace in the catalogue: there is no price of today. */
  isGone: boolean;
  /** Its price before an edit named one; null: none did. */
  soldFor: Money | null;
}

/** A thing that a set holds. */
export interface SetPart {
  variant: string;
  /** In one set. */
  quantity: number;
}

/** Tells whether a set holds other things today than it was sold with, or other numbers of them. */
export function holdsOthers(sold: readonly SetPart[], today: readonly SetPart[]): boolean {
  const change = new Map<string, number>();
  for (const { variant, quantity } of today) change.set(variant, (change.get(variant) ?? 0) + quantity);
  for (const { variant, quantity } of sold) change.set(variant, (change.get(variant) ?? 0) - quantity);
  return [...change.values()].some(units => units !== 0);
}

/** A line as it is to be. */
export interface EditedLine {
  _id: string;
  /** 0: it goes. */
  quantity: number;
  /** As staff name it; null: by the rules again; left out: as it is, or by the rules where the quantity is another. */
  price?: Money | null | undefined;
}

/** Tells what of an edit can't be, beside each field (rule O20). A line that isn't named stays as it is. */
export function editIssues(
  sold: readonly SoldLine[],
  edited: readonly EditedLine[],
  { added }: { added: number },
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const refuse = (index: number, field: keyof EditedLine, message: string) =>
    issues.push({ path: ['cart', index, field], message });
  edited.forEach((asked, index) => {
    const line = sold.find(({ _id }) => _id === asked._id);
    if (!line) refuse(index, '_id', 'is not in this order');
    else if (edited.findIndex(({ _id }) => _id === asked._id) < index) refuse(index, '_id', 'is named twice');
    else for (const { field, message } of lineIssues(line, asked)) refuse(index, field, message);
  });
  const gone = edited.filter(({ quantity }) => quantity === 0).length;
  if (issues.length === 0 && added === 0 && gone === sold.length)
    issues.push({ path: ['cart'], message: 'needs a line: to take out the last one is to cancel the order' });
  return issues;
}

type LineIssue = { field: keyof EditedLine; message: string };

function lineIssues(line: SoldLine, asked: EditedLine): LineIssue[] {
  const { quantity, fulfilled, askedBack, back } = line;
  if (asked.quantity < fulfilled)
    return [{ field: 'quantity', message: `is less than the ${fulfilled} that are fulfilled` }];
  if (asked.quantity < askedBack)
    return [{ field: 'quantity', message: `is less than the ${askedBack} that were asked to be returned` }];
  if (asked.quantity === 0 && line.isInReturn)
    return [
      { field: 'quantity', message: 'can’t be 0, as a return of it is on record: keep 1, and refund it' },
    ];
  if (back.units === 0) return otherSetIssues(line, asked);
  const came = `${back.units} of it were paid back`;
  return [
    ...(asked.quantity > quantity
      ? [{ field: 'quantity' as const, message: `can’t rise, as ${came}: add it as another line` }]
      : []),
    ...(asked.price !== undefined
      ? [{ field: 'price' as const, message: `stays as it is, as ${came}` }]
      : []),
  ];
}

const OTHER_SET = 'as this set has other parts by now';

/** A set of other parts can be priced anew by name alone: it keeps its things, and today's price is that of others. */
function otherSetIssues(line: SoldLine, asked: EditedLine): LineIssue[] {
  if (!line.hasOtherParts || asked.quantity === 0 || namedPrice(line, asked) != null) return [];
  if (asked.quantity > line.quantity)
    return [
      { field: 'quantity', message: `can’t rise, ${OTHER_SET}: add it as another line, or name a price` },
    ];
  const isQuoteOver = line.priceSource === 'quoted' && asked.quantity < line.quantity;
  if (asked.price === null || isQuoteOver)
    return [{ field: 'price', message: `has to be named, ${OTHER_SET}` }];
  return [];
}

/** The price that staff name, or named before and don't take back. */
const namedPrice = (line: SoldLine, { price }: Pick<EditedLine, 'price'>) =>
  price === undefined && line.priceSource === 'override' ? line.price : price;

/** The price that a line was sold for before anybody named one; of one that came with a named price, the catalogue's then. */
export const priceBeforeNamed = (line: UnitPrice & Pick<SoldLine, 'soldFor'>): Money =>
  line.priceSource === 'override' ? (line.soldFor ?? line.originalPrice) : line.price;

/** Tells what is kept of that while a named price stands; null: nothing, as none is named, or it came with one. */
export const keptSoldFor = (was: UnitPrice & Pick<SoldLine, 'soldFor'>, now: PriceSource): Money | null => {
  if (now !== 'override') return null;
  return was.priceSource === 'override' ? was.soldFor : was.price;
};

/** The facts by which an edited order is priced, besides those of the variant as it is today. */
export type EditedFacts = Pick<
  CartLineFacts,
  'quantity' | 'sold' | 'overridePrice' | 'overridden' | 'keptShares'
>;

/** Tells whether a price was found, or named, for as many units as there were of it. */
const hangsOnUnits = ({ priceSource, isSet }: SoldLine): boolean =>
  priceSource === 'wholesale' ||
  priceSource === 'quoted' ||
  priceSource === 'override' ||
  (isSet && priceSource !== 'base');

/**
 * Tells how a line is priced in an edit (rule O20): untouched, as it was sold; touched, by today's rules at its whole new
 * quantity, unless staff name a price, or named one before and don't take it back. It is touched as well where its variant
 * becomes fewer beside it (`inFewer`), and its price hangs on how many there are. A set of other parts by now keeps its
 * price as it becomes fewer; goods that left no trace cost what they were sold for. Whatever is named of either stands in
 * the place of that, however often (rule A14). Shares of which a return was paid, and those of paid carts, stay.
 */
export function editedFacts(
  line: SoldLine,
  edited: EditedLine | undefined,
  { inFewer = false }: { inFewer?: boolean } = {},
): EditedFacts {
  const { quantity = line.quantity, price } = edited ?? {};
  const isTouched = quantity !== line.quantity || price !== undefined || (inFewer && hangsOnUnits(line));
  if (line.back.units > 0) {
    const lowered = lowerLine(line, line.back, quantity);
    const { unitsBeforeCoupon } = line;
    const keptShares = { ...keptSharesOf(lowered), unitsBeforeCoupon };
    return { quantity, sold: unitPriceOf(line), keptShares };
  }
  if (!isTouched)
    return {
      quantity,
      sold: unitPriceOf(line),
      ...(line.isCartPaid && { keptShares: keptSharesOf(line) }),
    };
  const named = namedPrice(line, { price });
  const before = priceBeforeNamed(line);
  if (named != null)
    return {
      ...{ quantity, overridePrice: named },
      ...((line.hasOtherParts || line.isGone) && { overridden: before }),
    };
  if (line.hasOtherParts) return { quantity, sold: unitPriceOf(line) };
  if (line.isGone) return { quantity, sold: { price: before, originalPrice: before, priceSource: 'base' } };
  return { quantity };
}

/** A line of an edited order: of a saved cart, where it has some; `back`: its units of which a return was paid. */
export interface HeldLine {
  variantId: string;
  cart: string | null;
  quantity: number;
  back: number;
}

/** The units by which a line's price is found: all of its variant that stay in its cart, in whichever lines (rule O20). */
export const quantityInAll = ({ variantId, cart }: HeldLine, lines: readonly HeldLine[]): number =>
  lines
    .filter(line => line.variantId === variantId && line.cart === cart)
    .reduce((units, { quantity, back }) => units + quantity - back, 0);

const unitPriceOf = ({ price, originalPrice, priceSource, priceQuantity }: SoldLine): UnitPrice => ({
  price,
  originalPrice,
  priceSource,
  ...(priceQuantity !== undefined && { priceQuantity }),
});

const keptSharesOf = ({ itemTax, discount, itemCredit }: ReturnedLine) => ({
  tax: itemTax,
  discount,
  credit: itemCredit,
});

/** A place that money of an order can go back to, and how much of it is left there. */
export interface WayBack {
  left: Money;
}

/**
 * Settles an edit: with a total above what was paid, the rest is owed; below, what is too much goes back, of the latest
 * payments first, and of none more than is left of it. `before`: the part of it that was given back earlier, for another
 * reason. `amountPaid` is what was paid less what edits took back.
 */
export function settleEdit<Way extends WayBack>(
  order: { amountPaid: Money; amountCredited: Money },
  total: Money,
  latestFirst: readonly Way[],
): { owed: Money; takenBack: Money; back: { way: Way; amount: Money }[]; before: Money } {
  const open = subtractMoney(total, addMoney(order.amountPaid, order.amountCredited));
  if (open >= 0) return { owed: open, takenBack: ZERO, back: [], before: ZERO };
  const takenBack = subtractMoney(ZERO, open);
  let rest = takenBack;
  const back = latestFirst.flatMap(way => {
    const amount = lowestMoney(rest, way.left);
    rest = subtractMoney(rest, amount);
    return amount > 0 ? [{ way, amount }] : [];
  });
  return { owed: ZERO, takenBack, back, before: rest };
}

/** Tells whether the lines of an order can be changed by one of the staff: a Completed one by an Admin alone. */
export const canEditOrder = (status: OrderStatus, level: PermissionLevel): boolean =>
  status !== 'Held' && status !== 'Canceled' && (status !== 'Completed' || level === 'Admin');
