import type { PickCount, PickSheet } from '#shared/schemas/staff-picking.ts';

/** Counts of one list as this device has them: what was ticked is kept here until the shop has it. */
export interface KeptPick {
  orderNumber: number;
  key: string;
  list: string;
  /** The number of the last tick that was sent. */
  turn: number;
  counts: Record<string, Count>;
  /** Places that the shop has older counts of. */
  unsent: string[];
  /** How often something was ticked that the shop has not been told of. */
  ticks: number;
}

export interface Count {
  picked: number;
  /** Why it is less than asked for; empty: nobody has said. */
  short: string;
}

const NOTHING: Count = { picked: 0, short: '' };

export const countIn = ({ counts }: Pick<KeptPick, 'counts'>, place: string): Count =>
  counts[place] ?? NOTHING;

/**
 * Begins with a list as the shop has it, and puts onto it what this device has not sent of the same list. Null: nobody here
 * picks it.
 */
export function beginKept(
  { order: { orderNumber }, pick, list, places }: PickSheet,
  kept: KeptPick | null,
): KeptPick | null {
  if (!pick?.isMine) return null;
  const { key, turn } = pick;
  const begun = { orderNumber, key, list, turn, counts: byPlace(pick.counts), unsent: [], ticks: 0 };
  return kept?.key === pick.key ? withUnsent(begun, kept, places) : begun;
}

/** Puts what a device did not send onto another list of the same order, as far as its places are still there. */
export function withUnsent(begun: KeptPick, kept: KeptPick, places: PickSheet['places']): KeptPick {
  const unsent = places.filter(({ place }) => kept.unsent.includes(place));
  const counts = unsent.map(({ place, asked }) => {
    const { picked, short } = countIn(kept, place);
    return [place, { picked: Math.min(picked, asked), short }] as const;
  });
  const isSame = kept.key === begun.key;
  return {
    ...begun,
    turn: isSame ? Math.max(begun.turn, kept.turn) : begun.turn,
    counts: { ...begun.counts, ...Object.fromEntries(counts) },
    unsent: unsent.map(({ place }) => place),
    ticks: unsent.length === 0 ? 0 : kept.ticks,
  };
}

const byPlace = (counts: readonly PickCount[]): Record<string, Count> =>
  Object.fromEntries(counts.map(({ place, picked, short }) => [place, { picked, short }]));

/** Counts a place anew. */
export function tickPlace(kept: KeptPick, place: string, change: Partial<Count>): KeptPick {
  return {
    ...kept,
    counts: { ...kept.counts, [place]: { ...countIn(kept, place), ...change } },
    unsent: kept.unsent.includes(place) ? kept.unsent : [...kept.unsent, place],
    ticks: kept.ticks + 1,
  };
}

/** The counts that the shop has not got, to be sent. */
export interface Sending {
  turn: number;
  counts: PickCount[];
  ticks: number;
}

export const toSend = (kept: KeptPick): Sending => ({
  turn: kept.turn + 1,
  counts: kept.unsent.map(place => ({ place, ...countIn(kept, place) })),
  ticks: kept.ticks,
});

/**
 * Notes what the shop answered. Places that were ticked meanwhile stay to be sent; with another turn than the one that was
 * sent it took nothing, as another device of the same person was ahead: all of it is sent again, behind that one.
 */
export function afterSending(
  kept: KeptPick,
  sent: Sending,
  { turn, counts }: { turn: number; counts: readonly PickCount[] },
): KeptPick {
  const isTaken = turn === sent.turn;
  const stays = (place: string) => {
    const count = sent.counts.find(one => one.place === place);
    const { picked, short } = countIn(kept, place);
    return !(isTaken && count?.picked === picked && count.short === short);
  };
  const unsent = kept.unsent.filter(stays);
  const own = unsent.map(place => [place, countIn(kept, place)] as const);
  return {
    ...kept,
    turn,
    counts: { ...kept.counts, ...byPlace(counts), ...Object.fromEntries(own) },
    unsent,
    ticks: unsent.length === 0 ? 0 : isTaken ? Math.max(kept.ticks - sent.ticks, 1) : kept.ticks,
  };
}

const nameOf = (user: string, order: string) => `pick ${user} ${order}`;

/** Lists the orders of which this device keeps ticks that did not arrive. */
export function keptOrders(user: string): { order: string; orderNumber: number; ticks: number }[] {
  try {
    const prefix = nameOf(user, '');
    return Object.keys(localStorage)
      .filter(name => name.startsWith(prefix))
      .flatMap(name => {
        const [order = ''] = name.slice(prefix.length).split(' ');
        const kept = readKept(user, name.slice(prefix.length));
        return kept ? [{ order, orderNumber: kept.orderNumber, ticks: kept.ticks }] : [];
      });
  } catch {
    return [];
  }
}

/** Reads what this device keeps of an order's pick for this person; null: nothing. */
export function readKept(user: string, order: string): KeptPick | null {
  try {
    const kept = localStorage.getItem(nameOf(user, order));
    return kept === null ? null : (JSON.parse(kept) as KeptPick);
  } catch {
    return null;
  }
}

/** Keeps a pick here; null forgets it. False: this browser keeps nothing. */
export function writeKept(user: string, order: string, kept: KeptPick | null): boolean {
  try {
    if (kept === null) localStorage.removeItem(nameOf(user, order));
    else localStorage.setItem(nameOf(user, order), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
