/** Chance that falls the same each time: what is thrown follows from the name of what it is thrown for. */
export interface Dice {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number; both ends may fall. */
  int(least: number, most: number): number;
  /** Whether something with this probability happens. */
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** So many different ones, in the order in which they fall. */
  some<T>(from: readonly T[], count: number): T[];
}

export function diceFor(name: string): Dice {
  let state = hashOf(name);
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new RangeError(`nothing to pick from for ${name}`);
    return from[int(0, from.length - 1)] as T;
  };
  return {
    next,
    int,
    pick,
    chance: probability => next() < probability,
    some: (from, count) => {
      const left = [...from];
      return Array.from({ length: Math.min(count, left.length) }, () => {
        const [taken] = left.splice(int(0, left.length - 1), 1);
        return taken as (typeof left)[number];
      });
    },
  };
}

/** FNV-1a. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash | 0;
}
