/** After so long nobody is asked any more about what waits for an Admin. */
const LAPSES_MS = 3 * 86_400_000;

/** Acts that were asked for before this instant have lapsed. */
export const lapsesBefore = (now: Date): string => new Date(now.getTime() - LAPSES_MS).toISOString();

/** Tells whether an act waited too long. */
export const hasLapsed = ({ createdAt }: { createdAt: string }, now: Date): boolean =>
  Date.parse(createdAt) < Date.parse(lapsesBefore(now));

/** The most of one Employee that wait at once. */
export const MAX_WAITING_OF_ONE = 50;

/** The most that are shown at once. */
export const MAX_LISTED_ACTS = 100;
