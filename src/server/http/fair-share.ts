import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '#server/context.ts';
import { counterOf } from '#server/counts.ts';
import { AppError } from '#server/errors.ts';
import { whenAnswered } from '#server/http/answered.ts';
import { addressKey } from '#server/http/rate-limits.ts';
import { visitorAddress } from '#server/http/visitor-address.ts';
import { clock } from '#server/time-and-chance.ts';

/** One caller may have so much of all costly calls that are at work, and two in any case. */
const SHARE = 1 / 4;
const ALWAYS = 2;
/** While the process has time to spare: as many connections as a browser opens. */
const AT_LEISURE = 6;
/** A loop that comes round later than this has more to do than it has time for, and is taken to have for so long. */
const LOADED_FROM_MS = 40;
const LOADED_FOR_MS = 5_000;
const TICK_MS = 20;
/** Thirty people behind one address, who click at once. */
const MAX_WAITING = 60;
const MAX_WAIT_MS = 10_000;
/** For so long after its last call a caller is still about. */
const ABOUT_MS = 5_000;
/** A line rests three times as long as its last call took: what took long waited itself, perhaps for the database. */
const MAX_REST_MS = 1_000;
/** In any case: a process accepts one connection in each round of its loop, and work without a rest leaves few rounds. */
const MIN_REST_MS = 5;
const RETRY_AFTER_SECONDS = 5;
/** A refusal is held back for so long: whoever asks again at once would cost as much as the work. */
const HELD_BACK_MS = 1000;

export const REFUSED = counterOf('requests_refused_total', 'Requests refused so that others are served.', {
  why: ['overload', 'full_line', 'waited'],
});

export interface FairShare {
  /**
   * Resolves once it is this caller's turn, which ends with the answer. Throws `too_many` where too many of the
   * caller's own calls wait already, or this one waited too long.
   */
  turn(caller: string, reply: Pick<FastifyReply, 'raw'>): Promise<void>;
  /**
   * Does a part of a long answer once it is this caller's turn, which ends with the part: whoever takes hours to receive
   * a file, or stops, keeps no place. Throws as `turn` does.
   */
  inTurn<Part>(caller: string, reply: Pick<FastifyReply, 'raw'>, part: () => Promise<Part>): Promise<Part>;
  /** Refuses what `turn` would refuse, before a body is read. */
  refuseIfFull(caller: string): Promise<void>;
}

interface Caller {
  atWork: number;
  /** Begins the next one. */
  line: Set<() => void>;
  /** Until the next ones of the line may begin. */
  pause: NodeJS.Timeout | null;
}

/**
 * Lets no caller (an address, or an account) take a process from the others. While it has more to do than it has time for
 * (`isLoaded`), two calls of a caller are at work at a time, more where that is a quarter of all; the others wait in a line
 * of the caller's own, which rests between while others are about. Nobody waits for another caller's line, and whoever
 * asks one thing after the other never waits at all.
 */
export function createFairShare({
  longestWaitMs = MAX_WAIT_MS,
  isLoaded = () => true,
}: {
  longestWaitMs?: number;
  isLoaded?: () => boolean;
} = {}): FairShare {
  const callers = new Map<string, Caller>();
  const isAccompanied = watchOthers();
  let atWork = 0;

  const hasRoom = (caller: Caller) =>
    caller.atWork < Math.max(isLoaded() ? ALWAYS : AT_LEISURE, Math.ceil(atWork * SHARE));
  const isFull = ({ line }: Caller) => line.size >= MAX_WAITING;

  const begin = (caller: Caller) => {
    caller.atWork++;
    atWork++;
  };

  const goOn = (name: string, caller: Caller) => {
    caller.pause = null;
    for (const next of caller.line) {
      if (!hasRoom(caller)) return;
      next();
    }
    if (caller.atWork === 0) callers.delete(name);
  };

  const end = (name: string, caller: Caller, tookMs: number) => {
    caller.atWork--;
    atWork--;
    if (caller.pause) return;
    if (caller.line.size === 0) return goOn(name, caller);
    const rest = isLoaded() && isAccompanied(name) ? Math.min(tookMs * (1 / SHARE - 1), MAX_REST_MS) : 0;
    caller.pause = clock.setTimeout(goOn, Math.max(rest, MIN_REST_MS), name, caller);
  };

  const wait = (caller: Caller, reply: Pick<FastifyReply, 'raw'>) =>
    new Promise<void>((resolve, reject) => {
      let forgetReply = () => {};
      const leave = () => {
        clock.clearTimeout(timer);
        forgetReply();
        caller.line.delete(next);
      };
      const next = () => {
        leave();
        begin(caller);
        resolve();
      };
      const timer = clock.setTimeout(() => {
        leave();
        reject(refusal('waited'));
      }, longestWaitMs);
      caller.line.add(next);
      // A caller that hangs up makes room for the next one.
      forgetReply = whenAnswered(reply.raw, () => {
        leave();
        reject(new AppError('too_many'));
      });
    });

  /** Waits for a turn; the returned ends it. */
  const enter = async (name: string, reply: Pick<FastifyReply, 'raw'>): Promise<() => void> => {
    const caller = callers.get(name) ?? { atWork: 0, line: new Set(), pause: null };
    callers.set(name, caller);
    isAccompanied(name);
    if (hasRoom(caller) && caller.line.size === 0 && !caller.pause) begin(caller);
    else if (isFull(caller)) await refuseFull();
    else await wait(caller, reply);
    const begunAt = clock.elapsed();
    // From a round of the loop of its own: timers that fall due while timers run are run in the same round.
    return () => void clock.setImmediate(end, name, caller, clock.elapsed() - begunAt);
  };

  return {
    refuseIfFull: async name => {
      const caller = callers.get(name);
      if (caller && isFull(caller)) await refuseFull();
    },
    turn: async (name, reply) => void whenAnswered(reply.raw, await enter(name, reply)),
    inTurn: async (name, reply, part) => {
      const leave = await enter(name, reply);
      try {
        return await part();
      } finally {
        leave();
      }
    },
  };
}

/** Answers whether the event loop is late, and for a while after it was. */
export function watchLoop(): { isLoaded: () => boolean; stop: () => void } {
  let last = clock.elapsed();
  let wasLate = Number.NEGATIVE_INFINITY;
  const timer = clock.setInterval(() => {
    const now = clock.elapsed();
    if (now - last - TICK_MS > LOADED_FROM_MS) wasLate = now;
    last = now;
  }, TICK_MS);
  timer.unref();
  return {
    isLoaded: () => clock.elapsed() - wasLate < LOADED_FOR_MS,
    stop: () => clock.clearInterval(timer),
  };
}

/** Answers whether somebody else asked for something of late, and notes that this caller did. */
function watchOthers(): (caller: string) => boolean {
  let latest = { caller: '', at: Number.NEGATIVE_INFINITY };
  let before = latest;
  return caller => {
    if (latest.caller !== caller) before = latest;
    latest = { caller, at: clock.elapsed() };
    return latest.at - before.at < ABOUT_MS;
  };
}

/** Refuses strangers whose line is full before anything else is done for them: reading a large cart costs as well. */
export function refuseFullLines(app: FastifyInstance, env: App['env']): void {
  app.addHook('onRequest', async request => {
    const { costly, door } = request.routeOptions.config;
    // Reading calls of tRPC come as GET; who its POST is for is not known here.
    if (!costly && !(door === 'trpc' && request.method === 'GET')) return;
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined || cookie !== undefined) return;
    await app.fairShare.refuseIfFull(callerOf(null, visitorAddress(request, env)));
  });
}

/** For whom a call is counted: an account, else the address or its network. */
export const callerOf = (user: { _id: string } | null, ip: string): string =>
  user ? `account:${user._id}` : `address:${addressKey(ip)}`;

async function refuseFull(): Promise<never> {
  await clock.sleep(HELD_BACK_MS);
  throw refusal('full_line');
}

function refusal(why: 'full_line' | 'waited'): AppError {
  REFUSED.inc({ why });
  return new AppError('too_many', { details: { retryAfter: RETRY_AFTER_SECONDS } });
}
