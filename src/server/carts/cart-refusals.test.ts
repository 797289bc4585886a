import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createApiKey } from '#server/auth/api-keys.ts';
import { cartLines, carts } from '#server/carts/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { appRouter } from '#server/router.ts';
import { type Ask, ask, DOORS, expectFailure } from '#server/test/doors.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, patiently, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import { MAX_CARTS, type SavedCart } from '#shared/schemas/carts.ts';

let shop: Selling;
let app: FastifyInstance;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  app = await buildApp(shop.app, { router: appRouter, longestLoopDelayMs: 60_000 });
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 500 });
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

let user: SessionUser;
let stranger: SessionUser;
beforeEach(async () => {
  user = await makeUser(shop.app.db);
  stranger = await makeUser(shop.app.db);
});
const mine = () => shop.as(user).carts;
const make = (orderName = 'Kitchen', cart = [lineOf(knob, 2)]) => mine().create({ orderName, cart });
const first = (cart: SavedCart) => cart.cart[0]?._id ?? '';
const rowsOf = async (_id: string) => [
  await shop.app.db.select().from(carts).where(eq(carts._id, _id)),
  await shop.app.db.select().from(cartLines).where(eq(cartLines.cart, _id)),
];
const setState = (_id: string, state: 'bid' | 'quoted', facts: Partial<typeof carts.$inferInsert> = {}) =>
  shop.app.db
    .update(carts)
    .set({ state, ...facts })
    .where(eq(carts._id, _id));

/** Every call that takes a cart of one's own. */
const calls = (who: SessionUser, _id: string, line: string, own: string) => {
  const { carts: all, orders } = shop.as(who);
  return {
    byId: () => all.byId({ _id }),
    rename: () => all.saveOrUpdate({ _id, orderName: 'Mine' }),
    replace: () => all.saveOrUpdate({ _id, cart: [lineOf(knob, 9)] }),
    add: () => all.add({ _id, lines: [lineOf(knob, 1)] }),
    addSeveral: () => all.add({ _id, lines: [lineOf(knob, 1), { ...lineOf(knob, 1), room: 'Bath' }] }),
    changeLines: () => all.changeLines({ _id, lines: [{ _id: line, quantity: 9 }] }),
    removeLines: () => all.removeLines({ _id, lines: [line] }),
    moveFrom: () => all.moveLines({ from: _id, to: own, lines: [line] }),
    moveTo: () => all.moveLines({ from: own, to: _id, lines: [line] }),
    acceptPrices: () => all.acceptPrices({ _id }),
    duplicate: () => all.duplicate({ _id }),
    share: () => all.share({ _id }),
    unshare: () => all.unshare({ _id }),
    remove: () => orders.remove({ id: _id }),
  };
};

describe('somebody else’s cart', () => {
  it('answers every call exactly as one that does not exist, and stays as it was', async () => {
    // Both are of one company: carts are shared inside of it only where that is said.
    const company = await makeCompany(shop.app.db);
    const [owner, colleague] = [
      await makeUser(shop.app.db, { company }),
      await makeUser(shop.app.db, { company }),
    ];
    const staff = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
    const cart = await shop.as(owner).carts.create({ orderName: 'Kitchen', cart: [lineOf(knob, 2)] });
    const before = await rowsOf(cart._id);
    for (const who of [stranger, colleague, staff]) {
      const own = await shop.as(who).carts.create({ orderName: 'Own', cart: [lineOf(knob, 1)] });
      const asked = calls(who, cart._id, first(cart), own._id);
      const unknown = calls(who, randomUUID(), randomUUID(), own._id);
      for (const name of Object.keys(asked) as (keyof typeof asked)[]) {
        const [theirs, none] = [await refusal(asked[name]()), await refusal(unknown[name]())];
        expect([name, theirs.reason, theirs.message]).toEqual([name, 'not_found', none.message]);
        expect([none.reason, theirs.issues, theirs.details]).toEqual([
          'not_found',
          none.issues,
          none.details,
        ]);
      }
    }
    expect(await rowsOf(cart._id)).toEqual(before);
  });

  it('lends no lines to those who know their ids', async () => {
    const cart = await shop.as(stranger).carts.create({ orderName: 'Kitchen', cart: [lineOf(knob, 2)] });
    const before = await rowsOf(cart._id);
    const [own, other] = [await make('Own', []), await make('Other', [])];
    await mine().changeLines({ _id: own._id, lines: [{ _id: first(cart), quantity: 9 }] });
    await mine().removeLines({ _id: own._id, lines: [first(cart)] });
    await mine().moveLines({ from: own._id, to: other._id, lines: [first(cart)] });
    expect(await rowsOf(cart._id)).toEqual(before);
    expect((await mine().byId({ _id: other._id })).cart).toEqual([]);
  });
});

describe('a cart that is with staff', () => {
  it.each(['bid', 'quoted'] as const)('keeps its lines: %s', async state => {
    const cart = await make();
    const own = await make('Own');
    const quotedUntil = new Date(Date.now() + 86_400_000).toISOString();
    await setState(cart._id, state, { quotedUntil, shippingMethod: 'freight', quotedShipping: usd(50) });
    const asked = calls(user, cart._id, first(cart), own._id);
    const fixed = [
      'replace',
      'add',
      'addSeveral',
      'changeLines',
      'removeLines',
      'moveFrom',
      'moveTo',
    ] as const;
    const before = await rowsOf(cart._id);
    for (const name of fixed) {
      expect([name, (await refusal(asked[name]())).reason]).toEqual([name, 'cart_state']);
    }
    expect((await refusal(mine().saveOrUpdate({ _id: cart._id, shippingMethod: 'air' }))).reason).toBe(
      'cart_state',
    );
    expect(await reasonOf(mine().saveOrUpdate({ _id: cart._id, orderName: 'Other' }))).toBe('cart_state');
    expect(await rowsOf(cart._id)).toEqual(before);
    const { orderName } = cart;
    expect(await mine().saveOrUpdate({ _id: cart._id, orderName, notes: 'Lift gate' })).toMatchObject({
      state,
      orderName,
      notes: 'Lift gate',
      cart: [{ quantity: 2 }],
    });
    expect(await asked.duplicate()).toMatchObject({
      state: 'saved',
      shippingMethod: 'local',
      quotedUntil: null,
    });
  });

  it('has its quoted prices until the quote ends, and its copy never', async () => {
    const cart = await make();
    const quotedUntil = new Date(Date.now() + 86_400_000).toISOString();
    await setState(cart._id, 'quoted', { quotedUntil });
    await shop.app.db
      .update(cartLines)
      .set({ quotedPrice: usd(7) })
      .where(eq(cartLines.cart, cart._id));
    const quoted = await mine().byId({ _id: cart._id });
    expect(quoted).toMatchObject({
      subTotal: 14,
      cart: [{ price: 7, priceSource: 'quoted', nextTier: null }],
    });
    expect((await mine().duplicate({ _id: cart._id })).subTotal).toBe(20);
    const { token } = await mine().share({ _id: cart._id });
    expect((await shop.as(null).carts.shared({ token })).subTotal).toBe(20);
    await setState(cart._id, 'quoted', { quotedUntil: new Date(Date.now() - 1000).toISOString() });
    expect((await mine().byId({ _id: cart._id })).subTotal).toBe(20);
  });
});

describe('what a cart can’t hold', () => {
  it('is refused by name: what is gone, and more of a thing than a line may hold', async () => {
    const draft = await makeVariant(shop.app.db, {}, { publish: false });
    const cart = await make();
    const before = await rowsOf(cart._id);
    const gone = await refusal(mine().add({ _id: cart._id, lines: [lineOf(knob, 1), lineOf(draft, 1)] }));
    expect(gone).toMatchObject({ reason: 'line_gone', issues: [{ path: ['lines', 1, 'variantId'] }] });
    const much = [
      () => mine().add({ _id: cart._id, lines: [lineOf(knob, 99_999)] }),
      () => mine().add({ _id: cart._id, lines: [{ ...lineOf(knob, 99_999), room: 'Bath' }] }),
      () => mine().add({ _id: cart._id, lines: [lineOf(knob, 60_000), lineOf(knob, 60_000)] }),
    ];
    for (const one of much) expect((await refusal(one())).reason).toBe('invalid');
    expect(await rowsOf(cart._id)).toEqual(before);
    await mine().add({ _id: cart._id, lines: [lineOf(knob, 99_998)] });
    expect((await mine().byId({ _id: cart._id })).itemCount).toBe(100_000);
  });

  it('keeps to 500 lines, however many are put in at once', async () => {
    const rooms = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ ...lineOf(knob, 1), room: `Room ${from + n}` }));
    const cart = await make('Kitchen', []);
    await mine().add({ _id: cart._id, lines: rooms(0, 490) });
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        patiently(() => mine().add({ _id: cart._id, lines: rooms(1000 + n, 1) })),
      ),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const refused = ends.flatMap(end => (end.status === 'rejected' ? [end.reason.reason] : []));
    expect(refused).toEqual(Array(10).fill('cart_full'));
    const full = await mine().byId({ _id: cart._id });
    expect(full.cart).toHaveLength(500);
    // Lines that stand in it already are raised all the same.
    await mine().add({ _id: cart._id, lines: rooms(0, 1) });
    const other = await make('Bath', [lineOf(knob, 1)]);
    const moved = mine().moveLines({ from: other._id, to: cart._id, lines: [first(other)] });
    expect((await refusal(moved)).reason).toBe('cart_full');
  });

  it(`keeps to ${MAX_CARTS} carts a user, however many are made at once`, async () => {
    for (let n = 0; n < MAX_CARTS - 2; n++) await make(`Job ${n}`, []);
    const ends = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => make(`Last ${n}`, [])));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const [cart] = await mine().names({});
    const more = await refusal(mine().duplicate({ _id: cart?._id ?? '' }));
    expect(more.reason).toBe('carts_full');
    await shop.as(user).orders.remove({ id: cart?._id ?? '' });
    await make('Room again', []);
  });

  it('is refused whole where somebody else changed the cart since, with the cart as it is', async () => {
    const cart = await make();
    await mine().add({ _id: cart._id, lines: [lineOf(knob, 1)] });
    const late = { _id: cart._id, version: cart.version, cart: [lineOf(knob, 9)], notes: 'late' };
    const refused = await refusal(mine().saveOrUpdate(late));
    expect(refused).toMatchObject({ reason: 'stale', details: { cart: { itemCount: 3, notes: '' } } });
    const saved = await mine().saveOrUpdate({ ...late, version: cart.version + 1 });
    expect(saved).toMatchObject({ itemCount: 9, notes: 'late', cart: [{ _id: first(cart) }] });
  });
});

describe('both doors', () => {
  let headers: Record<string, string>;
  beforeEach(async () => {
    const { key } = await createApiKey(shop.app.db, user, { name: 'test', scopes: KEY_SCOPES });
    headers = { authorization: `Bearer ${key}` };
  });
  const save: Ask = { procedure: 'carts.saveOrUpdate', method: 'PATCH', url: '/api/v1/orders' };
  const create: Ask = { procedure: 'carts.create', method: 'POST', url: '/api/v1/orders/carts' };
  const list: Ask = { procedure: 'carts.list', method: 'GET', url: '/api/v1/orders/carts' };

  it.each(DOORS)('make, list, change and remove a cart: %s', async door => {
    const made = await ask(app, door, {
      ...create,
      headers,
      input: { orderName: 'Kitchen', cart: [lineOf(knob, 2)], poNumber: 'PO 7', shippingMethod: 'ground' },
    });
    expect(made).toMatchObject({ status: 200, body: { poNumber: 'PO 7', subTotal: 20 } });
    const { _id } = made.body as SavedCart;
    const text = JSON.stringify(made.body);
    for (const secret of ['cost', 'shareToken', 'recentKeys', 'priceSteps', 'company']) {
      expect(text).not.toContain(secret);
    }
    expect(await ask(app, door, { ...list, headers })).toMatchObject({ status: 200, body: [{ _id }] });
    const changed = { ...save, headers, input: { _id, orderName: 'Bath', cart: [lineOf(knob, 5)] } };
    expect(await ask(app, door, changed)).toMatchObject({
      status: 200,
      body: { orderName: 'Bath', itemCount: 5, poNumber: 'PO 7' },
    });
    const remove: Ask = { procedure: 'orders.remove', method: 'DELETE', url: `/api/v1/orders/${_id}` };
    const removed = await ask(app, door, { ...remove, headers, whole: { id: _id } });
    expect(removed).toMatchObject({ status: 200, body: { _id } });
    expectFailure(await ask(app, door, { ...remove, headers, whole: { id: _id } }), 'not_found');
  });

  it.each(DOORS)(
    'tell who changed an older version no more of the cart than who asks for it: %s',
    async door => {
      const { _id, version } = await make();
      const fresh = (await ask(app, door, { ...save, headers, input: { _id, notes: 'new' } }))
        .body as SavedCart;
      const stale = await ask(app, door, { ...save, headers, input: { _id, version, notes: 'late' } });
      expectFailure(stale, 'stale');
      const { details } = stale.body as { details: { cart: SavedCart } };
      expect(details.cart).toEqual(fresh);
    },
  );

  const wrong: [what: string, input: object, field: string][] = [
    ['no name', { orderName: ' ' }, 'orderName'],
    ['a long name', { orderName: 'x'.repeat(121) }, 'orderName'],
    ['half a character', { orderName: 'a\ud800' }, 'orderName'],
    ['a price', { cart: [{ productId: '', variantId: '', quantity: 1, price: 0 }] }, 'cart'],
    ['501 lines', { cart: Array(501).fill({}) }, 'cart'],
    ['somebody', { user: randomUUID() }, 'user'],
    ['a state', { state: 'quoted' }, 'state'],
    ['a quote', { quotedShipping: 0 }, 'quotedShipping'],
    ['freight', { shippingMethod: 'freight' }, 'shippingMethod'],
    ['no day', { deliveryDate: '2026-02-30' }, 'deliveryDate'],
    ['no flag', { useStoreCredit: 'false' }, 'useStoreCredit'],
  ];
  it.each(wrong)('refuse %s', async (_, input, field) => {
    const { _id } = await make();
    for (const door of DOORS) {
      for (const call of [
        { ...create, input: { orderName: 'Kitchen', ...input } },
        { ...save, input: { _id, ...input } },
      ]) {
        const answer = await ask(app, door, { ...call, headers });
        expectFailure(answer, 'invalid');
        expect(
          (answer.body as { issues: { path: string[] }[] }).issues.map(issue => issue.path[0]),
        ).toContain(field);
      }
    }
  });

  it.each(DOORS)('ask a guest to sign in: %s', async door => {
    for (const call of [
      list,
      { ...create, input: { orderName: 'Kitchen' } },
      { ...save, input: { _id: user._id } },
    ]) {
      expectFailure(await ask(app, door, call), 'signed_out');
    }
  });
});
