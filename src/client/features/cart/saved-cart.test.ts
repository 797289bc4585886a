import { describe, expect, it } from 'vitest';
import {
  linesByRoom,
  withAnswer,
  withoutLines,
  withQuantity,
  withRoom,
  workingLineOf,
} from '#client/features/cart/saved-cart.ts';
import { toMoney, ZERO } from '#shared/rules/money.ts';
import type { SavedCart, SavedLine } from '#shared/schemas/carts.ts';

const line = (of: Partial<SavedLine>): SavedLine => ({
  _id: 'l1',
  productId: 'p1',
  variantId: 'v1',
  variantGroup: '',
  quantity: 2,
  room: '',
  position: 1,
  name: 'Bar pull',
  productNum: 'BP-96',
  image: null,
  vendor: '',
  label: '',
  pieceSize: 1,
  isBundle: false,
  stock: 40,
  dropShip: false,
  backOrder: false,
  price: toMoney(685),
  originalPrice: toMoney(685),
  priceSource: 'base',
  lineTotal: toMoney(1370),
  wholeSaleOne: { quantity: 10, price: toMoney(617) },
  wholeSaleTwo: null,
  wholeSaleThree: null,
  ...{ fulfilled: 0, binLocation: '', variantRef: null, lb: 0, oz: 0, itemShipping: ZERO },
  ...{ bundleItems: [], bundleDiscountPer: 0, bundleDiscount: 0 },
  nextTier: null,
  gone: false,
  short: null,
  priceWas: null,
  ...of,
});

const kitchen = line({ _id: 'kitchen', room: 'Kitchen' });
const bath = line({ _id: 'bath', room: 'Bath', position: 2, quantity: 1, lineTotal: toMoney(685) });
const hinge = line({
  ...{ _id: 'hinge', variantId: 'v2', position: 3, quantity: 4 },
  ...{ price: toMoney(335), lineTotal: toMoney(1340) },
});

const cart: SavedCart = {
  _id: 'c1',
  state: 'saved',
  orderName: 'Kitchen job',
  cart: [kitchen, bath, hinge],
  itemCount: 7,
  subTotal: toMoney(3395),
  poNumber: '',
  notes: '',
  couponCode: '',
  paymentType: null,
  shippingMethod: 'local',
  shippingAddress: '',
  shippingCity: '',
  shippingState: '',
  shippingZip: '',
  deliveryDate: null,
  useStoreCredit: false,
  quotedUntil: null,
  quotedShipping: null,
  quoteNotes: '',
  shared: false,
  version: 4,
  createdAt: '',
  updatedAt: '',
};

describe('a saved cart in the browser', () => {
  it('takes over the lines of an answer in place of all lines of their variants', () => {
    const raised = { ...bath, quantity: 3, lineTotal: toMoney(2055) };
    const after = withAnswer(cart, { _id: 'c1', version: 5, touched: ['v1'], lines: [raised] });
    expect(after).toMatchObject({ version: 5, itemCount: 7, subTotal: 33.95 });
    expect(after?.cart.map(({ _id, quantity }) => [_id, quantity])).toEqual([
      ['bath', 3],
      ['hinge', 4],
    ]);
  });

  it('stands room by room, what is in none last', () => {
    const rooms = (of: SavedCart) =>
      linesByRoom(of.cart).map(({ room, lines, subTotal }) => [room, lines.map(({ _id }) => _id), subTotal]);
    const moved = withRoom(cart, 'kitchen', '');
    expect(rooms(moved)).toEqual([
      ['Bath', ['bath'], 6.85],
      ['', ['kitchen', 'hinge'], 27.1],
    ]);
    expect(rooms(withRoom(moved, 'hinge', 'Bath'))[0]).toEqual(['Bath', ['bath', 'hinge'], 20.25]);
  });

  it('keeps the order of positions when a line comes back', () => {
    const without = withoutLines(cart, ['kitchen']);
    expect(without).toMatchObject({ itemCount: 5, subTotal: 20.25 });
    const back = withAnswer(without, { _id: 'c1', version: 5, touched: ['v1'], lines: [bath, kitchen] });
    expect(back?.cart.map(({ _id }) => _id)).toEqual(['kitchen', 'bath', 'hinge']);
  });

  it('must be read anew after a change of others in between', () => {
    expect(withAnswer(cart, { _id: 'c1', version: 6, touched: ['v1'], lines: [] })).toBeNull();
    expect(withAnswer(cart, { _id: 'c1', version: 3, touched: ['v1'], lines: [] })).toBeNull();
  });

  it('shows a quantity before it is saved, with its tier, and never less than one [CART-05]', () => {
    const more = withQuantity(cart, 'kitchen', 10);
    expect(more.cart[0]).toMatchObject({ quantity: 10, price: 6.17, lineTotal: 61.7 });
    expect(more).toMatchObject({ itemCount: 15, subTotal: 81.95 });
    expect(withQuantity(cart, 'hinge', 0).cart[2]).toMatchObject({ quantity: 1 });
    const own = { ...cart, cart: [{ ...kitchen, price: toMoney(500), priceSource: 'special' as const }] };
    expect(withQuantity(own, 'kitchen', 10).cart[0]?.price).toBe(5);
  });

  it('gives a line to the working cart with the prices that its customer has', () => {
    expect(workingLineOf(kitchen)).toMatchObject({ quantity: 2, room: '', price: 6.85 });
    const own = { ...kitchen, price: toMoney(500), priceSource: 'tier' as const };
    expect(workingLineOf(own).price).toBe(5);
    const wholesale = { ...kitchen, price: toMoney(617), priceSource: 'wholesale' as const };
    expect(workingLineOf(wholesale).price).toBe(6.85);
  });
});
