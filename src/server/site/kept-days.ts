import type { Db } from '#server/database/db.ts';
import { siteSettings } from '#server/site/tables.ts';
import { KEPT, KEPT_KINDS, type KeptKind } from '#shared/office-lists.ts';

/** For how many days each kind of record is kept. */
type KeptDays = Record<KeptKind, number>;

/** Completes what the site settings say by the standard. Nothing is kept for less than its least, whatever the row says. */
export function completeKeptDays(stored: Partial<KeptDays>): KeptDays {
  const days = KEPT_KINDS.map(kind => [
    kind,
    Math.max(KEPT[kind].least, stored[kind] ?? KEPT[kind].standard),
  ]);
  return Object.fromEntries(days) as KeptDays;
}

/** Reads for how long what is kept, now. */
export async function keptDays(db: Db): Promise<KeptDays> {
  const [settings] = await db.select({ stored: siteSettings.keptDays }).from(siteSettings);
  return completeKeptDays(settings?.stored ?? {});
}
