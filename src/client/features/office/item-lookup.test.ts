import { expect, it } from 'vitest';
import { lookUpItems } from '#client/features/office/item-lookup.ts';
import type { createApiClient } from '#client/trpc.ts';
import { MAX_CART_LINES, MAX_NUMBERS } from '#shared/constants.ts';

/** Knows every number that begins with K, and none of more than the server takes at once. */
function shopThat(search: () => Promise<unknown>) {
  const asked: number[] = [];
  const client = {
    variants: {
      match: {
        mutate: async ({ numbers }: { numbers: string[] }) => {
          if (numbers.length > MAX_NUMBERS || numbers.some(({ length }) => length > 100))
            throw new Error('400');
          asked.push(numbers.length);
          return numbers.map(number => ({
            variant: number.startsWith('K') ? { _id: number, productNum: number } : null,
            similar: [],
          }));
        },
      },
    },
    products: { search: { query: search } },
  } as unknown as ReturnType<typeof createApiClient>;
  return { client, asked };
}
const nothing = async () => ({ products: [] });
const list = (count: number) => Array.from({ length: count }, (_, nth) => `K-${nth} 2`).join('\n');

it('a list longer than one question is looked up in portions, and all of it is found', async () => {
  const { client, asked } = shopThat(nothing);
  const { found, others } = await lookUpItems(client, {}, list(230));
  expect(asked).toEqual([100, 100, 30]);
  expect([found.length, found.at(-1)?.variant._id, others]).toEqual([230, 'K-229', []]);
});

it('what an order can’t hold is kept as one, and is said', async () => {
  const { client } = shopThat(nothing);
  const { found, others } = await lookUpItems(client, {}, list(MAX_CART_LINES + 2));
  expect(found).toHaveLength(MAX_CART_LINES);
  expect(others).toMatchObject([
    { text: 'K-500 2\nK-501 2', why: expect.stringMatching(/at most 500 lines/) },
  ]);
});

it('what has no answer says so, whether nothing is called so or names can’t be searched', async () => {
  const words = `${'x'.repeat(120)}`;
  const told = (search: () => Promise<unknown>) => lookUpItems(shopThat(search).client, {}, `K-1\n${words}`);
  const none = await told(nothing);
  expect([none.found.length, none.others]).toMatchObject([
    1,
    [{ text: words, why: `No exact match for “${words}”.` }],
  ]);
  const down = await told(() => Promise.reject(new Error('503')));
  expect([down.found.length, down.others]).toMatchObject([
    1,
    [{ text: words, why: expect.stringMatching(/names could not be searched/) }],
  ]);
});

it('each row that was not found is one of its own, with its quantity, in the order of the list', async () => {
  const { found, others } = await lookUpItems(
    shopThat(nothing).client,
    {},
    'X-1 3\nK-1 2\nK-2\tx\nK-2 9999999\nX-2',
  );
  expect(found).toMatchObject([{ quantity: 2 }]);
  expect(others).toMatchObject([
    { text: 'X-1 3', quantity: 3, why: 'No exact match for “X-1”.' },
    { text: 'K-2 x', quantity: 1, why: '“x” is not a quantity.' },
    { text: 'K-2 9999999', quantity: 1, why: '“9999999” is too many: the most is 100,000.' },
    { text: 'X-2', quantity: 1, why: 'No exact match for “X-2”.' },
  ]);
});
