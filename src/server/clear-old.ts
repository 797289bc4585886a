import type { FastifyBaseLogger } from 'fastify';
import { counterOf } from '#server/counts.ts';
import { type ClearNext, clearInPortions } from '#server/database/clear-rows.ts';
import type { Db } from '#server/database/db.ts';
import { defineJobs } from '#server/jobs/define-jobs.ts';
import { clearLog } from '#server/logs/clear-log.ts';
import { clearMailTexts } from '#server/mail/clear-mail-texts.ts';
import { clearNotifications } from '#server/notifications/clear-notifications.ts';
import { clearOrderEvents } from '#server/orders/clear-order-events.ts';
import { keptDays } from '#server/site/kept-days.ts';
import { forgetLearnedOrders } from '#server/suggestions/forget-learned-orders.ts';
import { clock } from '#server/time-and-chance.ts';
import { KEPT_KINDS, type KeptKind } from '#shared/office-lists.ts';

type Ends = Record<KeptKind, Date>;

/** Says for each table how what is no longer kept is cleared from it, by when that was written (rule B6). */
const TABLES = {
  emails: ({ mailTexts }: Ends) => clearMailTexts(mailTexts),
  notifications: ({ notifications }: Ends) => clearNotifications(notifications),
  order_events: ({ handling, books }: Ends) => clearOrderEvents({ handling, books }),
  log_entries: ({ log, books }: Ends) => clearLog({ log, books }),
  learned_orders: ({ learnedOrders }: Ends) => forgetLearnedOrders(learnedOrders),
} satisfies Record<string, (ends: Ends) => ClearNext>;
type Table = keyof typeof TABLES;

const rowsCleared = counterOf('rows_cleared_total', 'Rows cleared because they are no longer kept.', {
  table: Object.keys(TABLES) as Table[],
});

interface Clearing {
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  signal: AbortSignal;
  now?: Date;
}

/**
 * Clears what is older than the site settings keep it. Answers how many rows of each table. A table that fails keeps none of
 * the others back, and fails the run at its end.
 */
export async function clearOld(
  db: Db,
  { log, signal, now = clock.now() }: Clearing,
): Promise<Record<Table, number>> {
  const days = await keptDays(db);
  const ends = Object.fromEntries(
    KEPT_KINDS.map(kind => [kind, new Date(now.getTime() - days[kind] * 86_400_000)]),
  ) as Ends;
  const cleared = { emails: 0, notifications: 0, order_events: 0, log_entries: 0, learned_orders: 0 };
  const failed: Table[] = [];
  for (const table of Object.keys(TABLES) as Table[]) {
    const onCleared = (count: number) => {
      cleared[table] += count;
      rowsCleared.inc({ table }, count);
    };
    try {
      await clearInPortions(db, TABLES[table](ends), { signal, onCleared });
    } catch (err) {
      failed.push(table);
      log.error({ err, table }, 'could not clear what is no longer kept');
    }
  }
  if (Object.values(cleared).some(count => count > 0)) log.info(cleared, 'cleared what is no longer kept');
  if (failed.length > 0) throw new Error(`Could not clear ${failed.join(', ')}.`);
  return cleared;
}

export const clearJobs = defineJobs({
  'clear-old': {
    run: ({ db, log }, _none, { signal }) => clearOld(db, { log, signal }),
    everySeconds: 24 * 3600,
    offsetSeconds: 5 * 3600,
    timeoutSeconds: 3600,
  },
});
