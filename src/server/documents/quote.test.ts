import { expect, it } from 'vitest';
import { quoteFileName } from '#server/documents/quote.ts';

const site = { timeZone: 'America/Chicago' };
// At the shop it is still the evening before.
const updatedAt = '2026-11-29T03:30:00.000Z';

it.each([
  ['Smith kitchen', 'quote-smith-kitchen-2026-11-28'],
  ['Żółw “№ 7”/../x', 'quote-zo-w-no-7-x-2026-11-28'],
  ['', 'quote-2026-11-28'],
  ['漢字', 'quote-2026-11-28'],
  ['x'.repeat(200), `quote-${'x'.repeat(60)}-2026-11-28`],
])('the file of the quote of %j is %s', (orderName, name) => {
  expect(quoteFileName({ orderName, updatedAt }, site)).toBe(name);
});
