/** Formats a moment by the reader's own clock. */
export const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats the day of a moment, by the reader's own clock. */
export const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** Formats a day that is the same one for every reader, as `YYYY-MM-DD` is: it begins in UTC. */
export const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
