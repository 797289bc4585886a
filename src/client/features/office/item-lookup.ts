import type { createApiClient } from '#client/trpc.ts';
import { MAX_NUMBERS } from '#shared/constants.ts';
import { listQuantity, readOrderList } from '#shared/rules/order-list.ts';
import type { FoundVariant } from '#shared/schemas/products.ts';

export interface Item {
  variant: FoundVariant;
  quantity: number;
}

/** Whose own numbers and prices count. */
export interface ItemOwner {
  user?: string;
  company?: string;
}

/** A row that names nothing for certain, and what may be meant. */
export interface UnknownItem {
  text: string;
  similar: readonly FoundVariant[];
  quantity: number;
  why: string;
}

export interface LookedUp {
  found: Item[];
  /** The rows that were not found, as they are to be typed again. */
  left: string;
  /** The first of them. */
  unknown: UnknownItem | null;
}

type Client = ReturnType<typeof createApiClient>;

const MAX_OFFERED = 4;

/** Finds what the rows of a text mean: numbers, ours or the customer's own; for the first other, what comes near. */
export async function lookUpItems(client: Client, owner: ItemOwner, text: string): Promise<LookedUp> {
  const rows = readOrderList(text).slice(0, MAX_NUMBERS);
  if (rows.length === 0) return { found: [], left: '', unknown: null };
  const numbers = rows.map(({ number }) => number.trim() || '?');
  const matches = await client.variants.match.mutate({ ...owner, numbers });
  const judged = rows.map((row, index) => ({
    row,
    variant: matches[index]?.variant ?? null,
    similar: matches[index]?.similar ?? [],
    quantity: listQuantity(row.quantity),
  }));
  const found = judged.flatMap(({ variant, quantity }) =>
    variant && quantity !== null ? [{ variant, quantity }] : [],
  );
  const others = judged.filter(({ variant, quantity }) => !variant || quantity === null);
  const left = others.map(({ row }) => `${row.number} ${row.quantity}`.trim()).join('\n');
  const [first] = others;
  if (!first) return { found, left, unknown: null };
  const { row, variant, similar, quantity } = first;
  const unknown = variant
    ? { similar: [], why: `“${row.quantity}” is not a quantity.` }
    : await nearest(client, owner, row.number, similar);
  return { found, left, unknown: { ...unknown, text: row.number, quantity: quantity ?? 1 } };
}

/** What may be meant by words that are no number: goods of that name, and numbers like it, the likelier first. */
async function nearest(
  client: Client,
  owner: ItemOwner,
  words: string,
  similar: readonly FoundVariant[],
): Promise<Pick<UnknownItem, 'similar' | 'why'>> {
  const { products } = await client.products.search.query({ search: words, limit: MAX_OFFERED });
  const numbers = products.flatMap(({ productNum }) => productNum || []);
  const matches = numbers.length > 0 ? await client.variants.match.mutate({ ...owner, numbers }) : [];
  const named = matches.flatMap(({ variant }) => variant ?? []);
  const offered = /\d/.test(words) ? [...similar, ...named] : [...named, ...similar];
  const distinct = offered.filter((one, at) => offered.findIndex(({ _id }) => _id === one._id) === at);
  return {
    similar: distinct.slice(0, MAX_OFFERED),
    why: `Nothing has the number “${words}”${distinct.length > 0 ? '; near it come these' : ''}.`,
  };
}
