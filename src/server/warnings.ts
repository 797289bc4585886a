import { checkKnownPasswords } from '#server/auth/known-passwords.ts';
import { type BackupState, backupWarnings, readBackupState } from '#server/backups/backup-state.ts';
import type { App } from '#server/context.ts';
import { inLog } from '#server/database/db.ts';
import { diskWarnings } from '#server/health.ts';
import { checkShared } from '#server/photos/shared-by-processes.ts';
import { clock } from '#server/time-and-chance.ts';

export interface Warnings {
  /** The warnings of the last look. */
  list(): string[];
  look(): Promise<void>;
  end(): Promise<void>;
}

const MINUTE = 60_000;

/** Warnings to an operator although the shop is open: looked for now and once a minute. */
export async function watchForWarnings(parts: App): Promise<Warnings> {
  const { db, env, database, log } = parts;
  const shared = checkShared(parts);
  const passwords = checkKnownPasswords(parts);
  // Only the embedded database is backed up by the shop.
  const everyHours = database.embedded ? env.backups.everyHours : null;
  let found: string[] = [];
  let told: string | null = null;
  /** Logs it here as well: the command that made the backup may have been another process, whose log nobody keeps. */
  const tellFailure = ({ failure, failedAt }: BackupState) => {
    if (failure !== null && failedAt !== told)
      log.error({ why: failure, failedAt }, 'the last backup failed');
    told = failedAt;
  };
  const look = async () => {
    const held = await shared.look();
    const room = await diskWarnings(parts);
    const known = await passwords.look();
    const backups = await readBackupState(db);
    tellFailure(backups);
    found = [...held, ...room, ...known, ...backupWarnings(backups, everyHours, clock.now())];
  };
  const quietly = () => look().catch(err => log.warn(inLog(err), 'warnings could not be looked for'));
  let looking = quietly();
  await looking;
  const timer = clock.setInterval(() => {
    looking = looking.then(quietly);
  }, MINUTE);
  timer.unref();
  return {
    list: () => found,
    look,
    end: async () => {
      clock.clearInterval(timer);
      await looking;
      await shared.end().catch(err => log.warn({ err }, 'the mark among the pictures stays'));
    },
  };
}
