import { addDays, shopDate } from '#shared/rules/open-hours.ts';

/** Hours that no zone is further from UTC than. */
const FURTHEST_MS = 15 * 3_600_000;

/** The last moment of a date of the shop, whatever its clocks do in that night. */
export function endOfShopDay(date: string, timeZone: string): Date {
  const next = addDays(date, 1);
  const midnight = Date.parse(`${next}T00:00:00Z`);
  let [before, after] = [midnight - FURTHEST_MS, midnight + FURTHEST_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (shopDate(new Date(middle), timeZone) < next) before = middle;
    else after = middle;
  }
  return new Date(before);
}
