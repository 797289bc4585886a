import type { createApiClient } from '#client/trpc.ts';
import { MAX_CART_LINES, MAX_NUMBERS, MAX_QUANTITY } from '#shared/constants.ts';
import { lineName } from '#shared/rules/cart.ts';
import { listQuantity, readOrderList } from '#shared/rules/order-list.ts';
import { readQuantity } from '#shared/rules/quantity.ts';
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

/** Was asked for and not added: a row that names nothing for certain, or the rest of a list; with what may be meant. */
export interface UnknownItem {
  /** Is to be typed again so. */
  text: string;
  similar: readonly FoundVariant[];
  quantity: number;
  why: string;
}

export interface LookedUp {
  found: Item[];
  others: UnknownItem[];
}

type Client = ReturnType<typeof createApiClient>;

const MAX_OFFERED = 4;

/** Finds what the rows of a text mean: numbers, ours or the customer's own; for the first other, goods of that name, too. */
export async function lookUpItems(client: Client, owner: ItemOwner, text: string): Promise<LookedUp> {
  const all = readOrderList(text);
  const [rows, rest] = [all.slice(0, MAX_CART_LINES), all.slice(MAX_CART_LINES)];
  if (rows.length === 0) return { found: [], others: [] };
  const matches = await matchAll(
    client,
    owner,
    rows.map(({ number }) => number),
  );
  const found: Item[] = [];
  const others: UnknownItem[] = [];
  for (const [index, row] of rows.entries()) {
    const { variant, similar = [] } = matches[index] ?? { variant: null };
    const quantity = listQuantity(row.quantity);
    if (variant && quantity !== null) found.push({ variant, quantity });
    else {
      const meant = variant
        ? { similar: [], why: noQuantity(row.quantity) }
        : others.length === 0
          ? await nearest(client, owner, row.number, similar)
          : offering(row.number, similar);
      others.push({ ...meant, text: typedAgain([row]), quantity: quantity ?? 1 });
    }
  }
  if (rest.length > 0)
    others.push({
      ...{ text: typedAgain(rest), similar: [], quantity: 1 },
      why: `An order holds at most ${MAX_CART_LINES} lines. This is the rest of the list.`,
    });
  return { found, others };
}

const noQuantity = (words: string) =>
  readQuantity(words) === null
    ? `“${words}” is not a quantity.`
    : `“${words}” is too many: the most is ${MAX_QUANTITY.toLocaleString('en-US')}.`;

const typedAgain = (rows: ReturnType<typeof readOrderList>) =>
  rows.map(({ number, quantity }) => `${number} ${quantity}`.trim()).join('\n');

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
    return { similar, why: `No exact match for “${words}”, and names could not be searched.` };
  const offered = /\d/.test(words) ? [...similar, ...(named ?? [])] : [...(named ?? []), ...similar];
  const distinct = offered.filter((one, at) => offered.findIndex(({ _id }) => _id === one._id) === at);
  return offering(words, distinct);
}

const offering = (words: string, near: readonly FoundVariant[]) => ({
  similar: near.slice(0, MAX_OFFERED),
  why: `No exact match for “${words}”.${near.length > 0 ? ' Did you mean:' : ''}`,
});

async function bearing(client: Client, owner: ItemOwner, words: string): Promise<FoundVariant[]> {
  const { products } = await client.products.search.query({ search: words, limit: MAX_OFFERED });
  const matches = await matchAll(
    client,
    owner,
    products.flatMap(({ productNum }) => productNum || []),
  );
  return matches.flatMap(({ variant }) => variant ?? []);
}
