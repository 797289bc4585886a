import { type Dice, diceFor } from '#demo/dice.ts';
import { COMMIT_FAULTS, STATEMENT_FAULTS } from '#server/simulation/link.ts';
import { clock } from '#server/time-and-chance.ts';

/** Befalls all that comes after it too, until it is over. */
export const LASTING = 'down for hours';
const MOST_HOURS_MS = 8 * 3_600_000;
/** The share of them that strikes: while one lasts, whatever happens is all the same. */
const LAST_CHANCE = 1 / 6;

/** Everything that can go wrong, by what it befalls. */
const KINDS = {
  statement: STATEMENT_FAULTS,
  commit: COMMIT_FAULTS,
  /** A call of the payment service. */
  gateway: ['call lost', 'call late', 'reply lost', 'slow', 'down', 'too many calls', 'reply cut', LASTING],
  mail: ['refused', 'not now', 'slow', 'reply lost', LASTING],
  /** A call of a customer or of staff, between them and the shop. */
  call: ['call lost', 'reply lost', 'sent twice'],
  job: ['twice', 'late', 'done, and not written down'],
  /** A word of the database that has processes forget what they keep. */
  notice: ['lost'],
  /** A word of the payment service to the shop. */
  event: ['lost', 'twice'],
  clock: ['is wrong', 'is put right'],
  /** A refund that the payment service takes on. */
  refund: ['stays pending'],
} as const;
export type FaultKind = keyof typeof KINDS;
type FaultOf<K extends FaultKind> = (typeof KINDS)[K][number];

export type FaultName = { [K in FaultKind]: `${K}: ${FaultOf<K>}` }[FaultKind];

/** Names each fault, by what it befalls. */
export const ALL_FAULTS = Object.entries(KINDS).flatMap(([kind, names]) =>
  names.map(name => `${kind}: ${name}` as FaultName),
);

/** The share that goes wrong, in a seed that has this kind. */
const RATES: Record<FaultKind, number> = {
  statement: 1 / 150,
  commit: 1 / 25,
  gateway: 1 / 8,
  mail: 1 / 6,
  call: 1 / 12,
  job: 1 / 12,
  notice: 1 / 3,
  event: 1 / 3,
  clock: 1 / 12,
  // Few are made in a story.
  refund: 3 / 5,
};

/** Kinds after which a mail that went out may go out again, as nobody wrote down that it did. */
export const REPEAT_MAILS: readonly FaultKind[] = ['statement', 'commit', 'mail', 'job'];

/** Kinds that befall whatever a call, or an event, has a process do. */
const WAITED_FOR: readonly FaultKind[] = ['statement', 'commit', 'gateway'];

export interface Faults {
  /** Chooses what befalls the next one of a kind, which `whom` does; null: nothing. */
  befall<K extends FaultKind>(kind: K, whom?: string): FaultOf<K> | null;
  /** Counts what somebody suffers from a fault that struck before. */
  suffer(kind: FaultKind, whom: string): void;
  /** How often somebody was struck in what calls and events wait for: statements, commits, the payment service. */
  strikes(whom: string): number;
  /** How bad it is: from 0 up to 1. */
  degree(kind: FaultKind): number;
  /** Ends them all: from here on everything goes well. */
  end(): void;
  /** Tells whether any of these kinds has struck: at all, or since so many milliseconds; anybody, or `whom` alone. */
  haveStruck(kinds: readonly FaultKind[], sinceMs?: number, whom?: string): boolean;
  /** How often each has struck, by its name in `ALL_FAULTS`. */
  readonly struck: ReadonlyMap<FaultName, number>;
}

/**
 * Faults of a seed. Each kind has dice of its own, and each seed some kinds alone: where everything fails at once, nothing
 * comes far enough to fail in an interesting way. `without`: kinds or names that are left out; `lived`: the milliseconds
 * that went by, without those that were skipped, by which it is told how long ago one has struck.
 */
export function faultsOf(
  seed: string,
  without: ReadonlySet<FaultName | FaultKind>,
  lived: () => number = () => clock.ms(),
): Faults {
  const struck = new Map<FaultName, number>();
  const last = new Map<string, number>();
  const suffered = new Map<string, number>();
  /** Until when what lasts goes on (milliseconds since 1970). */
  const lasts = new Map<FaultKind, number>();
  const suffer: Faults['suffer'] = (kind, whom) => {
    for (const one of [kind, `${kind} ${whom}`]) last.set(one, lived());
    if (WAITED_FOR.includes(kind)) suffered.set(whom, (suffered.get(whom) ?? 0) + 1);
  };
  const has = diceFor(`kinds of faults ${seed}`);
  let areOver = false;
  const dice = Object.fromEntries(
    Object.keys(KINDS).map(kind => [kind, has.chance(0.6) ? diceFor(`${kind} faults ${seed}`) : null]),
  ) as Record<FaultKind, Dice | null>;
  return {
    struck,
    suffer,
    strikes: whom => suffered.get(whom) ?? 0,
    befall: <K extends FaultKind>(kind: K, whom = '') => {
      const thrown = dice[kind];
      if (!thrown) return null;
      const strikes = thrown.chance(RATES[kind]);
      const fault = thrown.pick<FaultOf<K>>(KINDS[kind]);
      const name = `${kind}: ${fault}` as FaultName;
      const goesOn = clock.ms() < (lasts.get(kind) ?? 0);
      if (!(strikes || goesOn) || areOver || without.has(kind) || without.has(name)) return null;
      if (goesOn) {
        suffer(kind, whom);
        return LASTING as FaultOf<K>;
      }
      if (fault === LASTING) {
        const hours = thrown.next() * MOST_HOURS_MS;
        if (!thrown.chance(LAST_CHANCE)) return null;
        lasts.set(kind, clock.ms() + hours);
      }
      struck.set(name, (struck.get(name) ?? 0) + 1);
      suffer(kind, whom);
      return fault;
    },
    degree: kind => dice[kind]?.next() ?? 0,
    haveStruck: (kinds, sinceMs = Number.POSITIVE_INFINITY, whom) =>
      kinds.some(kind => {
        const at = last.get(whom === undefined ? kind : `${kind} ${whom}`);
        return at !== undefined && at >= lived() - sinceMs;
      }),
    end: () => {
      areOver = true;
    },
  };
}
