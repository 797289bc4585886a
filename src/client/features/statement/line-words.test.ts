import { expect, it } from 'vitest';
import { lineWords } from '#client/features/statement/line-words.ts';
import type { Money } from '#shared/rules/money.ts';

const order = '01890a5d-ac96-774b-bcce-b302099a8057';
const receipt = {
  method: 'check',
  number: '1043',
  bounced: false,
  mistaken: false,
  receivedOn: null,
} as const;
const createdAt = '2026-11-28T15:00:00.000Z';
const on = (receivedOn: string) => ({ ...receipt, receivedOn });

it.each([
  [{ kind: 'charge', amount: 50, order, receipt: null }, 'Invoice'],
  [{ kind: 'payment', amount: -50, order, receipt: null }, 'Payment'],
  [{ kind: 'receipt', amount: -50, order, receipt }, 'Payment by check 1043'],
  [{ kind: 'receipt', amount: -10, order: null, receipt }, 'Payment by check 1043, kept on account'],
  [
    { kind: 'receipt', amount: -50, order, receipt: on('2026-11-20') },
    'Payment by check 1043, received November 20',
  ],
  [
    { kind: 'receipt', amount: -10, order: null, receipt: on('2025-12-30') },
    'Payment by check 1043, received December 30, 2025, kept on account',
  ],
  [{ kind: 'receipt', amount: 10, order: null, receipt }, 'Used of what was on account: check 1043'],
  [{ kind: 'receipt', amount: 10, order, receipt }, 'Payment by check 1043, taken off'],
  [
    { kind: 'receipt', amount: 50, order, receipt: { ...receipt, bounced: true } },
    'Returned by the bank: check 1043',
  ],
  [
    { kind: 'receipt', amount: 50, order, receipt: { ...receipt, bounced: true, mistaken: true } },
    'Entered by mistake: check 1043',
  ],
  [
    { kind: 'receipt', amount: -5, order, receipt: { ...receipt, method: 'cash', number: '' } },
    'Payment by cash',
  ],
] as const)('a line %o reads %s', (line, words) => {
  expect(lineWords({ ...line, createdAt, amount: line.amount as Money })).toBe(words);
});
