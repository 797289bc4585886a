import { expect, it } from 'vitest';
import { asksToHandOut } from '#shared/rules/refund-ways.ts';

it.each([
  ['Hand out $22.09 in cash for order 1042, which was canceled.', 'cash'],
  ['Send a check of $1,022.09 for order 1042, which was changed.', 'check'],
  ['Hand out the flyers', null],
  ['Please: Send a check of $1.00', null],
  ['The card was refused', null],
])('"%s" asks for %s', (alert, way) => expect(asksToHandOut(alert)).toBe(way));
