interface Arrow {
  from: string;
  to: string;
}

/** Domains by floor, from the ground up. */
export const FLOORS: Record<string, string[]>;
/** Paths below src/server that a file imports values from. */
export function valueImports(text: string): string[];
export function arrows(): Arrow[];
export function backArrows(all?: Arrow[]): string[];
export function homeless(): string[];
export function circlesOf(edges: readonly (readonly [string, string])[]): string[][];
export function domainCircles(all?: Arrow[]): string[][];
export function fileCircles(): string[][];
/** Imports of one screen's parts by another. */
export function routeArrows(): string[];
/** Addresses, screens and filters that two rows of one table name. */
export function namedTwice(): string[];
export function lengths(): { path: string; lines: number }[];
