import {
  BRIEF_HOLD_MS,
  CARD_HOLD_MS,
  HELD_PIECES,
  HELD_SHARE,
  MAX_BOUND_HOLDS,
  MAX_BRIEF_CHARGES,
  MAX_ENDED_HOLDS,
} from '#shared/constants.ts';
import type { HoldKind } from '#shared/enumerations.ts';
import { addMoney, type Money, subtractMoney, ZERO } from '#shared/rules/money.ts';
import type { Draw } from '#shared/rules/stock.ts';

/** Everything that one network address, or one account, holds without a payment. */
export interface HeldBy {
  /** By variant, of all its Held orders. */
  pieces: ReadonlyMap<string, number>;
  total: Money;
  orders: number;
  /** Orders that are held briefly now. */
  brief: number;
  /** Holds above the limits that ended unpaid within the last day. */
  ended: number;
}

/** How long an unpaid order holds what it takes. */
export interface Hold {
  kind: HoldKind;
  /** ISO 8601. */
  heldUntil: string;
  /** Charges that have begun a brief hold anew. */
  charges: number;
}

export interface AskedHold {
  /** Pieces that the order takes off the shelf; the limit of each is what there was before. */
  draws: readonly Draw[];
  total: Money;
  /** The most that one may hold in all for longer, of the site settings. */
  heldLimit: Money;
  /** The address and the account, whichever are known: the stricter decides. */
  parties: readonly HeldBy[];
  /** An account or company that has paid before, and let no two holds go since yesterday. */
  isProven: boolean;
  /** The hold of the order that this one replaces. */
  replaced: Hold | null;
  now: Date;
}

/** Why nothing more is held: what of it may be, by variant, in dollars, in orders. */
export interface HoldRefusal {
  /** Bound by holds that ended unpaid; else another brief hold goes on. */
  isBound: boolean;
  pieces: { variant: string; asked: number; mayHold: number }[];
  total: { asked: Money; mayHold: Money } | null;
  orders: { held: number; most: number } | null;
}

/**
 * Decides how long an unpaid order may hold what it takes (rule O8): a quarter of what there is and `heldLimit` for a
 * quarter of an hour, more for two minutes, one such order at a time. Those who let two such holds go within a day keep
 * to the limits. An order that replaces another goes on with its clock, and with its kind where that was above them.
 */
export function decideHold(asked: AskedHold): { hold: Hold } | { refusal: HoldRefusal } {
  const { parties, isProven, now } = asked;
  const excess = excessOf(asked);
  const isOver = excess.pieces.length > 0 || excess.total !== null;
  const goesOn =
    asked.replaced && Date.parse(asked.replaced.heldUntil) > now.getTime() ? asked.replaced : null;
  if (isProven) {
    // Signing in meanwhile ends what a guest was bound by.
    const clock = goesOn?.kind === 'brief' ? null : goesOn;
    return { hold: holdOf(isOver ? 'trusted' : 'plain', clock, now) };
  }
  const isBound = parties.some(({ ended }) => ended >= MAX_ENDED_HOLDS);
  const most = Math.max(0, ...parties.map(({ orders }) => orders));
  if (isBound && (isOver || most >= MAX_BOUND_HOLDS)) {
    const orders = most >= MAX_BOUND_HOLDS ? { held: most, most: MAX_BOUND_HOLDS } : null;
    return { refusal: { isBound, ...excess, orders } };
  }
  const wasOver = goesOn !== null && goesOn.kind !== 'plain';
  if (!isOver && !wasOver) return { hold: holdOf('plain', goesOn, now) };
  if (isOver && parties.some(({ brief }) => brief > 0)) {
    return { refusal: { isBound, ...excess, orders: null } };
  }
  return { hold: holdOf('brief', goesOn, now) };
}

/** A brief hold as a charge that begins leaves it; the same for any other, and once it was begun anew often enough. */
export function holdAtCharge(hold: Hold, now: Date): Hold {
  if (hold.kind !== 'brief' || hold.charges >= MAX_BRIEF_CHARGES) return hold;
  const anew = after(now, BRIEF_HOLD_MS);
  const heldUntil = anew > hold.heldUntil ? anew : hold.heldUntil;
  return { ...hold, heldUntil, charges: hold.charges + 1 };
}

/** The most pieces of a variant that a party may hold for longer, of those that it holds already and those on the shelf. */
export function longHeld(available: number): number {
  return Math.max(HELD_PIECES, Math.floor(available * HELD_SHARE));
}

function holdOf(kind: HoldKind, goesOn: Hold | null, now: Date): Hold {
  const full = after(now, kind === 'brief' ? BRIEF_HOLD_MS : CARD_HOLD_MS);
  if (!goesOn) return { kind, heldUntil: full, charges: 0 };
  return { kind, heldUntil: goesOn.heldUntil < full ? goesOn.heldUntil : full, charges: goesOn.charges };
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** Tells what is above the limits, for whichever of the parties may hold the least. */
function excessOf({ draws, total, heldLimit, parties }: AskedHold): Pick<HoldRefusal, 'pieces' | 'total'> {
  const asked = new Map<string, { pieces: number; limit: number | null }>();
  for (const { variant, pieces, limit } of draws) {
    asked.set(variant, { pieces: (asked.get(variant)?.pieces ?? 0) + pieces, limit });
  }
  const pieces = [...asked].flatMap(([variant, { pieces: wanted, limit }]) => {
    if (limit === null || parties.length === 0) return [];
    const mayHold = Math.min(
      ...parties.map(party => {
        const held = party.pieces.get(variant) ?? 0;
        return Math.max(0, longHeld(limit + held) - held);
      }),
    );
    return wanted > mayHold ? [{ variant, asked: wanted, mayHold }] : [];
  });
  const held = parties.reduce((highest, party) => (party.total > highest ? party.total : highest), ZERO);
  const left = held < heldLimit ? subtractMoney(heldLimit, held) : ZERO;
  const isTooMuch = parties.length > 0 && addMoney(held, total) > heldLimit;
  return { pieces, total: isTooMuch ? { asked: total, mayHold: left } : null };
}
