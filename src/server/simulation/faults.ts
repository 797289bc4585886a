import { type Dice, diceFor } from '#demo/dice.ts';
import { LINK_FAULTS } from '#server/simulation/link.ts';

/** Ways in which a call of the payment service goes wrong. */
export const GATEWAY_FAULTS = [
  'call lost',
  'call late',
  'reply lost',
  'slow',
  'down',
  'too many calls',
  'reply cut',
] as const;
export type GatewayFault = (typeof GATEWAY_FAULTS)[number];

/** Ways in which a mail goes wrong. */
export const MAIL_FAULTS = ['refused', 'not now', 'slow', 'reply lost'] as const;
export type MailFault = (typeof MAIL_FAULTS)[number];

/** Ways in which a call of a customer or of staff goes wrong between them and the shop. */
export const CALL_FAULTS = ['call lost', 'reply lost', 'sent twice'] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

/** Ways in which a job goes wrong, besides what befalls its statements. */
export const JOB_FAULTS = ['twice', 'late', 'done, and not written down'] as const;
export type JobFault = (typeof JOB_FAULTS)[number];

const STATEMENT_FAULTS = LINK_FAULTS.filter(name => !name.includes('ommit'));
const COMMIT_FAULTS = LINK_FAULTS.filter(name => name.includes('ommit'));

const KINDS = {
  statement: STATEMENT_FAULTS,
  commit: COMMIT_FAULTS,
  gateway: GATEWAY_FAULTS,
  mail: MAIL_FAULTS,
  call: CALL_FAULTS,
  job: JOB_FAULTS,
  notice: ['lost'],
  clock: ['is wrong', 'is put right'],
} as const;
type Kind = keyof typeof KINDS;
type FaultOf<K extends Kind> = (typeof KINDS)[K][number];

/** Names each fault, by what it befalls. */
export const ALL_FAULTS = Object.entries(KINDS).flatMap(([kind, names]) =>
  names.map(name => `${kind}: ${name}`),
);

/** How many of so many go wrong, where a seed has this kind of fault at all. */
const RATES: Record<Kind, number> = {
  statement: 1 / 150,
  commit: 1 / 25,
  gateway: 1 / 8,
  mail: 1 / 6,
  call: 1 / 12,
  job: 1 / 12,
  notice: 1 / 3,
  clock: 1 / 12,
};

export interface Faults {
  /** Chooses what befalls the next one of a kind; null: nothing. */
  befall<K extends Kind>(kind: K): FaultOf<K> | null;
  /** How bad it is: from 0 up to 1. */
  degree(kind: Kind): number;
  /** Ends them all: from here on everything goes well. */
  end(): void;
  /** How often each has struck, by its name in `ALL_FAULTS`. */
  readonly struck: ReadonlyMap<string, number>;
}

/**
 * Faults of a seed. Each kind has dice of its own, and each seed some kinds alone: where everything fails at once, nothing
 * comes far enough to fail in an interesting way. `without`: kinds or names that are left out.
 */
export function faultsOf(seed: string, without: ReadonlySet<string>): Faults {
  const struck = new Map<string, number>();
  const has = diceFor(`kinds of faults ${seed}`);
  let areOver = false;
  const dice = Object.fromEntries(
    Object.keys(KINDS).map(kind => [kind, has.chance(0.6) ? diceFor(`${kind} faults ${seed}`) : null]),
  ) as Record<Kind, Dice | null>;
  return {
    struck,
    befall: <K extends Kind>(kind: K) => {
      const thrown = dice[kind];
      if (!thrown) return null;
      const strikes = thrown.chance(RATES[kind]);
      const fault = thrown.pick<FaultOf<K>>(KINDS[kind]);
      const name = `${kind}: ${fault}`;
      if (!strikes || areOver || without.has(kind) || without.has(name)) return null;
      struck.set(name, (struck.get(name) ?? 0) + 1);
      return fault;
    },
    degree: kind => dice[kind]?.next() ?? 0,
    end: () => {
      areOver = true;
    },
  };
}
