/** The demo shop's past, told from the day on which it is filled. */
export interface DemoClock {
  now: Date;
  /** So many days ago, at an hour UTC, but never later than now; below 0: so many days ahead. */
  daysAgo(days: number, hour?: number, minute?: number): string;
  minutesAgo(minutes: number): string;
  /** So many hours after an instant, but never later than now. */
  later(at: string, hours: number): string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function demoClock(now: Date): DemoClock {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const past = (at: number) => new Date(Math.min(at, now.getTime())).toISOString();
  return {
    now,
    daysAgo: (days, hour = 12, minute = 0) => {
      const at = midnight - days * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS;
      return days < 0 ? new Date(at).toISOString() : past(at);
    },
    minutesAgo: minutes => past(now.getTime() - minutes * MINUTE_MS),
    later: (at, hours) => past(Date.parse(at) + hours * HOUR_MS),
  };
}
