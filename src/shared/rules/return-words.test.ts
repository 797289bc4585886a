import { expect, it } from 'vitest';
import type { Money } from '#shared/rules/money.ts';
import { settledWords } from '#shared/rules/return-words.ts';

const usd = (amount: number) => amount as Money;
const nothing = { refund: usd(0), paidOut: usd(0), refundTo: null, storeCredit: usd(0), fee: usd(0) };

it.each([
  [{}, 'nothing given back'],
  [{ fee: usd(5) }, 'nothing given back, a fee of $5.00 kept'],
  [{ refund: usd(40) }, '$40.00 off what was to be paid'],
  [{ refund: usd(40), paidOut: usd(40), refundTo: 'card' }, '$40.00 to the card that paid'],
  [
    { refund: usd(40), paidOut: usd(15), refundTo: 'check', fee: usd(1) },
    '$25.00 off what was to be paid, $15.00 by check, a fee of $1.00 kept',
  ],
  [{ storeCredit: usd(6) }, '$6.00 of store credit back'],
  [
    { refund: usd(20), paidOut: usd(20), refundTo: 'credit', storeCredit: usd(6) },
    '$20.00 as store credit, $6.00 of store credit back',
  ],
] as const)('%#: a settled return says what happened, and nothing of what did not', (of, words) => {
  expect(settledWords({ ...nothing, ...of })).toBe(words);
});
