import { describe, expect, it } from 'vitest';
import { parseWorkingCart } from '#shared/rules/cart.ts';
import { decideHold } from '#shared/rules/holds.ts';
import { type Money, ZERO } from '#shared/rules/money.ts';
import { paymentText } from '#shared/rules/order-facts.ts';
import { readOrderList } from '#shared/rules/order-list.ts';
import { passwordProblem } from '#shared/rules/passwords.ts';
import { validateWholesale } from '#shared/rules/pricing.ts';
import { singular } from '#shared/rules/singular.ts';
import { fieldsOfTiers, givenTiers, tiersOfFields } from '#shared/schemas/quantity-prices.ts';

const usd = (amount: number) => amount as Money;

describe('a row of wholesale tiers', () => {
  it('has null where there is no tier, as its columns have', () => {
    const row = {
      ...{ wholeSaleQtyOne: 10, wholeSalePriceOne: usd(4) },
      ...{ wholeSaleQtyTwo: null, wholeSalePriceTwo: null },
      ...{ wholeSaleQtyThree: null, wholeSalePriceThree: null },
    };
    expect(fieldsOfTiers(tiersOfFields(row))).toEqual(row);
  });

  it('may cost a few cents, or nothing', () => {
    const tiers = (price: number) => ({ wholeSaleQtyOne: 10, wholeSalePriceOne: usd(price) });
    const issuesAt = (price: number) => validateWholesale(usd(2), givenTiers(tiers(price)));
    expect([issuesAt(0.5), issuesAt(0)]).toEqual([[], []]);
    expect(issuesAt(-0.01)).toEqual([{ path: ['wholeSalePriceOne'], message: 'must not be negative' }]);
  });
});

it('how an order is paid by when, and how where there is no day', () => {
  expect(paymentText({ paymentType: 'Terms', dueDate: '2026-11-21' })).toBe(
    'On account, due November 21, 2026',
  );
  expect(paymentText({ paymentType: 'Cash', dueDate: null })).toBe('Cash');
});

it.each([
  ['knobs', 'knob'],
  ['hinges', 'hinge'],
  ['boxes', 'box'],
  ['latches', 'latch'],
  ['assemblies', 'assembly'],
  ['brass', 'brass'],
  ['bus', 'bus'],
  ['b2s', 'b2s'],
])('one of %s is a %s', (many, one) => expect(singular(many)).toBe(one));

describe('a pasted list', () => {
  it('has an empty number where a line ends before it', () => {
    expect(readOrderList('Qty\tItem\n5')).toEqual([{ number: '', quantity: '5' }]);
  });

  it('takes a comma for thousands only beside something else', () => {
    expect(readOrderList('BP-1 1,200')).toEqual(readOrderList('BP-1 1200'));
    expect(readOrderList('1,200')).not.toEqual(readOrderList('1200'));
  });
});

it('who holds more than the limit may hold nothing more, not less than nothing', () => {
  const party = { pieces: new Map(), total: usd(6000), orders: 1, brief: 1, ended: 0 };
  const answer = decideHold({
    ...{ draws: [], total: usd(10), heldLimit: usd(5000), parties: [party] },
    ...{ isProven: false, replaced: null, now: new Date('2026-03-02T12:00:00.000Z') },
  });
  expect(answer).toMatchObject({ refusal: { total: { asked: 10, mayHold: ZERO } } });
});

it('a password of one’s own longer name is guessable though a shorter one is a part of it', () => {
  expect(passwordProblem('annabella2026', ['Ann', 'Annabella'])).toBe('is too easy to guess');
  expect(passwordProblem('annabella2026', ['Annabella', 'Ann'])).toBe('is too easy to guess');
});

it('a stored line that says nothing of its pack is of one piece', () => {
  const line = {
    ...{
      productId: '0199e1b2-0000-7000-8000-000000000001',
      variantId: '0199e1b2-0000-7000-8000-000000000002',
    },
    ...{ quantity: 2, price: 10 },
  };
  const sizesOf = (pieceSize: unknown) =>
    parseWorkingCart(JSON.stringify({ cart: [{ ...line, pieceSize }] })).cart.map(one => one.pieceSize);
  expect([undefined, 0, 1, 25].flatMap(sizesOf)).toEqual([1, 1, 1, 25]);
});
