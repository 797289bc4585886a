import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_KEY_USAGE, readKeyArguments } from '#server/auth/api-key-arguments.ts';
import { createApiKey } from '#server/auth/api-keys.ts';
import { LOCK_USAGE, lockDemoAccounts } from '#server/auth/lock-demo-accounts.ts';
import { removeFactorOfAdmin } from '#server/auth/remove-factor-of-admin.ts';
import { type Backup, backUpEmbedded, backUpPostgres, refuseNoDatabase } from '#server/backups/back-up.ts';
import { restoreBackup } from '#server/backups/restore.ts';
import { CommandError, required } from '#server/command-error.ts';
import { addressFault } from '#server/database/database-address.ts';
import { type Database, type Db, forbiddenBy, openDatabase } from '#server/database/db.ts';
import { migrate, refuseNewer, SNAPSHOT } from '#server/database/migrate.ts';
import { moveInto } from '#server/database/move.ts';
import { type Env, loadEnv } from '#server/env.ts';
import { AppError } from '#server/errors.ts';
import { importFile } from '#server/imports/command.ts';
import {
  type AskedOfJobs,
  answerJobs,
  JOBS_USAGE,
  readJobsArguments,
} from '#server/jobs/dead-job-command.ts';
import {
  askJobsOfServer,
  backUpThroughServer,
  importThroughServer,
  lockThroughServer,
} from '#server/local-door.ts';
import { createLogger } from '#server/logging.ts';
import { hint } from '#server/misspelt.ts';
import { missingPictures, sayMissing } from '#server/photos/missing-pictures.ts';
import { copyPictures, openPictures } from '#server/photos/picture-files.ts';
import { inPlainWords } from '#server/plain-words.ts';
import { clock } from '#server/time-and-chance.ts';
import { findUserByEmail } from '#server/users/users.ts';

export interface Shop {
  env: Env;
  database: Database;
  db: Db;
}

interface Command {
  usage: string;
  about: string;
  run(args: string[], env: Env): Promise<void>;
}

/** One row per command; what a domain does is imported by its row alone. */
const COMMANDS: Record<string, Command> = {
  migrate: {
    usage: 'migrate',
    about: 'brings the database schema up to date',
    run: (_, env) => withShop(env, async () => console.log('The schema is up to date.')),
  },
  backup: {
    usage: 'backup [file]',
    about: 'saves database and pictures, also of a running shop (DATABASE_URL needs a file and pg_dump)',
    run: ([file], env) => backUp(env, file),
  },
  restore: {
    usage: 'restore <file>',
    about: 'replaces the database with a backup, and adds its pictures to those already there',
    run: ([file], env) => restore(env, resolve(required(file, 'restore <file>'))),
  },
  move: {
    usage: 'move <DATABASE_URL> [DATA_DIR]',
    about: 'copies everything into an empty Postgres, and pictures into another data folder',
    run: ([url, folder], env) => move(env, required(url, 'move <DATABASE_URL> [DATA_DIR]'), folder),
  },
  jobs: {
    usage: JOBS_USAGE,
    about: 'lists background jobs that used up their runs; lets one or all run once more; discards one',
    run: (args, env) => jobs(env, readJobsArguments(args)),
  },
  seed: {
    usage: 'seed',
    about: 'fills an empty database with the demo shop',
    run: (_, env) =>
      withShop(env, async ({ db }) => {
        if (env.mode === 'live') throw new CommandError('A live shop is not filled with demo data.');
        const { seedDemoShop } = await import('#demo/seed.ts');
        console.log(
          (await seedDemoShop(db, {
            ...env,
            begin: () => console.log('Filling the shop, this takes a while …'),
          }))
            ? 'The demo shop is ready.'
            : 'The database is not empty; nothing was done.',
        );
      }),
  },
  import: {
    usage: 'import [--preview] <file.csv>',
    about: "loads a catalogue, Shopify's product CSV or ours (docs/import.md)",
    run: async (args, env) => {
      const preview = args.includes('--preview');
      const file = resolve(
        required(
          args.find(arg => !arg.startsWith('--')),
          'import [--preview] <file.csv>',
        ),
      );
      if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
      const { lines, wrong } = await withShop(env, ({ db }) => importFile(db, file, { preview })).catch(
        error => importThroughServer(error, env, file, { preview }),
      );
      for (const line of lines) console.log(line);
      if (wrong > 0) throw new CommandError(`${wrong} rows had errors and were not imported.`);
    },
  },
  'remove-second-factor': {
    usage: 'remove-second-factor <email>',
    about: 'removes the second factor of an Admin who lost it, where no other Admin can',
    run: ([email], env) =>
      withShop(env, async ({ db }) => {
        await removeFactorOfAdmin(db, required(email, 'remove-second-factor <email>'));
        console.log(
          `${email} now signs in with the password alone, or will have to set up a second factor again.`,
        );
      }),
  },
  'lock-demo-accounts': {
    usage: LOCK_USAGE,
    about: 'ends all ways into accounts of a demo shop that have known passwords, and into those named',
    run: async (emails, env) => {
      if (env.databaseUrl === null) refuseNoDatabase(env);
      const lines = await asItIs(env, ({ db }) => lockDemoAccounts(db, emails)).catch(error =>
        lockThroughServer(error, env, emails),
      );
      for (const line of lines) console.log(line);
    },
  },
  'api-key': {
    usage: API_KEY_USAGE,
    about:
      'makes a key for scripts within the rights of that user, for some scopes and days, and shows it once',
    run: async (args, env) => {
      const { email, ...wanted } = readKeyArguments(args, clock.now());
      await withShop(env, async ({ db }) => {
        const user = await findUserByEmail(db, email);
        if (!user) throw new CommandError(`There is no account with the address ${email}.`);
        const { key, apiKey } = await createApiKey(db, user, wanted);
        console.log(key);
        // Whatever reads the key from standard output gets nothing else.
        console.error(
          `Save it now: it will not be shown again. Send it as "Authorization: Bearer <key>".\nIt expires on ${apiKey.expiresAt.slice(0, 10)}.`,
        );
      });
    },
  },
};

/** Opens the database of this environment, brings it up to date, and closes it when the work is done. */
async function withShop<T>(env: Env, work: (shop: Shop) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...env, snapshot: SNAPSHOT });
  try {
    await migrate(database);
    return await work({ env, database, db: database.db });
  } finally {
    await database.close();
  }
}

/** Opens the database without migrating it: a backup is made before a newer version starts, and jobs beside an older. */
async function asItIs<T>(env: Env, work: (shop: Omit<Shop, 'env'>) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...env, snapshot: null });
  try {
    return await work({ database, db: database.db });
  } finally {
    await database.close();
  }
}

async function backUp(env: Env, given: string | undefined): Promise<void> {
  const pictures = openPictures(env.dataDir);
  // `runCommand` shows what went wrong.
  const around = { env, pictures, log: createLogger('silent') };
  let made: Backup;
  if (env.databaseUrl === null) {
    refuseNoDatabase(env);
    const file = given === undefined ? null : resolve(given);
    made = await asItIs(env, shop => backUpEmbedded({ ...shop, ...around }, { file })).catch(error =>
      backUpThroughServer(error, env, file),
    );
  } else {
    const file = resolve(required(given, 'backup <file>'));
    made = await asItIs(env, shop => backUpPostgres({ ...shop, ...around }, file));
  }
  console.log(`Saved to ${made.file}, with ${made.pictures} picture files.`);
  for (const line of sayMissing(made.missing, pictures)) console.log(line);
}

async function restore(env: Env, file: string): Promise<void> {
  const pictures = openPictures(env.dataDir);
  const restored = await restoreBackup(env, pictures, file);
  const { replaced } = restored;
  console.log(`Restored.${replaced ? ` The previous data is in ${replaced}` : ''}`);
  console.log(
    restored.pictures === null
      ? 'This backup is from before pictures were saved as well.'
      : `${restored.pictures} picture files were put into ${pictures.place.folder}`,
  );
  for (const line of sayMissing(restored.missing, pictures)) console.log(line);
}

async function move(env: Env, url: string, folder: string | undefined): Promise<void> {
  if (env.databaseUrl !== null)
    throw new CommandError('This moves the embedded shop: run it without DATABASE_URL.');
  refuseNoDatabase(env);
  const fault = addressFault(url);
  if (fault) throw new CommandError(`The address to move to ${fault}.`);
  const pictures = openPictures(env.dataDir);
  const there = folder === undefined ? pictures : openPictures(resolve(folder));
  const target = await openDatabase({ databaseUrl: url, dataDir: null });
  try {
    const tables = await withShop(env, async ({ database }) => {
      // First the pictures, which may be copied again: a database is moved into an empty one alone.
      if (folder !== undefined) {
        const copied = await copyPictures(pictures, there);
        console.log(`${copied} picture files were copied into ${there.place.folder}`);
      }
      return moveInto(database, target);
    }).catch(error => {
      const forbidden = forbiddenBy(error);
      throw forbidden ? new CommandError(`The address to move to: ${forbidden}.`) : error;
    });
    for (const { table, rows } of tables) console.log(`${String(rows).padStart(9)}  ${table}`);
    console.log('Moved, and the row counts match. Set DATABASE_URL and SECRET_KEY, and start the shop.');
    console.log(
      `SECRET_KEY has to be what it was: unless you had set it, it stands in ${join(env.dataDir, 'secret-key')}. With another one payment links end, and second factors are passed by recovery codes alone.`,
    );
    if (folder === undefined)
      console.log(`Its pictures stay in ${there.place.folder}: the shop needs this folder as before.`);
    for (const line of sayMissing(await missingPictures(target.db, there), there)) console.log(line);
  } finally {
    await target.close();
  }
}

/** Beside a running shop, too. */
async function jobs(env: Env, asked: AskedOfJobs): Promise<void> {
  const isEmbedded = env.databaseUrl === null;
  if (isEmbedded) refuseNoDatabase(env);
  const lines = await asItIs(env, async ({ db }) => {
    await refuseNewer(db);
    return answerJobs(db, asked, { runs: !isEmbedded });
  }).catch(error => askJobsOfServer(error, env, asked));
  for (const line of lines) console.log(line);
}

/** Runs one command; returns the exit code. */
async function runCommand([name, ...args]: string[]): Promise<number> {
  const command = COMMANDS[name ?? ''];
  if (!command) {
    console.error(name ? `There is no command "${name}".` : 'Which command?');
    for (const { usage, about } of Object.values(COMMANDS)) console.error(`  ${usage.padEnd(24)} ${about}`);
    return 2;
  }
  let env: Env | null = null;
  try {
    env = loadEnv();
    for (const slip of env.misspelt) console.error(hint(slip));
    await command.run(args, env);
    return 0;
  } catch (error) {
    console.error(error instanceof AppError ? error.message : ((await inPlainWords(error, env)) ?? error));
    return 1;
  }
}

// A database that failed to start may leave a timer behind, which would keep the process for good.
if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(await runCommand(process.argv.slice(2)));
