import { tmpdir } from 'node:os';
import type { Dice } from '#demo/dice.ts';
import { createCache } from '#server/cache.ts';
import type { App } from '#server/context.ts';
import { type Database, isUnavailable } from '#server/database/db.ts';
import { parseEnv } from '#server/env.ts';
import { AppError } from '#server/errors.ts';
import { createStripeGateway } from '#server/integrations/stripe.ts';
import { createJobs, type JobName, type Jobs } from '#server/jobs/jobs.ts';
import { createLogger } from '#server/logging.ts';
import { timedGateway } from '#server/payments/timed-gateway.ts';
import { openPictures } from '#server/photos/picture-files.ts';
import { registerJobs } from '#server/register-jobs.ts';
import type { FaultKind, Faults } from '#server/simulation/faults.ts';
import type { Books } from '#server/simulation/judge.ts';
import { type Befall, Dead, type Link, lost, type Watched } from '#server/simulation/link.ts';
import type { PromiseName } from '#server/simulation/promises.ts';
import { type PostOffice, type Wiring, wireToGateway, wireToPostOffice } from '#server/simulation/wires.ts';
import type { World } from '#server/simulation/world.ts';
import type { FakeStripeWithin } from '#server/test/fake-stripe.ts';
import { clock } from '#server/time-and-chance.ts';

/** The database of a shop, and the ways to it. */
export interface Stage {
  /** Reaches it outside of all processes, and at once. */
  shared: Database;
  /** Is read by the judge. */
  books: Books;
  /** Has a process reach it. */
  link: (name: string, befall: Befall, watched: Watched) => Link;
  /** Makes every job due that is kept for later, where the database's clock is none of the world's. */
  passTime: () => Promise<void>;
}

/** Everything that processes of a shop share, and that outlives them. */
export interface Place extends Stage, Pick<Watched, 'hasMoved'> {
  world: World;
  faults: Faults;
  gateway: FakeStripeWithin;
  /** Charges of the gateway whose calls arrived when nobody could have waited for them. */
  tooLate: Set<string>;
  office: PostOffice;
  /** Is told of a failure that no fault explains. */
  onSurprise: (what: string) => void;
  /** Is told of a promise that somebody saw broken. */
  onBroken: (promise: PromiseName, what: string) => void;
}

/** One process of the shop. */
export interface Process {
  name: string;
  app: App;
  /** Rejects when it dies. */
  death: Promise<never>;
  die: () => void;
  /** How often a fault struck it, in what calls and events wait for. */
  strikes: () => number;
  /** Has it do something, by its own clock; rejects when it dies meanwhile. */
  act<T>(work: () => Promise<T>): Promise<T>;
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

const POLL_SECONDS = 90;
/** Often enough for jobs of processes that died. Each round costs as much as a checkout: one process alone makes them. */
const UPKEEP_SECONDS = 1800;
const NO_UPKEEP_SECONDS = 23 * 3600;
/**
 * Jobs that come by themselves and move money, goods or mails, and after how many seconds: seldom, as most rounds find
 * nothing. The others are of no use to the judge. One process asks for them, as the others would find
 * them there.
 */
const RHYTHM: Partial<Record<JobName, number>> = {
  'expire-holds': 600,
  'reconcile-payments': 600,
  'reconcile-refunds': 1800,
  'sweep-gateway': 6 * 3600,
  'tell-of-stock': 7200,
  'lapse-acts': 6 * 3600,
};
const START_AGAIN_MS = 20_000;
/** A machine's clock may be wrong by so much. */
const MAX_AHEAD_MS = 5000;

export async function openHouse(place: Place, count: number, dice: Dice): Promise<House> {
  const open: Process[] = [];
  let deaths = 0;
  let starts = 0;
  let isClosed = false;
  const start = async (nth: number): Promise<void> => {
    starts += 1;
    const process = await openProcess(place, `process ${nth}, start ${starts}`, nth === 1).catch(error => {
      if (!(error instanceof Dead)) surprisedBy(place, 'a start', error);
      return null;
    });
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
  void start(1);
  // They look for jobs at different moments.
  for (let nth = 2; nth <= count; nth++) void clock.sleep(dice.int(1, 60) * 1000).then(() => start(nth));
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

/** `isFirst`: it alone does what comes by itself. */
async function openProcess(place: Place, name: string, isFirst: boolean): Promise<Process> {
  const { world, faults } = place;
  const { database, death, die, isDead } = place.link(name, what => faults.befall(what, name), {
    hasMoved: place.hasMoved,
    isLost: () => faults.befall('notice') !== null,
  });
  const itsClock = { ahead: 0 };
  const act = <T>(work: () => Promise<T>): Promise<T> => {
    const fault = faults.befall('clock', name);
    if (fault === 'is wrong') itsClock.ahead = Math.round((2 * faults.degree('clock') - 1) * MAX_AHEAD_MS);
    if (fault === 'is put right') itsClock.ahead = 0;
    if (fault) world.note(`${name}: its clock ${fault}`);
    return Promise.race([world.byClock(itsClock, work), death]);
  };
  try {
    const app = await act(() => openApp(place, database, { world, name, faults, isDead }, isFirst));
    return { name, app, death, die, act, strikes: () => faults.strikes(name) };
  } catch (error) {
    // Nothing of a process that could not start goes on.
    die();
    throw error;
  }
}

/** One after the other, so that processes go on in the order in which they came. */
let loading: Promise<unknown> = Promise.resolve();

async function openApp(place: Place, database: Database, wiring: Wiring, isFirst: boolean): Promise<App> {
  const { gateway, tooLate, office, world } = place;
  const env = parseEnv({ DATA_DIR: tmpdir(), PUBLIC_URL: 'http://shop.test' }, () => 'k'.repeat(64));
  const log = createLogger('warn', { write: line => judgeLogLine(JSON.parse(line), place, wiring.name) });
  const stripe = createStripeGateway({ ...gateway.options, fetch: wireToGateway(gateway, tooLate, wiring) });
  // Loads Stripe's package, which the world's time knows nothing of.
  loading = loading.then(() => stripe.verifyWebhook(Buffer.alloc(0), ''));
  await world.outside(loading);
  const upkeepSeconds = isFirst ? UPKEEP_SECONDS : NO_UPKEEP_SECONDS;
  const jobs = createJobs(database, log, { pollSeconds: POLL_SECONDS, upkeepSeconds });
  const app: App = {
    env,
    database,
    db: database.db,
    cache: await createCache(database),
    jobs: troubled(jobs, wiring),
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
  registerJobs(app, name => (isFirst ? (RHYTHM[name] ?? null) : null));
  await app.jobs.start();
  return app;
}

/** Longer than most jobs may take. */
const LATE_MS = 150_000;

/** Jobs whose handlers are run twice, or late, or once more as nobody wrote down that they were done. */
function troubled(jobs: Jobs, { world, name: process, faults }: Wiring): Jobs {
  const register = jobs.register.bind(jobs);
  jobs.register = (name, handler, options) =>
    register(
      name,
      async (payload, run) => {
        const fault = faults.befall('job', process);
        if (fault) world.note(`${process}: ${name}, ${fault}`);
        if (fault === 'late') await clock.sleep(LATE_MS);
        await handler(payload, run);
        if (fault === 'twice') await handler(payload, run);
        if (fault !== 'done, and not written down') return;
        faults.suffer('job', process);
        throw lost();
      },
      options,
    );
  return jobs;
}

interface LogLine {
  level: number;
  msg?: string;
  /** Says that the database does not answer. */
  why?: string;
  err?: { message?: string; type?: string; code?: string; stack?: string };
}

const MINUTE_MS = 60_000;

/**
 * Words of the faults, and of those who give up because of them; the kinds that explain them, and for how long: where they
 * struck the same process, unless nobody knows what another one brought about (`ofAny`).
 */
const EXPLAINED: readonly { words: RegExp; kinds: readonly FaultKind[]; ms: number; ofAny?: true }[] = [
  { words: /the connection to the database was lost/, kinds: ['statement', 'commit', 'job'], ms: MINUTE_MS },
  { words: /out of shared memory/, kinds: ['statement'], ms: MINUTE_MS },
  { words: /answered the commit with/, kinds: ['commit'], ms: MINUTE_MS },
  { words: /rows of a sweep failed/, kinds: ['statement', 'commit', 'gateway'], ms: 5 * MINUTE_MS },
  // A call may arrive so late that twenty minutes nobody knows what becomes of it.
  {
    words: /payment service did not answer|not (?:known|be canceled) yet/,
    kinds: ['gateway'],
    ms: 30 * MINUTE_MS,
    ofAny: true,
  },
  { words: /451 try|550 no such|"type":"MailError"/, kinds: ['mail'], ms: 5 * MINUTE_MS },
  { words: /"type":"AppError"/, kinds: ['statement', 'commit'], ms: MINUTE_MS },
  { words: /"type":"AppError"/, kinds: ['gateway'], ms: 30 * MINUTE_MS, ofAny: true },
];

const ERROR = 50;
/** Said of mails that the post office refused for good. */
const MAIL_REFUSED = 'a mail could not be sent';

/** A failure in the log that no fault of its moment explains is a finding. */
function judgeLogLine(
  { level, err, msg, why }: LogLine,
  { onSurprise, faults }: Place,
  process: string,
): void {
  if (level >= ERROR && !err && why === undefined && msg !== MAIL_REFUSED) onSurprise(`${msg}`);
  if (!err) return;
  const said = JSON.stringify(err);
  // Time jumps between two visits, as for a machine that was asleep: whatever runs then has run for too long.
  if (/took longer than/.test(said)) return;
  const isExplained = EXPLAINED.some(
    ({ words, kinds, ms, ofAny }) =>
      words.test(said) && faults.haveStruck(kinds, ms, ofAny ? undefined : process),
  );
  if (isExplained) return;
  onSurprise(`${msg}: ${err.stack ?? err.message}`);
}

/** Adds a failure to the findings that no fault explains. */
export function surprisedBy({ onSurprise }: Place, what: string, error: unknown): void {
  try {
    refusalIn(error);
  } catch {
    onSurprise(`${what}: ${error instanceof Error ? error.stack : error}`);
  }
}

/** The refusal that a failed call was answered with; null: no answer to go by, as in an outage. Anything else is thrown. */
export function refusalIn(error: unknown): AppError | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError) return cause;
    if (isUnavailable(cause) || (cause as { code?: string }).code === '40000') return null;
  }
  throw error;
}
