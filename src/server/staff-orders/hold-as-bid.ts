import { tellStaff } from '#server/carts/bids.ts';
import { newLines } from '#server/carts/lines.ts';
import { ownerById, refuseFreight, storeCart } from '#server/carts/own-carts.ts';
import { showCart } from '#server/carts/show-carts.ts';
import type { Known } from '#server/carts/show-lines.ts';
import type { SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { recordLog } from '#server/logs/logs.ts';
import { linesByStaff } from '#server/staff-orders/lines-by-staff.ts';
import { chance } from '#server/time-and-chance.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { HoldAsBid } from '#shared/schemas/bids.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';

/**
 * Keeps what staff typed for an order as a bid of its customer, with all that a cart can bear. The prices that they named
 * stand in the quote that it is to become, and hold once that is sent, for no sooner is an Employee's limit asked. Why they
 * were named is logged: a bid is its customer's to read. The same key again is the first bid. Throws `not_found`,
 * `line_gone`, `carts_full` and `invalid`.
 */
export async function holdAsBid(db: Db, staff: SessionUser, input: HoldAsBid): Promise<SavedCart> {
  const { user, key, cart, ...fields } = input;
  refuseFreight(fields);
  const priced = linesByStaff(cart);
  const owner = await ownerById(db, user);
  const { lines, known } = await newLines(db, cart, owner);
  const quoted = lines.map(line => ({
    ...line,
    quotedPrice: priced.find(({ variantId }) => variantId === line.variantId)?.overridePrice ?? null,
  }));
  const bid = await retrying(db, async tx => {
    const _id = chance.uuidInOrder();
    const made = await storeCart(tx, owner, { ...fields, _id, state: 'bid', recentKeys: [key] }, quoted);
    if (made._id !== _id) return made;
    await tellStaff(tx, made, `${staff.name} keeps it for a customer.`);
    await recordLog(tx, staff, {
      ...{ type: 'price', category: 'quote', name: made.orderName, subject: _id },
      description: `Kept as a bid${namedPrices(input, known)}.`,
    });
    return made;
  });
  return showCart(db, bid, owner);
}

function namedPrices({ cart }: HoldAsBid, { facts }: Known): string {
  const named = cart.flatMap(({ variantId, price, priceReason }) =>
    price === undefined
      ? []
      : [`${facts.get(variantId)?.productNum} at ${formatMoney(price)} (${priceReason})`],
  );
  return named.length > 0 ? `, ${named.join(', ')}` : '';
}
