import { expect, it } from 'vitest';
import { cartOf, whyNot, withItems } from '#client/routes/admin/create-order/new-lines.ts';
import type { FoundVariant } from '#shared/schemas/products.ts';

const variant = (_id: string) =>
  ({
    _id,
    productNum: _id.toUpperCase(),
    product: { _id: 'p', title: 'Knob' },
    options: [],
  }) as unknown as FoundVariant;

it('more of an item that is there already raises its quantity', () => {
  const first = withItems([], [{ variant: variant('a'), quantity: 2 }]);
  const lines = withItems(first, [
    { variant: variant('b'), quantity: 1 },
    { variant: variant('a'), quantity: 3 },
  ]);
  expect(lines.map(({ variantId, quantity }) => [variantId, quantity])).toEqual([
    ['a', '5'],
    ['b', '1'],
  ]);
  expect(first[0]?.quantity).toBe('2');
});

it('a named price needs an amount and a reason, each said beside its field', () => {
  const [one, other] = withItems(
    [],
    [
      { variant: variant('a'), quantity: 2 },
      { variant: variant('b'), quantity: 1 },
    ],
  );
  if (!one || !other) throw new Error('no lines were made');
  expect(cartOf([{ ...one, price: '8.50', reason: 'scratched' }, other])).toEqual({
    cart: [
      { productId: 'p', variantId: 'a', quantity: 2, price: 8.5, priceReason: 'scratched' },
      { productId: 'p', variantId: 'b', quantity: 1, priceReason: '' },
    ],
    issues: [],
  });
  const { issues } = cartOf([
    { ...one, price: '8' },
    { ...other, quantity: 'x', price: '1.234' },
  ]);
  expect(issues.map(({ path }) => path.join('.'))).toEqual([
    'cart.0.priceReason',
    'cart.1.quantity',
    'cart.1.price',
  ]);
});

it('what keeps lines from being priced is said: a reason that is missing by the name of its item', () => {
  const [one, other] = withItems(
    [],
    [
      { variant: variant('a'), quantity: 2 },
      { variant: variant('b'), quantity: 1 },
    ],
  );
  if (!one || !other) throw new Error('no lines were made');
  const why = (...lines: (typeof one)[]) => whyNot(lines, cartOf(lines).issues);
  expect(why(one, other)).toBe('');
  expect(why(one, { ...other, price: '8' })).toBe('Give a reason for the price of B.');
  expect(why({ ...one, price: '8' }, { ...other, price: '8' })).toBe(
    'Give a reason for each price that you named.',
  );
  expect(why({ ...one, quantity: 'x' }, { ...other, price: '8' })).toBe('Please correct the marked fields.');
});
