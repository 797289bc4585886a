import { tmpdir } from 'node:os';
import type { Dice } from '#demo/dice.ts';
import { createCache } from '#server/cache.ts';
import type { App } from '#server/context.ts';
import { type Database, isUnavailable } from '#server/database/db.ts';
import { parseEnv } from '#server/env.ts';
import { AppError } from '#server/errors.ts';
import { createStripeGateway } from '#server/integrations/stripe.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createLogger } from '#server/logging.ts';
import { timedGateway } from '#server/payments/timed-gateway.ts';
import { openPictures } from '#server/photos/picture-files.ts';
import { registerJobs } from '#server/register-jobs.ts';
import type { Faults } from '#server/simulation/faults.ts';
import { linkTo } from '#server/simulation/link.ts';
import { type PostOffice, wireToGateway, wireToPostOffice } from '#server/simulation/wires.ts';
import type { World } from '#server/simulation/world.ts';
import type { FakeStripeWithin } from '#server/test/fake-stripe.ts';
import { clock } from '#server/time-and-chance.ts';

/** Everything that processes of a shop share, and that outlives them. */
export interface Place {
  shared: Database;
  world: World;
  faults: Faults;
  gateway: FakeStripeWithin;
  office: PostOffice;
  /** Is called after each commit by which money or goods may have moved. */
  hasMoved: () => Promise<void>;
  /** Is told of a failure that no fault explains. */
  onSurprise: (what: string) => void;
}

/** One process of the shop. */
export interface Process {
  name: string;
  app: App;
  /** Rejects when it dies. */
  death: Promise<never>;
  die: () => void;
}

/** Processes of one shop, of which each that dies is started again. */
export interface House {
  /** One of those that are open, as a balancer in front of them picks it; waits for one where none is. */
  any(dice: Dice): Promise<Process>;
  /** How often one has died. */
  deaths(): number;
  /** Ends them all, and starts none again. */
  close(): void;
}

const POLL_SECONDS = 60;
/** Often enough for jobs of processes that died; each round costs as much as a checkout. */
const UPKEEP_SECONDS = 600;
/** Jobs that come by themselves and move money, goods or mails. The others are of no use to the judge, and cost more than trade. */
const OF_USE = new Set([
  'expire-holds',
  'reconcile-payments',
  'reconcile-refunds',
  'sweep-gateway',
  'tell-of-stock',
]);
const START_AGAIN_MS = 20_000;

export async function openHouse(place: Place, count: number): Promise<House> {
  const open: Process[] = [];
  let deaths = 0;
  let starts = 0;
  let isClosed = false;
  const start = async (nth: number): Promise<void> => {
    starts += 1;
    const process = await openProcess(place, `process ${nth}, start ${starts}`).catch(() => null);
    if (isClosed) process?.die();
    if (process) open.push(process);
    await (process ? process.death.catch(() => undefined) : clock.sleep(START_AGAIN_MS));
    if (isClosed) return;
    if (process) {
      deaths += 1;
      open.splice(open.indexOf(process), 1);
      await clock.sleep(START_AGAIN_MS);
    }
    void start(nth);
  };
  for (let nth = 1; nth <= count; nth++) void start(nth);
  return {
    any: async dice => {
      while (open.length === 0) await clock.sleep(1000);
      return dice.pick(open);
    },
    deaths: () => deaths,
    close: () => {
      isClosed = true;
      for (const { die } of open) die();
    },
  };
}

async function openProcess(place: Place, name: string): Promise<Process> {
  const { world, faults, gateway, office, shared } = place;
  const { database, death, die, isDead } = linkTo(
    shared,
    world,
    name,
    what => faults.befall(what),
    place.hasMoved,
  );
  const wiring = { world, name, faults, isDead };
  const env = parseEnv({ DATA_DIR: tmpdir(), PUBLIC_URL: 'http://shop.test' }, () => 'k'.repeat(64));
  const log = createLogger('warn', { write: line => lookAt(JSON.parse(line), place) });
  const stripe = createStripeGateway({ ...gateway.options, fetch: wireToGateway(gateway, wiring) });
  // Loads Stripe's package, which the world's time knows nothing of.
  await world.outside(stripe.verifyWebhook(Buffer.alloc(0), ''));
  const opening = async (): Promise<App> => {
    const app: App = {
      env,
      database,
      db: database.db,
      cache: await createCache(database),
      jobs: createJobs(database, log, { pollSeconds: POLL_SECONDS, upkeepSeconds: UPKEEP_SECONDS }),
      payments: timedGateway(stripe),
      mail: wireToPostOffice(office, wiring),
      printer: {
        print: async document => Buffer.from(JSON.stringify(document)),
        close: async () => undefined,
      },
      google: null,
      pictures: openPictures(env.dataDir),
      log,
    };
    registerJobs(app, name => OF_USE.has(name));
    await app.jobs.start();
    return app;
  };
  try {
    const app = await Promise.race([opening(), death]);
    return { name, app, death, die };
  } catch (error) {
    // Nothing of a process that could not start goes on.
    die();
    throw error;
  }
}

interface LogLine {
  msg?: string;
  err?: { message?: string; type?: string; code?: string; stack?: string };
}

/** Words of the faults, and of those who give up because of them. */
const EXPLAINED =
  /the connection to the database was lost|out of shared memory|answered the commit with|took longer than|payment service did not answer|rows of a sweep failed|not (?:known|be canceled) yet|451 try|550 no such|PGlite is closed/;

/** A failure in the log that is no refusal, and that no fault explains, is a finding. */
function lookAt({ err, msg }: LogLine, { onSurprise }: Place): void {
  if (!err || err.type === 'AppError' || err.type === 'MailError') return;
  if (EXPLAINED.test(JSON.stringify(err))) return;
  onSurprise(`${msg}: ${err.stack ?? err.message}`);
}

/** The refusal that a failed call was answered with; null: no answer to go by, as in an outage. Anything else is thrown. */
export function refusalIn(error: unknown): AppError | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError) return cause;
    if (isUnavailable(cause) || (cause as { code?: string }).code === '40000') return null;
  }
  throw error;
}
