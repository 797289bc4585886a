import type { FieldIssue } from '#shared/errors.ts';
import { OPEN_STATUS } from '#shared/messages.ts';

/** One day's hours on a 24-hour clock in the shop's time zone; a missing entry is a closed day. */
export type DayHours = 'closed' | { open: string; close: string };

interface ShopClock {
  /** 0 is Sunday. */
  weekday: number;
  minutes: number;
  date: string;
}

/**
 * Words the open status of the navigation bar (rule S1). The shop closes at the minute of `close`. A day whose hours
 * don't end after they begin counts as closed, as do the dates of `closedDays`; on a closed day the shop has closed
 * already.
 */
export function openStatus(
  hours: readonly (DayHours | undefined)[],
  timeZone: string,
  now: Date,
  closedDays: readonly ClosedDay[] = [],
): string {
  const { weekday, minutes, date } = shopClock(now, timeZone);
  const openingAt = openings(hours, closedDays);
  const today = openingAt(date, weekday);
  if (today && minutes < today.open) return OPEN_STATUS.openAt(clockTime(today.open));
  if (today && minutes < today.close) return OPEN_STATUS.openUntil(clockTime(today.close));
  const tomorrow = openingAt(addDays(date, 1), weekday + 1);
  return tomorrow ? OPEN_STATUS.openTomorrow(clockTime(tomorrow.open)) : OPEN_STATUS.closed;
}

interface ClosedDay {
  date: string;
}

/** Tells the hours of a date, which is so many days after a Sunday. */
const openings =
  (hours: readonly (DayHours | undefined)[], closedDays: readonly ClosedDay[]) =>
  (date: string, weekday: number): Opening | null =>
    closedDays.some(closed => closed.date === date) ? null : openingOf(hours[weekday % 7]);

/** Days that are looked ahead for one that is open: a shop that is closed for longer says nothing. */
const DAYS_AHEAD = 60;

/**
 * Words when a customer finds somebody at the counter, by a date that stays right whenever it is read: `until 5:00 pm today,
 * Tuesday, November 24`, or `from Wednesday, November 25, 8:00 am`. Null: on none of the days ahead.
 */
export function counterHours(
  hours: readonly (DayHours | undefined)[],
  timeZone: string,
  now: Date,
  closedDays: readonly ClosedDay[] = [],
): { isOpen: boolean; words: string } | null {
  const { weekday, minutes, date } = shopClock(now, timeZone);
  const openingAt = openings(hours, closedDays);
  const today = openingAt(date, weekday);
  if (today && minutes >= today.open && minutes < today.close) {
    return { isOpen: true, words: `until ${clockTime(today.close)} today, ${dayWords(date)}` };
  }
  for (let ahead = today && minutes < today.open ? 0 : 1; ahead <= DAYS_AHEAD; ahead++) {
    const day = openingAt(addDays(date, ahead), weekday + ahead);
    if (day) {
      return { isOpen: false, words: `from ${dayWords(addDays(date, ahead))}, ${clockTime(day.open)}` };
    }
  }
  return null;
}

// Made when it is first used: the shop's pages load this file, and name no days.
let dayNames: Intl.DateTimeFormat | undefined;

/** `Tuesday, November 24`. */
function dayWords(date: string): string {
  dayNames ??= new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return dayNames.format(new Date(date));
}

/** Hours that a day can't have. */
export function validateHours(hours: readonly (DayHours | undefined)[]): FieldIssue[] {
  return hours.flatMap((day, index) =>
    day !== undefined && day !== 'closed' && !openingOf(day)
      ? [{ path: ['hoursOfOperation', index, 'close'], message: 'must be after the opening time' }]
      : [],
  );
}

/** The first `most` of the closed days that are not over, up to so many days ahead. */
export function closedDaysAhead<Day extends { date: string }>(
  closedDays: readonly Day[],
  today: string,
  { days, most }: { days: number; most: number },
): Day[] {
  const last = addDays(today, days);
  return closedDays
    .filter(({ date }) => date >= today && date <= last)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .slice(0, most);
}

/** '8:00 am' of '08:00'. */
export function formatClock(time: string): string {
  return clockTime(minutesOf(time));
}

/** Today's date in the shop, as 2026-03-08. */
export function shopDate(now: Date, timeZone: string): string {
  return shopClock(now, timeZone).date;
}

/** So many days after a date; calendar days, so clock changes don't matter. */
export function addDays(date: string, days: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

export function tomorrow(now: Date, timeZone: string): string {
  return addDays(shopDate(now, timeZone), 1);
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

// Making a formatter costs far more than using it; a shop has one zone.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
}

function shopClock(now: Date, timeZone: string): ShopClock {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(now)
      .map(part => [part.type, part.value]),
  );
  return {
    weekday: WEEKDAYS.indexOf(parts.weekday ?? ''),
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
    date: `${parts.year}-${parts.month}-${parts.day}`,
  };
}

/** In minutes of the day. */
interface Opening {
  open: number;
  close: number;
}

function openingOf(day: DayHours | undefined): Opening | null {
  if (day === undefined || day === 'closed') return null;
  const [open, close] = [minutesOf(day.open), minutesOf(day.close)];
  return close > open ? { open, close } : null;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function clockTime(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const shown = `${hours % 12 || 12}:${String(minutes % 60).padStart(2, '0')}`;
  return `${shown} ${hours < 12 ? 'am' : 'pm'}`;
}
