import { eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { backupState } from '#server/backups/tables.ts';
import { type Db, rows } from '#server/database/db.ts';
import { notifyAdmins } from '#server/notifications/notifications.ts';

const HOUR = 3_600_000;

export type BackupState = Omit<typeof backupState.$inferSelect, 'only'>;

const NONE: BackupState = {
  succeededAt: null,
  filledAt: null,
  failedAt: null,
  failure: null,
  failures: 0,
  overdueTold: false,
};

export async function readBackupState(db: Db): Promise<BackupState> {
  const [state] = await db.select().from(backupState);
  return state ?? NONE;
}

/** Locks the row, so that of two who write one tells Admins. */
async function holdState(tx: Db): Promise<BackupState> {
  await tx.insert(backupState).values({}).onConflictDoNothing();
  const [state] = await tx.select().from(backupState).for('update');
  return state ?? NONE;
}

const change = (tx: Db, values: Partial<BackupState>) =>
  tx.update(backupState).set(values).where(eq(backupState.only, true));

export async function noteSuccess(db: Db, at: Date): Promise<void> {
  await db.transaction(async tx => {
    await holdState(tx);
    await change(tx, { succeededAt: at.toISOString(), failure: null, overdueTold: false });
  });
}

/** Counts it, and tells Admins of the first one after a success. */
export async function noteFailure(db: Db, error: unknown, at: Date): Promise<void> {
  const failure = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '');
  await db.transaction(async tx => {
    const { failure: before, failures, succeededAt } = await holdState(tx);
    await change(tx, { failedAt: at.toISOString(), failure, failures: failures + 1 });
    if (before === null)
      await notifyAdmins(tx, {
        type: 0,
        title: 'The backup failed',
        details: `${failure}${/[.!?]$/.test(failure) ? '' : '.'} ${lastGood(succeededAt)}`,
      });
  });
}

const lastGood = (succeededAt: string | null) =>
  succeededAt === null
    ? 'There is no backup yet.'
    : `The last good one was made at ${succeededAt.slice(0, 16).replace('T', ' ')} UTC.`;

/** How old the last backup may be: twice as old as one should be. */
export const overdueAfterMs = (everyHours: number) => 2 * everyHours * HOUR;

/** Whether backups are older than they may be. */
export function isOverdue({ succeededAt, filledAt }: BackupState, everyHours: number, now: Date): boolean {
  const since = succeededAt ?? filledAt;
  return since !== null && now.getTime() - Date.parse(since) > overdueAfterMs(everyHours);
}

/** Whether the next one is to be made now; one that failed is tried again after an hour. */
export function isDue({ succeededAt, failedAt }: BackupState, everyHours: number, now: Date): boolean {
  const age = (moment: string | null) =>
    moment === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(moment);
  return age(succeededAt) >= everyHours * HOUR && age(failedAt) >= HOUR;
}

/** Logs once that a backup is overdue, and tells Admins. */
export async function tellOverdue(
  { db, log }: { db: Db; log: Pick<FastifyBaseLogger, 'error'> },
  everyHours: number,
  now: Date,
): Promise<void> {
  await db.transaction(async tx => {
    const state = await holdState(tx);
    if (state.overdueTold || !isOverdue(state, everyHours, now)) return;
    log.error({ succeededAt: state.succeededAt }, 'a backup is overdue');
    await change(tx, { overdueTold: true });
    await notifyAdmins(tx, {
      type: 0,
      title: 'A backup is overdue',
      details: `One should be made every ${everyHours} hours. ${lastGood(state.succeededAt)}`,
    });
  });
}

/** Whether there is anything to be backed up: a product, an order or an Admin. Notes since when. */
export async function isFilled(db: Db, now: Date): Promise<boolean> {
  const [shop] = rows<{ filled: boolean }>(
    await db.execute(sql`
      select exists (select from products) or exists (select from orders)
        or exists (select from users where permission_level = 'Admin') as filled`),
  );
  if (!shop?.filled) return false;
  await db
    .insert(backupState)
    .values({ filledAt: now.toISOString() })
    .onConflictDoUpdate({
      target: backupState.only,
      set: { filledAt: now.toISOString() },
      setWhere: sql`${backupState.filledAt} is null`,
    });
  return true;
}

/** For whoever operates the shop; `everyHours` is null where others make the backups. */
export function backupWarnings(state: BackupState, everyHours: number | null, now: Date): string[] {
  return [
    ...(state.failure === null ? [] : ['The last backup failed; the log says why.']),
    ...(everyHours !== null && isOverdue(state, everyHours, now) ? ['A backup is overdue.'] : []),
  ];
}
