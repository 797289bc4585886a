/** Formats a moment by the reader's own clock. */
export const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
