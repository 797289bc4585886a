import { type Dice, diceFor } from '#demo/dice.ts';
import { COMMIT_FAULTS, STATEMENT_FAULTS } from '#server/simulation/link.ts';

/** Everything that can go wrong, by what it befalls. */
const KINDS = {
  statement: STATEMENT_FAULTS,
  commit: COMMIT_FAULTS,
  /** A call of the payment service. */
  gateway: ['call lost', 'call late', 'reply lost', 'slow', 'down', 'too many calls', 'reply cut'],
  mail: ['refused', 'not now', 'slow', 'reply lost'],
  /** A call of a customer or of staff, between them and the shop. */
  call: ['call lost', 'reply lost', 'sent twice'],
  job: ['twice', 'late', 'done, and not written down'],
  /** A word of the database that has processes forget what they keep. */
  notice: ['lost'],
  /** A word of the payment service to the shop. */
  event: ['lost', 'twice'],
  clock: ['is wrong', 'is put right'],
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
};

/** Kinds after which a mail that went out may go out again, as nobody wrote down that it did. */
export const REPEAT_MAILS: readonly FaultKind[] = ['statement', 'commit', 'mail', 'job'];

export interface Faults {
  /** Chooses what befalls the next one of a kind; null: nothing. */
  befall<K extends FaultKind>(kind: K): FaultOf<K> | null;
  /** How bad it is: from 0 up to 1. */
  degree(kind: FaultKind): number;
  /** Ends them all: from here on everything goes well. */
  end(): void;
  /** Tells whether any of these kinds has struck. */
  haveStruck(kinds: readonly FaultKind[]): boolean;
  /** How often each has struck, by its name in `ALL_FAULTS`. */
  readonly struck: ReadonlyMap<FaultName, number>;
}

/**
 * Faults of a seed. Each kind has dice of its own, and each seed some kinds alone: where everything fails at once, nothing
 * comes far enough to fail in an interesting way. `without`: kinds or names that are left out.
 */
export function faultsOf(seed: string, without: ReadonlySet<FaultName | FaultKind>): Faults {
  const struck = new Map<FaultName, number>();
  const has = diceFor(`kinds of faults ${seed}`);
  let areOver = false;
  const dice = Object.fromEntries(
    Object.keys(KINDS).map(kind => [kind, has.chance(0.6) ? diceFor(`${kind} faults ${seed}`) : null]),
  ) as Record<FaultKind, Dice | null>;
  return {
    struck,
    befall: <K extends FaultKind>(kind: K) => {
      const thrown = dice[kind];
      if (!thrown) return null;
      const strikes = thrown.chance(RATES[kind]);
      const fault = thrown.pick<FaultOf<K>>(KINDS[kind]);
      const name = `${kind}: ${fault}` as FaultName;
      if (!strikes || areOver || without.has(kind) || without.has(name)) return null;
      struck.set(name, (struck.get(name) ?? 0) + 1);
      return fault;
    },
    degree: kind => dice[kind]?.next() ?? 0,
    haveStruck: kinds => [...struck.keys()].some(name => kinds.some(kind => name.startsWith(`${kind}: `))),
    end: () => {
      areOver = true;
    },
  };
}
