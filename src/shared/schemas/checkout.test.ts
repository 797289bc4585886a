import { expect, it } from 'vitest';
import { isoDate } from '#shared/schemas/checkout.ts';

it.each(['0001-01-01', '2026-02-28', '9999-12-30'])(
  '%s is a day, and the database has the one after',
  day => {
    expect(isoDate.safeParse(day).success).toBe(true);
  },
);

it.each(['0000-01-01', '2026-02-29', '9999-12-31', '+010000-01-01'])('%s is none', day => {
  expect(isoDate.safeParse(day).success).toBe(false);
});
