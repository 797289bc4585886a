import type { Statement } from '#shared/schemas/payments.ts';

/** The most that the server answers at once. */
const PER_ASK = 200;
const MAX_PRINTED = 1000;

type Ask = (part: { page: number; limit: number }) => Promise<Statement>;

/** Asks for a statement with all its lines, whatever page of them is on the screen: the latest 1,000 of a longer one. */
export async function wholeStatement(ask: Ask): Promise<Statement> {
  const first = await ask({ page: 1, limit: PER_ASK });
  const entries = new Map(first.entries.map(line => [line._id, line]));
  const pages = Math.ceil(Math.min(first.total, MAX_PRINTED) / PER_ASK);
  for (let page = 2; page <= pages; page++) {
    // A line that is written meanwhile moves the others to the next page.
    for (const line of (await ask({ page, limit: PER_ASK })).entries) entries.set(line._id, line);
  }
  return { ...first, entries: [...entries.values()] };
}
