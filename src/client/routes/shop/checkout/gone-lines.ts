import { refusal } from '#client/refusal.ts';

/** Returns what the server says of lines that it refuses, by their place in the cart. */
export function goneLines(error: unknown): Map<number, string> {
  if (!error) return new Map();
  return new Map(
    refusal(error).issues.flatMap(({ path: [field, index], message }): [number, string][] =>
      field === 'cart' && typeof index === 'number' ? [[index, message]] : [],
    ),
  );
}
