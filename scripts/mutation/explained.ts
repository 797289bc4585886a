/** A mutant that no test can tell from the right code, and why. It is known by its file, its line's text and the change. */
export interface Explained {
  file: string;
  text: string;
  from: string;
  to: string;
  why: string;
}

export const EXPLAINED: readonly Explained[] = [];
