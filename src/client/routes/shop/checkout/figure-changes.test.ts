import { expect, it } from 'vitest';
import { figureChanges } from '#client/routes/shop/checkout/figure-changes.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { CostLine } from '#shared/schemas/cart-lines.ts';
import type { Figures } from '#shared/schemas/orders.ts';

const line = (variantId: string, of: Partial<CostLine> = {}) =>
  ({
    variantId,
    variantGroup: '',
    name: variantId,
    quantity: 2,
    price: toMoney(1000),
    priceSource: 'base',
    short: null,
    ...of,
  }) as CostLine;

const figures = (cart: CostLine[], total: number) =>
  ({
    cart,
    discount: toMoney(0),
    shipping: toMoney(0),
    tax: toMoney(0),
    storeCredit: toMoney(0),
    total: toMoney(total),
  }) as Figures;

it('says line by line what became of a cart', () => {
  const seen = figures([line('Knob'), line('Pull'), line('Hinge'), line('Hook')], 8000);
  const now = figures(
    [
      line('Knob', { quantity: 5 }),
      line('Pull', { price: toMoney(1250) }),
      line('Hook', { short: 1 }),
      line('Latch', { quantity: 1000, short: 0 }),
    ],
    9500,
  );
  expect(figureChanges(seen, now)).toEqual([
    'Hinge is no longer in the order.',
    'Knob: 5, was 2.',
    'Pull: $12.50 each, was $10.00.',
    'Hook: only 1 left.',
    'Latch was added: 1,000 × $10.00.',
    'Latch is sold out.',
    'Total: $95.00, was $80.00.',
  ]);
});

it('says nothing where nothing changed, one variant in two carts and one that a coupon gives included', () => {
  const cart = [
    line('Knob'),
    line('Knob', { quantity: 3 }),
    line('Knob', { priceSource: 'free', quantity: 1 }),
  ];
  expect(figureChanges(figures(cart, 500), figures([...cart].reverse(), 500))).toEqual([]);
});
