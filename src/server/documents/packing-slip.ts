import { inArray } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import {
  deliverTo,
  factsOf,
  type OrderPaper,
  type PaperOrder,
  paperOf,
  whoOf,
} from '#server/documents/invoice.ts';
import type { MailSite } from '#server/mail/templates/layout.ts';
import { variants } from '#server/variants/tables.ts';
import { compareBins } from '#shared/rules/bins.ts';
import { cartsOf } from '#shared/rules/order-carts.ts';
import type { OrderLine } from '#shared/schemas/orders.ts';

export interface PackedLine {
  /** The shelf where it lies; the shelf of each thing in a bundle stands with that thing. */
  bin: string;
  productNum: string;
  /** The customer's own number for it. */
  partNumber: string;
  name: string;
  /** Below the name: group, room, what a bundle holds. */
  details: { bin: string; text: string }[];
  ordered: string;
  /** The quantity that has not left yet. */
  open: string;
}

/**
 * The paper that goes into the parcel, without a price, or a word of who agreed on which: it may go to a site where nobody is
 * to know what was paid. Prices that staff named are marked on the picking list alone, which stays in the house.
 */
export interface PackingSlip extends OrderPaper {
  kind: 'packing-slip';
  notes: string;
  /** The carts of a trade order each under its name; in each, what lies together stands together. */
  groups: { name: string; lines: PackedLine[] }[];
}

/** The shelves on which the goods of an order, and what its bundles hold, lie today: they may have moved since the sale. */
export async function binsOf(db: Db, { cart }: PaperOrder): Promise<ReadonlyMap<string, string>> {
  const ids = cart.flatMap(line => [line.variantId, ...line.bundleItems.map(item => item.variant)]);
  const found = await db
    .select({ _id: variants._id, binLocation: variants.binLocation })
    .from(variants)
    .where(inArray(variants._id, ids));
  return new Map(found.map(({ _id, binLocation }) => [_id, binLocation]));
}

/** The packing slip of an order. `bins`: where its goods lie, by variant. */
export function packingSlipOf(
  order: PaperOrder,
  bins: ReadonlyMap<string, string>,
  site: MailSite,
  logo: string,
): PackingSlip {
  return {
    kind: 'packing-slip',
    ...paperOf(order, site, logo),
    facts: factsOf(order, site),
    addresses: [...pickedUpBy(order), deliverTo(order, site)],
    notes: order.notes,
    groups: cartsOf(order).map(cart => ({
      name: cart.orderName,
      lines: cart.cartItems.map(line => packedLine(line, bins)).toSorted(byShelf),
    })),
  };
}

/** Names whoever comes for it: there is no address that does. */
const pickedUpBy = (order: PaperOrder): OrderPaper['addresses'] =>
  order.shippingMethod === 'local'
    ? [{ label: 'For', lines: [...whoOf(order), order.phone].filter(Boolean) }]
    : [];

const byShelf = (a: PackedLine, b: PackedLine) =>
  compareBins(shelfOf(a), shelfOf(b)) || compareBins(a.productNum, b.productNum);

/** Names the bin to go to: a set lies where the first of its things does. */
const shelfOf = ({ bin, details }: PackedLine) =>
  bin || (details.map(one => one.bin).toSorted(compareBins)[0] ?? '');

function packedLine(line: OrderLine, bins: ReadonlyMap<string, string>): PackedLine {
  const said = [line.variantGroup, line.room].filter(Boolean).map(text => ({ bin: '', text }));
  const held = line.bundleItems.map(item => ({
    bin: bins.get(item.variant) ?? '',
    text: `${item.quantity * line.quantity} × ${item.productTitle} (${item.productNum})`,
  }));
  return {
    bin: bins.get(line.variantId) || (line.binLocation ?? ''),
    productNum: line.productNum,
    partNumber: line.partNumber ?? '',
    name: line.name,
    details: [...said, ...held],
    ordered: String(line.quantity),
    open: String(line.quantity - line.fulfilled),
  };
}
