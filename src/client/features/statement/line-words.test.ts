import { expect, it } from 'vitest';
import { lineWords } from '#client/features/statement/line-words.ts';
import type { Money } from '#shared/rules/money.ts';

const order = '01890a5d-ac96-774b-bcce-b302099a8057';
const receipt = { method: 'check', number: '1043', bounced: false } as const;

it.each([
  [{ kind: 'charge', amount: 50, order, receipt: null }, 'Invoice'],
  [{ kind: 'payment', amount: -50, order, receipt: null }, 'Payment'],
  [{ kind: 'receipt', amount: -50, order, receipt }, 'Payment by check 1043'],
  [{ kind: 'receipt', amount: -10, order: null, receipt }, 'Payment by check 1043, kept on account'],
  [{ kind: 'receipt', amount: 10, order: null, receipt }, 'Used of what was on account: check 1043'],
  [{ kind: 'receipt', amount: 10, order, receipt }, 'Payment by check 1043, taken off'],
  [
    { kind: 'receipt', amount: 50, order, receipt: { ...receipt, bounced: true } },
    'Returned by the bank: check 1043',
  ],
  [
    { kind: 'receipt', amount: -5, order, receipt: { method: 'cash', number: '', bounced: false } },
    'Payment by cash',
  ],
] as const)('a line %o reads %s', (line, words) => {
  expect(lineWords({ ...line, amount: line.amount as Money })).toBe(words);
});
