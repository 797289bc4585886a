import type { PromiseName } from '#server/simulation/promises.ts';

/** A small wrong change of the shop, for the simulator to find. */
export interface Planted {
  /** Says what goes wrong with it. */
  name: string;
  /** The promises that it breaks; that one of them is broken counts as found, and nothing else does. */
  breaks: readonly PromiseName[];
  /** From `src/server`. */
  file: string;
  /** Stands there once. */
  from: string;
  to: string;
  /** Needs two open transactions: it is looked for in a rush. */
  inRush?: true;
}
