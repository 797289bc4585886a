import { expect, it } from 'vitest';
import { shopDate } from '#shared/rules/open-hours.ts';
import { endOfShopDay } from '#shared/rules/shop-days.ts';

it.each([
  ['2026-11-27', 'America/Chicago', '2026-11-28T05:59:59.999Z'],
  ['2026-07-01', 'America/Chicago', '2026-07-02T04:59:59.999Z'],
  // The night in which clocks go back, and forward.
  ['2026-11-01', 'America/Chicago', '2026-11-02T05:59:59.999Z'],
  ['2026-03-08', 'America/Chicago', '2026-03-09T04:59:59.999Z'],
  // Midnight itself is skipped.
  ['2018-11-03', 'America/Sao_Paulo', '2018-11-04T02:59:59.999Z'],
  ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T09:59:59.999Z'],
  ['2026-12-31', 'Pacific/Pago_Pago', '2027-01-01T10:59:59.999Z'],
  ['2026-02-28', 'UTC', '2026-02-28T23:59:59.999Z'],
])('%s in %s ends at %s', (date, timeZone, end) => {
  expect(endOfShopDay(date, timeZone).toISOString()).toBe(end);
  expect(shopDate(new Date(end), timeZone)).toBe(date);
});
