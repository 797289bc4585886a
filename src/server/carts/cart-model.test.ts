import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AppError } from '#server/errors.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, patiently, type Selling } from '#server/test/selling.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';

// Thousands of changes on one embedded database take their time on a busy machine.
vi.setConfig({ testTimeout: process.env.TEST_LONG ? 3_600_000 : 300_000 });
const RUNS = process.env.TEST_LONG ? 1000 : 20;

let shop: Selling;
let made: MadeVariant[];
beforeAll(async () => {
  shop = await openShop();
  made = [
    await makeVariant(shop.app.db, { price: usd(10), wholeSaleQtyOne: 10, wholeSalePriceOne: usd(9) }),
    await makeVariant(shop.app.db, { price: usd(3) }),
    await makeVariant(shop.app.db, { price: usd(0.35) }),
  ];
});
afterAll(() => shop.close());

const MAX = 100_000;
const ROOMS = ['', 'Island', 'Bath'];

/** The carts as they ought to be, in the plainest way: by cart, what stands in which room. */
type ModelLine = { variant: number; room: string; quantity: number };
type Model = ModelLine[][];

const cartAt = fc.constantFrom(0, 0, 0, 1, 2);
// Few things in few places, so that they meet.
const variant = fc.constantFrom(0, 0, 1, 2);
const room = fc.constantFrom('', '', ...ROOMS);
const quantity = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(MAX, MAX - 5) },
);
const line = fc.record({ variant, room, quantity });
/** Which of the lines that are there. */
const at = fc.nat({ max: 8 });

const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ op: fc.constant('add' as const), cart: cartAt, lines: fc.tuple(line) }),
  },
  fc.record({
    op: fc.constant('add' as const),
    cart: cartAt,
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ op: fc.constant('set' as const), cart: cartAt, at, quantity }),
  fc.record({ op: fc.constant('room' as const), cart: cartAt, at, room }),
  fc.record({ op: fc.constant('remove' as const), cart: cartAt, at }),
  fc.record({ op: fc.constant('move' as const), cart: cartAt, to: cartAt, at }),
  fc.record({
    op: fc.constant('replace' as const),
    cart: cartAt,
    lines: fc.array(line, { maxLength: 4 }),
  }),
  fc.record({ op: fc.constant('rename' as const), cart: cartAt }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Op> ? Op : never;

const putIn = (lines: ModelLine[], added: ModelLine): ModelLine[] => {
  const there = lines.find(one => one.variant === added.variant && one.room === added.room);
  if (!there) return [...lines, added];
  return lines.map(one => (one === there ? { ...one, quantity: one.quantity + added.quantity } : one));
};
const tooMany = (lines: ModelLine[]) =>
  [0, 1, 2].some(
    one => lines.reduce((sum, other) => (other.variant === one ? sum + other.quantity : sum), 0) > MAX,
  );

/** The carts after an operation; null where it is refused. */
function expected(model: Model, asked: Operation): Model | null {
  const own = model[asked.cart] ?? [];
  const chosen = 'at' in asked && own.length > 0 ? own[asked.at % own.length] : undefined;
  const others = own.filter(one => one !== chosen);
  const within = (lines: ModelLine[]) =>
    tooMany(lines) ? null : model.map((cart, index) => (index === asked.cart ? lines : cart));
  if (asked.op === 'add') return within(asked.lines.reduce(putIn, own));
  if (asked.op === 'replace') return within(asked.lines.reduce(putIn, []));
  if (asked.op === 'rename' || !chosen) return model;
  if (asked.op === 'remove') return within(others);
  if (asked.op === 'set') {
    return within(own.map(one => (one === chosen ? { ...one, quantity: asked.quantity } : one)));
  }
  if (asked.op === 'room') {
    if (asked.room === chosen.room) return model;
    return within(putIn(others, { ...chosen, room: asked.room }));
  }
  if (asked.to === asked.cart) return null;
  const into = putIn(model[asked.to] ?? [], chosen);
  if (tooMany(into)) return null;
  return model.map((cart, index) => (index === asked.cart ? others : index === asked.to ? into : cart));
}

type Caller = ReturnType<Selling['as']>['carts'];

/** Does it on the server, and says whether it was refused. */
async function perform(carts: Caller, ids: string[], asked: Operation, key?: string): Promise<boolean> {
  const _id = ids[asked.cart] ?? '';
  const shown = 'at' in asked ? (await carts.byId({ _id })).cart : [];
  const chosen = shown.length > 0 && 'at' in asked ? lineIn(shown, asked.at) : undefined;
  try {
    if (asked.op === 'add') await carts.add({ _id, lines: asked.lines.map(said), ...(key && { key }) });
    if (asked.op === 'replace') await carts.saveOrUpdate({ _id, cart: asked.lines.map(said) });
    if (asked.op === 'rename') await carts.saveOrUpdate({ _id, orderName: 'Another name' });
    if (!chosen) return false;
    if (asked.op === 'remove') await carts.removeLines({ _id, lines: [chosen] });
    if (asked.op === 'set')
      await carts.changeLines({ _id, lines: [{ _id: chosen, quantity: asked.quantity }] });
    if (asked.op === 'room') await carts.changeLines({ _id, lines: [{ _id: chosen, room: asked.room }] });
    if (asked.op === 'move') await carts.moveLines({ from: _id, to: ids[asked.to] ?? '', lines: [chosen] });
    return false;
  } catch (error) {
    const cause = error instanceof AppError ? error : (error as Error).cause;
    if (cause instanceof AppError && cause.reason === 'invalid') return true;
    throw error;
  }
}

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const nameOf = (one: { variant: number; room: string }) => `${one.variant} ${one.room}`;
const variantOf = (id: string) => made.findIndex(one => one.variantId === id);
const said = ({ variant: index, room: where, quantity: count }: ModelLine) => ({
  ...lineOf(made[index] as MadeVariant, count),
  room: where,
});
/** The model knows no order of lines: both sides choose by name. */
const lineIn = (lines: SavedCart['cart'], index: number) =>
  lines.toSorted((a, b) => byName(nameOf(modelOf(a)), nameOf(modelOf(b))))[index % lines.length]?._id;
const modelOf = (one: SavedCart['cart'][number]): ModelLine => ({
  variant: variantOf(one.variantId),
  room: one.room,
  quantity: one.quantity,
});
const sorted = (model: Model) => model.map(lines => lines.toSorted((a, b) => byName(nameOf(a), nameOf(b))));

async function startCarts(): Promise<{ carts: Caller; ids: string[] }> {
  const { carts } = shop.as(await makeUser(shop.app.db));
  const names = ['Kitchen', 'Bath', 'Hall'];
  const ids: string[] = [];
  for (const orderName of names) ids.push((await carts.create({ orderName, cart: [] }))._id);
  return { carts, ids };
}

async function readModel(carts: Caller, ids: string[]): Promise<Model> {
  const found = await carts.list({});
  return sorted(ids.map(id => (found.find(cart => cart._id === id)?.cart ?? []).map(modelOf)));
}

it('holds what a plain model holds after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 8, maxLength: 20 }), async operations => {
      const { carts, ids } = await startCarts();
      let model: Model = [[], [], []];
      for (const asked of operations) {
        const next = expected(sorted(model), asked);
        expect([asked, await perform(carts, ids, asked)]).toEqual([asked, next === null]);
        model = sorted(next ?? model);
        expect(await readModel(carts, ids)).toEqual(model);
      }
      for (const cart of await carts.list({})) {
        expect(cart.subTotal).toBeCloseTo(
          cart.cart.reduce((sum, one) => sum + one.lineTotal, 0),
          2,
        );
      }
    }),
    { numRuns: RUNS },
  );
});

it('loses nothing of what several tabs add, each change counted once though it is sent twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(line, { minLength: 1, maxLength: 2 }), fc.uuid()), {
        minLength: 2,
        maxLength: 8,
      }),
      async changes => {
        const { carts, ids } = await startCarts();
        const small = changes.map(([lines, key]) => ({
          key,
          lines: lines.map(one => ({ ...one, quantity: (one.quantity % 12) + 1 })),
        }));
        await Promise.all(
          [...small, ...small].map(({ lines, key }) =>
            patiently(() => perform(carts, ids, { op: 'add', cart: 0, lines } as Operation, key)),
          ),
        );
        const once = small.filter((one, index) => small.findIndex(other => other.key === one.key) === index);
        const model = once.flatMap(({ lines }) => lines).reduce<ModelLine[]>(putIn, []);
        expect(await readModel(carts, ids)).toEqual(sorted([model, [], []]));
        expect((await carts.byId({ _id: ids[0] ?? '' })).version).toBe(1 + once.length);
      },
    ),
    { numRuns: RUNS },
  );
});

it('lets lines that are moved to and fro at once pass each other, none lost and none doubled', async () => {
  const { carts, ids } = await startCarts();
  const [a = '', b = ''] = ids;
  await carts.add({ _id: a, lines: ROOMS.map(where => said({ variant: 0, room: where, quantity: 1 })) });
  await carts.add({ _id: b, lines: ROOMS.map(where => said({ variant: 1, room: where, quantity: 1 })) });
  const [left, right] = [await carts.byId({ _id: a }), await carts.byId({ _id: b })];
  const lines = [...left.cart, ...right.cart].map(one => one._id);
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      patiently(() => carts.moveLines({ from: n % 2 ? a : b, to: n % 2 ? b : a, lines })),
    ),
  );
  const all = (await readModel(carts, ids)).flat();
  expect(all.toSorted((x, y) => byName(nameOf(x), nameOf(y)))).toEqual(
    [0, 1].flatMap(index =>
      ROOMS.toSorted(byName).map(where => ({ variant: index, room: where, quantity: 1 })),
    ),
  );
});
