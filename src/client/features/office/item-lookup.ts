import type { createApiClient } from '#client/trpc.ts';
import { MAX_CART_LINES, MAX_NUMBERS } from '#shared/constants.ts';
import { lineName } from '#shared/rules/cart.ts';
import { listQuantity, readOrderList } from '#shared/rules/order-list.ts';
import type { FoundVariant } from '#shared/schemas/products.ts';

/** Names a variant with its finish and size, as an order does. */
export const itemName = ({ product, options }: FoundVariant): string =>
  lineName(
    product.title,
    options.map(({ value }) => value),
  );

export interface Item {
  variant: FoundVariant;
  quantity: number;
}

/** Names the customer whose own numbers and prices count. */
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
  const all = readOrderList(text);
  const [rows, rest] = [all.slice(0, MAX_CART_LINES), all.slice(MAX_CART_LINES)];
  if (rows.length === 0) return { found: [], left: '', unknown: null };
  const matches = await matchAll(
    client,
    owner,
    rows.map(({ number }) => number),
  );
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
  const left = [...others.map(({ row }) => row), ...rest]
    .map(({ number, quantity }) => `${number} ${quantity}`.trim())
    .join('\n');
  const [first] = others;
  if (!first) return { found, left, unknown: rest[0] ? tooLong(rest[0]) : null };
  const { row, variant, similar, quantity } = first;
  const unknown = variant
    ? { similar: [], why: `“${row.quantity}” is not a quantity.` }
    : await nearest(client, owner, row.number, similar);
  return { found, left, unknown: { ...unknown, text: row.number, quantity: quantity ?? 1 } };
}

/** Says what is left of a list that is longer than an order. */
const tooLong = ({ number }: { number: string }): UnknownItem => ({
  ...{ text: number, similar: [], quantity: 1 },
  why: `An order holds at most ${MAX_CART_LINES} lines. The rest of the list stays here.`,
});

/** Looks numbers up, however many, in portions that the server takes. */
async function matchAll(client: Client, owner: ItemOwner, texts: readonly string[]) {
  const numbers = texts.map(number => number.trim().slice(0, MAX_NUMBER_LENGTH) || '?');
  const matches: Awaited<ReturnType<Client['variants']['match']['mutate']>> = [];
  for (let at = 0; at < numbers.length; at += MAX_NUMBERS) {
    const portion = { ...owner, numbers: numbers.slice(at, at + MAX_NUMBERS) };
    matches.push(...(await client.variants.match.mutate(portion)));
  }
  return matches;
}

/** Anything longer is nobody's number. */
const MAX_NUMBER_LENGTH = 100;

/** Finds what words that are no number may mean: goods of that name, and numbers like it, the likelier first. */
async function nearest(
  client: Client,
  owner: ItemOwner,
  words: string,
  similar: readonly FoundVariant[],
): Promise<Pick<UnknownItem, 'similar' | 'why'>> {
  const named = await bearing(client, owner, words).catch(() => null);
  if (named === null && similar.length === 0)
    return { similar, why: `Nothing has the number “${words}”, and names could not be searched.` };
  const offered = /\d/.test(words) ? [...similar, ...(named ?? [])] : [...(named ?? []), ...similar];
  const distinct = offered.filter((one, at) => offered.findIndex(({ _id }) => _id === one._id) === at);
  return {
    similar: distinct.slice(0, MAX_OFFERED),
    why: `Nothing has the number “${words}”${distinct.length > 0 ? '; near it come these' : ''}.`,
  };
}

async function bearing(client: Client, owner: ItemOwner, words: string): Promise<FoundVariant[]> {
  const { products } = await client.products.search.query({ search: words, limit: MAX_OFFERED });
  const matches = await matchAll(
    client,
    owner,
    products.flatMap(({ productNum }) => productNum || []),
  );
  return matches.flatMap(({ variant }) => variant ?? []);
}
