import { tellStaff } from '#server/carts/bids.ts';
import { newLines } from '#server/carts/lines.ts';
import { ownerById, refuseFreight, storeCart } from '#server/carts/own-carts.ts';
import { showCart } from '#server/carts/show-carts.ts';
import type { Known } from '#server/carts/show-lines.ts';
import type { SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { hashOfContents } from '#server/orders/hash-contents.ts';
import { linesByStaff } from '#server/staff-orders/lines-by-staff.ts';
import { chance } from '#server/time-and-chance.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { HoldAsBid } from '#shared/schemas/bids.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';

/**
 * Keeps what staff typed for an order as a bid of its customer, with all that a cart can bear. The prices that they named
 * stand in the quote that it is to become, and hold once that is sent, for no sooner is an Employee's limit asked. Why they
 * were named is logged: a bid is its customer's to read. The same key again is the first bid; with other contents
 * `key_reused`. Throws `not_found`, `line_gone`, `carts_full` and `invalid`.
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
  const contents = keyOfContents(input);
  const bid = await retrying(db, async tx => {
    const _id = chance.uuidInOrder();
    const recentKeys = [key, contents];
    const made = await storeCart(tx, owner, { ...fields, _id, state: 'bid', recentKeys }, quoted);
    if (made._id !== _id && !made.recentKeys.includes(contents))
      throw new AppError('key_reused', { about: { nextKey: chance.uuid() } });
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

/** Names what was held, whatever the order of its fields, in the form of the keys that the cart remembers beside it. */
function keyOfContents(input: HoldAsBid): string {
  const hex = Buffer.from(hashOfContents(input), 'base64url').toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

function namedPrices({ cart }: HoldAsBid, { facts }: Known): string {
  const named = cart.flatMap(({ variantId, price, priceReason }) =>
    price === undefined
      ? []
      : [`${facts.get(variantId)?.productNum} at ${formatMoney(price)} (${priceReason})`],
  );
  return named.length > 0 ? `, ${named.join(', ')}` : '';
}
