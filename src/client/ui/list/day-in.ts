/** Reads a day from an address, such as `2026-11-25`; undefined where it names none that there is. */
export function dayIn(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001' || text >= '9999-12-31') return undefined;
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined;
}
