import { AsyncLocalStorage } from 'node:async_hooks';
import nodeCrypto, { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { type Dice, diceFor } from '#demo/dice.ts';
import { type Alarms, createAlarms } from '#server/simulation/alarms.ts';
import { chance, clock } from '#server/time-and-chance.ts';

/** Holds time and chance of this process, and so decides who goes on next. */
export interface World {
  /** Thrown by the world alone; whoever acts in it has dice of their own, which no other act disturbs. */
  readonly dice: Dice;
  /** Waits among all that could go on, until the dice say so. `what` goes into the trace. */
  turn(what: string): Promise<void>;
  /** Has the world wait for what goes on outside of it, such as the loading of a package. */
  outside<T>(work: Promise<T>): Promise<T>;
  /** Writes into the trace what happened. */
  note(what: string): void;
  /** Runs until nothing waits, or until this instant (milliseconds since 1970), at which it leaves the clock. */
  run(until?: number): Promise<void>;
  /** Milliseconds since 1970, with parts of them. */
  now(): number;
  /** Does something by a clock that is wrong, as one of several machines has it. The database's own is right. */
  byClock<T>(clock: WrongClock, work: () => T): T;
  /** Stands still until this instant, as a machine that was put to sleep: whatever falls due rings late, and once. */
  skip(until: number): void;
  /** The milliseconds since 1970, less those that were skipped. */
  lived(): number;
  /** Digests what was noted, when, and in which order. */
  trace(): string;
  /** Everything that was noted, a line each, with the milliseconds since the world began. */
  log(): string[];
  /** Gives time and chance back. Nothing that still waits goes on. */
  end(): void;
}

/** Says by how many milliseconds a machine's clock is ahead, which may change at any time. */
export interface WrongClock {
  ahead: number;
}

const clocks = new AsyncLocalStorage<WrongClock>();
const ahead = () => clocks.getStore()?.ahead ?? 0;

/** One turn in so many takes so long that an alarm rings before it, if one is near. */
const SLOW = 1 / 16;
const NEAR_MS = 60_000;
/** How long any other turn takes. */
const TURN_MS = 0.05;

const own = {
  clock: { ...clock },
  chance: { ...chance },
  Date,
  globals: { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate },
  elapsed: performance.now,
  random: Math.random,
  getRandomValues: crypto.getRandomValues,
  randomFillSync: nodeCrypto.randomFillSync,
};

let isHeld = false;

/** Takes time and chance from the whole process: libraries and the embedded database are told the same. */
export function holdWorld(seed: string, begins: Date): World {
  if (isHeld) throw new Error('there is one world at a time');
  isHeld = true;
  const dice = diceFor(`world ${seed}`);
  const alarms = createAlarms();
  const ready: { what: string; go: () => void }[] = [];
  const lines: string[] = [];
  const time = { beganAt: begins.getTime(), now: begins.getTime(), skipped: 0 };
  const note = (what: string) => void lines.push(`${(time.now - time.beganAt).toFixed(2)} ${what}`);
  let outside: Promise<unknown> | null = null;
  const turn = (what: string) => new Promise<void>(go => ready.push({ what, go }));
  holdTime(time, alarms, turn);
  holdChance(diceFor(`chance ${seed}`), time);

  return {
    dice,
    note,
    turn,
    run: async (until = Number.POSITIVE_INFINITY) => {
      for (;;) {
        await settled();
        for (; outside; await settled()) {
          const work: Promise<unknown> = outside;
          outside = null;
          await work;
        }
        const next = alarms.next();
        const due = next !== null && next.at <= until ? next : null;
        const isSlow = due !== null && due.at - time.now < NEAR_MS && dice.chance(SLOW);
        if (ready.length > 0 && !isSlow) {
          const [chosen] = ready.splice(dice.int(0, ready.length - 1), 1);
          time.now += TURN_MS;
          note(chosen?.what ?? '');
          chosen?.go();
        } else if (due) {
          time.now = Math.max(time.now, due.at);
          alarms.ring(due);
        } else {
          if (Number.isFinite(until)) time.now = Math.max(time.now, until);
          return;
        }
      }
    },
    outside: work => {
      const before = outside;
      outside = Promise.allSettled([before, work]);
      return work;
    },
    now: () => time.now,
    byClock: (wrong, work) => clocks.run(wrong, work),
    skip: until => {
      time.skipped += Math.max(0, until - time.now);
      time.now = Math.max(time.now, until);
    },
    lived: () => time.now - time.skipped,
    trace: () => createHash('sha256').update(lines.join('\n')).digest('hex'),
    log: () => [...lines],
    end: () => {
      Object.assign(clock, own.clock);
      Object.assign(chance, own.chance);
      Object.assign(globalThis, own.globals, { Date: own.Date });
      Math.random = own.random;
      performance.now = own.elapsed;
      crypto.getRandomValues = own.getRandomValues;
      nodeCrypto.randomFillSync = own.randomFillSync;
      isHeld = false;
    },
  };
}

/** Lets everything happen that waits for no clock and no turn. Two rounds: what one of them ends may begin another. */
async function settled(): Promise<void> {
  for (let nth = 0; nth < 2; nth++) await new Promise<void>(resolve => own.globals.setImmediate(resolve));
}

interface Time {
  beganAt: number;
  now: number;
}

function holdTime(time: Time, alarms: Alarms, turn: World['turn']): void {
  const at = (ms = 0) => time.now + Math.max(ms, 1);
  /** Rings for whoever set it. */
  const set = (ring: () => void, ms?: number) => {
    const asNow = AsyncLocalStorage.snapshot();
    return alarms.set(at(ms), () => asNow(ring));
  };
  class HeldDate extends own.Date {
    constructor(...said: [] | [number | string | Date]) {
      if (said.length === 0) super(time.now);
      else super(...(said as [number]));
    }
    static override now = () => Math.floor(time.now);
  }
  const once = (ring: (...given: never[]) => void, ms?: number, ...given: unknown[]) =>
    set(() => ring(...(given as never[])), ms);
  const repeat = (ring: (...given: never[]) => void, ms = 1, ...given: unknown[]) => {
    const alarm = set(() => {
      alarms.setAgain(alarm, at(ms));
      ring(...(given as never[]));
    }, ms);
    return alarm;
  };
  const soon = (go: (...given: never[]) => void, ...given: unknown[]) => {
    void turn('soon').then(() => go(...(given as never[])));
  };
  const globals = {
    setTimeout: once,
    clearTimeout: alarms.clear,
    setInterval: repeat,
    clearInterval: alarms.clear,
    setImmediate: soon,
  };
  Object.assign(globalThis, globals, { Date: HeldDate });
  performance.now = () => time.now - time.beganAt;
  Object.assign(clock, {
    ...globals,
    now: () => new HeldDate(time.now + ahead()),
    ms: () => Math.floor(time.now + ahead()),
    elapsed: () => time.now - time.beganAt,
    sleep: <T>(ms?: number, value?: T) => new Promise(resolve => set(() => resolve(value), ms)),
    nextTurn: () => turn('next turn'),
    timeoutSignal: (ms: number) => {
      const timeout = new AbortController();
      set(() => timeout.abort(new DOMException('The time is up.', 'TimeoutError')), ms);
      return timeout.signal;
    },
  });
}

function holdChance(dice: Dice, time: Time): void {
  const fill = <T extends ArrayBufferView | null>(into: T): T => {
    if (into) {
      const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
      for (let nth = 0; nth < bytes.length; nth++) bytes[nth] = dice.int(0, 255);
    }
    return into;
  };
  const bytes = (size: number) => Buffer.from(fill(new Uint8Array(size)));
  let count = 0;
  Math.random = dice.next;
  crypto.getRandomValues = fill as Crypto['getRandomValues'];
  // The embedded database fills its ids by it.
  nodeCrypto.randomFillSync = fill as typeof nodeCrypto.randomFillSync;
  Object.assign(chance, {
    bytes,
    uuid: () => {
      const drawn = bytes(16);
      drawn[6] = ((drawn[6] ?? 0) & 0x0f) | 0x40;
      drawn[8] = ((drawn[8] ?? 0) & 0x3f) | 0x80;
      return drawn.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
    uuidInOrder: () => v7({ msecs: Math.floor(time.now), seq: count++, random: bytes(16) }),
  });
}
