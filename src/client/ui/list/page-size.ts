const ROWS = 25;
const MAX_ROWS = 100;

/** Reads how many rows of a list an address asks for; 25 where it asks for none, or for too many. */
export function pageSize(text: string): number {
  const wish = Number(text);
  return Number.isInteger(wish) && wish >= 1 && wish <= MAX_ROWS ? wish : ROWS;
}
