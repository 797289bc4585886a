import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY, RUNS } from '#shared/rules/arbitraries.test-support.ts';
import {
  addDays,
  closedDaysAhead,
  counterHours,
  type DayHours,
  formatClock,
  openStatus,
  shopDate,
  tomorrow,
  validateHours,
} from '#shared/rules/open-hours.ts';

const CHICAGO = 'America/Chicago';
const day: DayHours = { open: '08:00', close: '17:30' };
/** Closed on Saturday and Sunday. */
const week: DayHours[] = ['closed', day, day, day, day, day, 'closed'];

describe('the open status, in November in Chicago (UTC−6)', () => {
  it.each([
    // 2026-11-16 is a Monday.
    ['2026-11-16T06:00:00Z', 'Monday 0:00', 'open at 8:00 am'],
    ['2026-11-16T13:59:59Z', 'Monday 7:59', 'open at 8:00 am'],
    ['2026-11-16T14:00:00Z', 'Monday 8:00', 'open until 5:30 pm'],
    ['2026-11-16T23:29:59Z', 'Monday 17:29', 'open until 5:30 pm'],
    ['2026-11-16T23:30:00Z', 'Monday 17:30', 'open tomorrow at 8:00 am'],
    ['2026-11-17T05:59:59Z', 'Monday 23:59', 'open tomorrow at 8:00 am'],
    ['2026-11-20T23:30:00Z', 'Friday 17:30', 'currently closed'],
    ['2026-11-21T18:00:00Z', 'Saturday noon', 'currently closed'],
    ['2026-11-22T18:00:00Z', 'Sunday noon', 'open tomorrow at 8:00 am'],
  ])('at %s, %s, reads %s [NAV-12]', (iso, _, text) =>
    expect(openStatus(week, CHICAGO, new Date(iso))).toBe(text),
  );

  it('names pm where tomorrow opens in the afternoon [NAV-12]', () => {
    const late = week.with(2, { open: '13:00', close: '20:00' });
    const at = (iso: string) => openStatus(late, CHICAGO, new Date(iso));
    expect(at('2026-11-16T23:30:00Z')).toBe('open tomorrow at 1:00 pm');
    expect(at('2026-11-17T18:59:00Z')).toBe('open at 1:00 pm');
  });

  it('takes a missing day for a closed one: the defaults have six [NAV-12]', () => {
    const six = week.slice(0, 6);
    expect(openStatus(six, CHICAGO, new Date('2026-11-20T23:30:00Z'))).toBe('currently closed');
    expect(openStatus(six, CHICAGO, new Date('2026-11-21T18:00:00Z'))).toBe('currently closed');
    expect(openStatus([], CHICAGO, new Date('2026-11-16T18:00:00Z'))).toBe('currently closed');
  });

  it('looks from Saturday to Sunday', () => {
    const weekend: DayHours[] = [day, ...Array<DayHours>(5).fill('closed'), day];
    expect(openStatus(weekend, CHICAGO, new Date('2026-11-22T00:00:00Z'))).toBe('open tomorrow at 8:00 am');
  });

  it('takes hours that do not end after they begin for a closed day', () => {
    const odd = week.with(1, { open: '17:00', close: '17:00' });
    expect(openStatus(odd, CHICAGO, new Date('2026-11-16T23:00:00Z'))).toBe('open tomorrow at 8:00 am');
    expect(validateHours(odd)).toEqual([
      { path: ['hoursOfOperation', 1, 'close'], message: 'must be after the opening time' },
    ]);
    expect(validateHours(week)).toEqual([]);
  });
});

describe('a date on which the shop is closed', () => {
  const closed = [{ date: '2026-11-17' }];
  it.each([
    ['2026-11-16T18:00:00Z', 'the day before', 'open until 5:30 pm'],
    ['2026-11-16T23:30:00Z', 'the evening before', 'currently closed'],
    ['2026-11-17T13:00:00Z', 'its morning', 'open tomorrow at 8:00 am'],
    ['2026-11-17T18:00:00Z', 'its noon', 'open tomorrow at 8:00 am'],
    ['2026-11-18T05:59:59Z', 'its last second', 'open tomorrow at 8:00 am'],
    ['2026-11-18T06:00:00Z', 'the midnight after it', 'open at 8:00 am'],
  ])('at %s, %s, reads %s', (iso, _, text) =>
    expect(openStatus(week, CHICAGO, new Date(iso), closed)).toBe(text),
  );

  it('is told from today on, the next first, and not too far ahead', () => {
    const days = ['2026-12-25', '2026-11-16', '2026-11-15', '2026-11-26', '2027-01-01'].map(date => ({
      date,
    }));
    const ahead = (most: number) =>
      closedDaysAhead(days, '2026-11-16', { days: 39, most }).map(({ date }) => date);
    expect(ahead(5)).toEqual(['2026-11-16', '2026-11-26', '2026-12-25']);
    expect(ahead(2)).toEqual(['2026-11-16', '2026-11-26']);
  });
});

describe('the hours of the counter, for whoever is told to come', () => {
  it.each([
    ['2026-11-16T13:59:59Z', 'Monday 7:59', false, 'from Monday, November 16, 8:00 am'],
    ['2026-11-16T14:00:00Z', 'Monday 8:00', true, 'until 5:30 pm today, Monday, November 16'],
    ['2026-11-16T23:29:59Z', 'Monday 17:29', true, 'until 5:30 pm today, Monday, November 16'],
    ['2026-11-16T23:30:00Z', 'Monday 17:30', false, 'from Tuesday, November 17, 8:00 am'],
    ['2026-11-20T23:30:00Z', 'Friday 17:30', false, 'from Monday, November 23, 8:00 am'],
    ['2026-11-21T18:00:00Z', 'Saturday noon', false, 'from Monday, November 23, 8:00 am'],
    ['2026-12-01T05:30:00Z', 'the last minutes of November', false, 'from Tuesday, December 1, 8:00 am'],
  ])('at %s, %s', (iso, _, isOpen, words) => {
    expect(counterHours(week, CHICAGO, new Date(iso))).toEqual({ isOpen, words });
  });

  it('leave out the dates on which the shop is closed', () => {
    const evening = new Date('2026-11-20T23:30:00Z');
    const closed = ['2026-11-23', '2026-11-24'].map(date => ({ date }));
    expect(counterHours(week, CHICAGO, evening, closed)?.words).toBe('from Wednesday, November 25, 8:00 am');
    const noon = new Date('2026-11-23T18:00:00Z');
    expect(counterHours(week, CHICAGO, noon, closed)?.isOpen).toBe(false);
  });

  it('go to the same day of next week where no other day is open, and are none where none is', () => {
    const mondays: DayHours[] = ['closed', day];
    const evening = new Date('2026-11-16T23:30:00Z');
    expect(counterHours(mondays, CHICAGO, evening)?.words).toBe('from Monday, November 23, 8:00 am');
    expect(counterHours(['closed'], CHICAGO, evening)).toBeNull();
    expect(counterHours([], CHICAGO, evening)).toBeNull();
  });

  it('say that it is open exactly while the navigation bar does', PROPERTY, () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        at => {
          const isOpen = openStatus(week, CHICAGO, at).startsWith('open until');
          expect(counterHours(week, CHICAGO, at)?.isOpen).toBe(isOpen);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

describe('the open status follows the shop’s own clock', () => {
  it.each([
    // Clocks go forward on 2026-03-08 and back on 2026-11-01, both Sundays; 8:00 in Chicago is 14:00 or 13:00 UTC.
    ['the Friday before spring', '2026-03-06T13:59:00Z', 'open at 8:00 am'],
    ['the Friday before spring', '2026-03-06T14:00:00Z', 'open until 5:30 pm'],
    ['the Monday after spring', '2026-03-09T12:59:00Z', 'open at 8:00 am'],
    ['the Monday after spring', '2026-03-09T13:00:00Z', 'open until 5:30 pm'],
    ['the Monday after spring', '2026-03-09T22:30:00Z', 'open tomorrow at 8:00 am'],
    ['the Sunday of spring, 23:59', '2026-03-09T04:59:00Z', 'open tomorrow at 8:00 am'],
    ['the Sunday of spring, midnight', '2026-03-09T05:00:00Z', 'open at 8:00 am'],
    ['the Sunday of autumn, 23:59', '2026-11-02T05:59:00Z', 'open tomorrow at 8:00 am'],
    ['the Monday after autumn, midnight', '2026-11-02T06:00:00Z', 'open at 8:00 am'],
    ['the Monday after autumn', '2026-11-02T13:59:00Z', 'open at 8:00 am'],
    ['the Monday after autumn', '2026-11-02T14:00:00Z', 'open until 5:30 pm'],
  ])('%s, %s: %s [NAV-12]', (_, iso, text) => expect(openStatus(week, CHICAGO, new Date(iso))).toBe(text));

  it.each([
    ['Asia/Kolkata', '2026-11-16T02:29:00Z', 'open at 8:00 am'],
    ['Asia/Kolkata', '2026-11-16T02:30:00Z', 'open until 5:30 pm'],
    ['Pacific/Auckland', '2026-11-15T19:00:00Z', 'open until 5:30 pm'],
    ['UTC', '2026-11-16T08:00:00Z', 'open until 5:30 pm'],
  ])('in %s at %s: %s [NAV-12]', (zone, iso, text) =>
    expect(openStatus(week, zone, new Date(iso))).toBe(text),
  );
});

describe('the clock', () => {
  it.each([
    ['00:00', '12:00 am'],
    ['00:05', '12:05 am'],
    ['08:00', '8:00 am'],
    ['11:59', '11:59 am'],
    ['12:00', '12:00 pm'],
    ['13:00', '1:00 pm'],
    ['23:59', '11:59 pm'],
  ])('%s reads %s', (time, text) => expect(formatClock(time)).toBe(text));
});

describe('dates in the shop', () => {
  it.each([
    ['2026-11-22T05:59:59Z', '2026-11-21'],
    ['2026-11-22T06:00:00Z', '2026-11-22'],
    ['2026-07-01T04:59:59Z', '2026-06-30'],
    ['2026-07-01T05:00:00Z', '2026-07-01'],
    ['2027-01-01T05:59:59Z', '2026-12-31'],
  ])('at %s it is %s', (iso, date) => expect(shopDate(new Date(iso), CHICAGO)).toBe(date));

  it.each([
    ['2026-11-21', 1, '2026-11-22'],
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-31', 2, '2027-01-02'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2026-03-07', 1, '2026-03-08'],
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-10-31', 2, '2026-11-02'],
    ['2026-11-21', 30, '2026-12-21'],
    ['2026-03-01', -1, '2026-02-28'],
  ])('%s and %i days is %s', (date, days, expected) => expect(addDays(date, days)).toBe(expected));

  it.each([
    ['a plain day', '2026-11-21T18:00:00Z', '2026-11-22'],
    ['late in the evening, next day in UTC', '2026-11-22T05:00:00Z', '2026-11-22'],
    ['the eve of spring', '2026-03-08T05:59:00Z', '2026-03-08'],
    ['the short day', '2026-03-08T18:00:00Z', '2026-03-09'],
    ['the end of the long day', '2026-11-02T05:30:00Z', '2026-11-02'],
    ['the end of a month', '2027-02-28T18:00:00Z', '2027-03-01'],
  ])('tomorrow of %s is the next day of the shop', (_, iso, next) => {
    expect(tomorrow(new Date(iso), CHICAGO)).toBe(next);
  });

  it('move by one a day, through every clock change', PROPERTY, () => {
    const zone = fc.constantFrom(CHICAGO, 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Europe/London');
    const instant = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2035-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, zone, (now, timeZone) => {
        // No shop day is longer than 25 hours or shorter than 23.
        const today = shopDate(now, timeZone);
        const soon = shopDate(new Date(now.getTime() + 23 * 3_600_000), timeZone);
        expect([today, addDays(today, 1)]).toContain(soon);
        expect(addDays(addDays(today, 40), -40)).toBe(today);
      }),
      { numRuns: RUNS },
    );
  });
});
