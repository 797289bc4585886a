import { clampQuantity, countItems, type WorkingLine } from '#shared/rules/cart.ts';
import { addMoney, lowestMoney, type Money, multiplyMoney, ZERO } from '#shared/rules/money.ts';
import { wholesalePrice } from '#shared/rules/pricing.ts';
import type { ChangedCart, SavedCart, SavedLine, SharedCart } from '#shared/schemas/carts.ts';
import { tiersTold } from '#shared/schemas/quantity-prices.ts';

/** A cart with a change's answer taken over; null where others changed it in between, and it must be read anew. */
export function withAnswer(cart: SavedCart, answer: ChangedCart): SavedCart | null {
  const isNext = answer.version === cart.version || answer.version === cart.version + 1;
  if (!isNext) return null;
  const untouched = cart.cart.filter(line => !answer.touched.includes(line.variantId));
  const lines = [...untouched, ...answer.lines].sort((a, b) => a.position - b.position);
  return summed({ ...cart, version: answer.version }, lines);
}

/** How the cart will look once the quantity is saved, as far as the browser can tell. */
export function withQuantity(cart: SavedCart, lineId: string, wanted: number): SavedCart {
  const quantity = clampQuantity(wanted);
  const lines = cart.cart.map(line => {
    if (line._id !== lineId) return line;
    const price = guessedPrice(line, quantity);
    return { ...line, quantity, price, lineTotal: line.gone ? ZERO : multiplyMoney(price, quantity) };
  });
  return summed(cart, lines);
}

export function withoutLines(cart: SavedCart, lineIds: readonly string[]): SavedCart {
  return summed(
    cart,
    cart.cart.filter(line => !lineIds.includes(line._id)),
  );
}

/** How the cart looks once a line stands in another room; joined with one that is there by the server alone. */
export function withRoom(cart: SavedCart, lineId: string, room: string): SavedCart {
  return { ...cart, cart: cart.cart.map(line => (line._id === lineId ? { ...line, room } : line)) };
}

/** Lines room by room, in the order in which the rooms came in, what is in none of them last. */
export function linesByRoom(
  lines: readonly SavedLine[],
): { room: string; lines: SavedLine[]; subTotal: Money }[] {
  const rooms = [...new Set(lines.map(line => line.room))].sort(
    (a, b) => Number(a === '') - Number(b === ''),
  );
  return rooms.map(room => {
    const own = lines.filter(line => line.room === room);
    return { room, lines: own, subTotal: addMoney(...own.map(line => line.lineTotal)) };
  });
}

/** A line of a saved or shared cart for the working cart. */
export function workingLineOf(line: SharedCart['cart'][number]): WorkingLine {
  const { productId, variantId, variantGroup, quantity, name, image, productNum, vendor, pieceSize } = line;
  return {
    ...{ productId, variantId, variantGroup, quantity, name, image, productNum, vendor, pieceSize },
    room: '',
    price: hasOwnPrice(line) ? line.price : line.originalPrice,
    quantityPrices: tiersTold(line),
  };
}

const hasOwnPrice = ({ priceSource }: Pick<SavedLine, 'priceSource'>) =>
  priceSource !== 'base' && priceSource !== 'wholesale';

function guessedPrice(line: SavedLine, quantity: number) {
  const listed = { price: line.originalPrice, quantityPrices: tiersTold(line) };
  const wholesale = wholesalePrice(listed, quantity);
  return hasOwnPrice(line) ? lowestMoney(line.price, wholesale) : wholesale;
}

function summed(cart: SavedCart, lines: SavedLine[]): SavedCart {
  return {
    ...cart,
    cart: lines,
    itemCount: countItems(lines),
    subTotal: addMoney(...lines.map(line => line.lineTotal)),
  };
}
