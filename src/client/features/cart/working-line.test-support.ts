import type { WorkingLine } from '#shared/rules/cart.ts';
import { toMoney } from '#shared/rules/money.ts';

/** A line of the working cart, of a pull that has no tiers. */
export const workingLine = (of: Partial<WorkingLine> = {}): WorkingLine => ({
  productId: 'p1',
  variantId: 'v1',
  variantGroup: '',
  quantity: 1,
  room: '',
  name: 'Bar pull',
  image: null,
  productNum: 'BP-96',
  vendor: null,
  price: toMoney(685),
  pieceSize: 1,
  quantityPrices: [],
  ...of,
});
