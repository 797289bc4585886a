import { randomUUID } from 'node:crypto';
import type { AnyProcedure } from '@trpc/server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { apiKeys } from '#server/auth/tables.ts';
import { specialPrices } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { RIGHTS } from '#server/rights.ts';
import { appRouter } from '#server/router.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type Accounts, failure, openAccounts } from '#server/test/accounts.ts';
import { ask, DOORS, expectFailure } from '#server/test/doors.ts';
import { makeCompany, makeVariant, usd } from '#server/test/factories.ts';
import type { Meta } from '#server/trpc.ts';
import { KEY_SCOPES, type KeyScope } from '#shared/enumerations.ts';
import type { EditedOrder } from '#shared/schemas/edit-order.ts';
import type { Order } from '#shared/schemas/orders.ts';

const PROCEDURES = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>);

const guest = { name: 'Ann Lodge', email: 'ann@example.com', phone: '5125550188' };

let shop: Accounts;
let boss: SessionUser;
beforeAll(async () => {
  shop = await openAccounts();
  boss = await shop.person({ permissionLevel: 'Admin' });
  await shop.database.db.update(siteSettings).set({ specialAccounts: [boss._id] });
});
afterAll(() => shop.close());

async function keyOf(user: SessionUser, scopes: readonly KeyScope[], upTo?: number): Promise<string> {
  const { key } = await createApiKey(shop.database.db, user, {
    ...{ name: 'script', scopes: [...scopes] },
    ...(upTo !== undefined && { onAccountUpTo: usd(upTo) }),
  });
  return key;
}

/** How both doors answer a call without any input. */
async function tell([name, procedure]: [string, AnyProcedure], bearer: string) {
  const { openapi } = (procedure._def.meta ?? {}) as Meta;
  const path = openapi?.path.replace(/\{\w+\}/g, randomUUID()) ?? '';
  const isQuery = procedure._def.type === 'query';
  const answers = [];
  for (const door of DOORS) {
    if (door === 'rest' && !openapi) continue;
    const method = (door === 'trpc' ? (isQuery ? 'GET' : 'POST') : openapi?.method) as 'GET';
    const url = path.startsWith('/api/') ? path : `/api/v1${path}`;
    const headers = { authorization: `Bearer ${bearer}` };
    answers.push(await ask(shop.app, door, { procedure: name, method, url, headers }));
  }
  return answers;
}

const neededBy = (name: string): readonly KeyScope[] => {
  const scope = RIGHTS[name]?.scope;
  return scope === undefined || scope === 'no key' || scope === 'any key'
    ? []
    : ([scope].flat() as KeyScope[]);
};

/** Writing includes reading, so that goes along. */
const allBut = (scope: KeyScope) =>
  KEY_SCOPES.filter(one => one !== scope && one !== scope.replace(/:read$/, ':write'));

const keyReason = ({ body }: { body: unknown }) => {
  const { reason = '' } = (body ?? {}) as { reason?: string };
  return reason.startsWith('key_') ? reason : null;
};

describe('every call, by API keys, at both doors', () => {
  it('names the scope that the key lacks, and asks for nothing else', { timeout: 120_000 }, async () => {
    const made = new Map<string, string>();
    const keyFor = async (scopes: readonly KeyScope[]) => {
      const key = made.get(scopes.join()) ?? (await keyOf(boss, scopes));
      made.set(scopes.join(), key);
      return key;
    };
    for (const procedure of PROCEDURES) {
      const [name] = procedure;
      const needed = neededBy(name);
      for (const scope of needed) {
        for (const answer of await tell(procedure, await keyFor(allBut(scope)))) {
          expect([name, answer.body]).toMatchObject([name, { reason: 'key_scope', details: { scope } }]);
          expectFailure(answer, 'key_scope');
        }
      }
      if (needed.length === 0) continue;
      for (const answer of await tell(procedure, await keyFor(needed))) {
        expect([name, keyReason(answer)]).toEqual([name, null]);
      }
    }
  });

  it('is closed where people sign in, and open with all scopes', { timeout: 60_000 }, async () => {
    const key = await keyOf(boss, KEY_SCOPES);
    for (const procedure of PROCEDURES) {
      const [name] = procedure;
      const expected = RIGHTS[name]?.scope === 'no key' ? 'key_refused' : null;
      for (const answer of await tell(procedure, key))
        expect([name, keyReason(answer)]).toEqual([name, expected]);
    }
  });

  it('gives nobody more than his rights, whatever the scopes', async () => {
    const key = await keyOf(await shop.person(), KEY_SCOPES);
    for (const procedure of PROCEDURES) {
      const { who } = RIGHTS[procedure[0]] ?? {};
      if (who !== 'staff' && who !== 'admin' && who !== 'special') continue;
      for (const answer of await tell(procedure, key)) expectFailure(answer, 'forbidden');
    }
  });
});

describe('the table of who may what', () => {
  it('lets no key that only reads change anything, or have anything sent', () => {
    // These work out, and write nothing.
    const reading = ['orders.getCost', 'orders.priceForStaff'];
    const loose = Object.entries(RIGHTS).filter(([name, { who, rest, scope }]) => {
      const procedure = PROCEDURES.find(([own]) => own === name)?.[1];
      const isWrite = procedure
        ? procedure._def.type === 'mutation'
        : rest !== null && !rest.startsWith('GET ');
      if (!isWrite || who === 'public' || scope === 'no key' || reading.includes(name)) return false;
      return !neededBy(name).some(one => one.endsWith(':write'));
    });
    expect(loose.map(([name]) => name)).toEqual([]);
  });

  it('leads a key for orders to nobody’s account, mails, comments or log', async () => {
    const OPEN = ['orders', 'approvals', 'picking', 'returns', 'notifications', 'team'].concat(
      // Money of orders, in and out.
      ['payments', 'payLinks', 'savedCards', 'receipts', 'refunds'],
    );
    const bearer = await keyOf(boss, ['orders:read', 'orders:write']);
    const reached: string[] = [];
    for (const procedure of PROCEDURES) {
      const [name] = procedure;
      const { scope } = RIGHTS[name] ?? {};
      if (scope === 'any key') continue;
      const answers = await tell(procedure, bearer);
      if (answers.every(answer => keyReason(answer) === null)) reached.push(name);
    }
    expect(reached.filter(name => !OPEN.includes(name.split('.')[0] ?? ''))).toEqual([
      'companies.orders',
      'products.boughtBefore',
    ]);
    // It tells of mails and comments, which is more than orders.
    expect(reached).not.toContain('orders.history');
  });
});

describe('files behind doors of their own', () => {
  it('ask for their scopes as well', async () => {
    const company = await makeCompany(shop.database.db);
    const primary = await shop.person({ company });
    const id = randomUUID();
    const lacks = async (scope: KeyScope, method: 'GET' | 'POST', url: string) => {
      const headers = {
        authorization: `Bearer ${await keyOf(primary, allBut(scope))}`,
        ...(method === 'POST' && { 'content-type': 'multipart/form-data; boundary=x' }),
      };
      const answer = await shop.app.inject({ method, url, headers });
      expect([url, answer.statusCode, answer.json()]).toMatchObject([
        url,
        403,
        { reason: 'key_scope', details: { scope } },
      ]);
    };
    await lacks('company:write', 'POST', `/api/v1/companies/${company}/certificates`);
    await lacks('company:read', 'GET', `/api/v1/companies/${company}/certificates/${id}`);
    await lacks('company:write', 'POST', '/api/v1/photos/avatar');
    await lacks('orders:read', 'GET', `/orders/${id}/invoice.pdf`);
    await lacks('orders:read', 'GET', `/orders/${id}/packing-slip.pdf`);
    await lacks('orders:read', 'GET', '/admin/orders.csv');
    await lacks('prices:read', 'GET', '/user/price-list.csv');
    await lacks('prices:read', 'GET', '/user/price-list.pdf');
  });
});

describe('prices', () => {
  it('are everyone’s to a key that was not made for them', async () => {
    const { db } = shop.database;
    const company = await makeCompany(db);
    const buyer = await shop.person({ company });
    const knob = await makeVariant(db, { price: usd(10) });
    await db.insert(specialPrices).values({ company, variant: knob.variantId, price: usd(7) });
    const priceBy = async (...scopes: KeyScope[]) => {
      const bearer = await keyOf(buyer, scopes);
      const answer = await shop.call('variants.find', { productNum: knob.productNum }, { bearer });
      return (answer.body as { price: number }).price;
    };
    expect(await priceBy('catalogue:read')).toBe(10);
    expect(await priceBy('catalogue:read', 'prices:read')).toBe(7);

    const match = async (owner: SessionUser, scopes: KeyScope[], whose = {}) =>
      shop.call(
        'variants.match',
        { numbers: [knob.productNum], ...whose },
        { bearer: await keyOf(owner, scopes) },
      );
    const matched = async (...asked: Parameters<typeof match>) =>
      ((await match(...asked)).body as { variant: { price: number } }[])[0]?.variant.price;
    expect(await matched(buyer, ['catalogue:read'])).toBe(10);
    expect(await matched(buyer, ['catalogue:read', 'prices:read'])).toBe(7);
    const clerk = await shop.person({ permissionLevel: 'Employee' });
    for (const whose of [{ company }, { user: buyer._id }]) {
      expect(await matched(clerk, ['catalogue:read', 'prices:read'], whose)).toBe(7);
      expect((await match(clerk, ['catalogue:read'], whose)).body).toMatchObject({
        ...{ reason: 'key_scope', details: { scope: 'prices:read' } },
      });
    }
  });
});

describe('an order on account', () => {
  it('is placed up to the amount of its key, and refused above it with both figures', async () => {
    const { db } = shop.database;
    const company = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
    const buyer = await shop.person({ company });
    const knob = await makeVariant(db, { price: usd(10) });
    const order = (quantity: number, paymentType = 'Terms') => ({
      ...guest,
      ...{ paymentType, shippingMethod: 'local', total: 10 * quantity, idempotencyKey: randomUUID() },
      cart: [{ productId: knob.productId, variantId: knob.variantId, quantity }],
    });
    const upTo50 = await keyOf(buyer, ['orders:write'], 50);
    for (const door of DOORS) {
      const over = await shop.call('orders.submit', order(6), { bearer: upTo50, door });
      expectFailure(over, 'key_amount');
      expect(over.body).toMatchObject({
        message: 'This API key may place orders on account of up to $50.00, and this order comes to $60.00.',
        details: { total: 60, upTo: 50 },
      });
    }
    expect((await shop.call('orders.submit', order(5), { bearer: upTo50 })).status).toBe(200);
    expect((await shop.call('orders.submit', order(6, 'credit-card'), { bearer: upTo50 })).status).toBe(200);

    const without = await keyOf(buyer, ['orders:write']);
    const none = await shop.call('orders.submit', order(1), { bearer: without });
    expect([none.status, none.body]).toMatchObject([
      403,
      { reason: 'key_amount', details: { total: 10, upTo: null } },
    ]);
    const reads = await keyOf(buyer, ['orders:read']);
    expect(failure(await shop.call('orders.submit', order(1), { bearer: reads }))).toMatchObject({
      reason: 'key_scope',
    });
    expect(await db.$count(orders, eq(orders.company, company))).toBe(2);
  });

  it('is what staff make, however it is to be paid: it is placed before that', async () => {
    const { db } = shop.database;
    const clerk = await shop.person({ permissionLevel: 'Employee' });
    const knob = await makeVariant(db, { price: usd(10) });
    const order = {
      ...{ paymentType: 'credit-card', shippingMethod: 'local', total: usd(10.83) },
      ...{ idempotencyKey: randomUUID(), takenAlong: { method: 'cash' } },
      cart: [{ productId: knob.productId, variantId: knob.variantId, quantity: 1 }],
    };
    const bearer = await keyOf(clerk, ['orders:write']);
    const refused = await shop.call('orders.createByStaff', order, { bearer });
    expect(failure(refused)).toMatchObject({ status: 403, reason: 'key_amount' });
    const upTo20 = await keyOf(clerk, ['orders:write'], 20);
    expect((await shop.call('orders.createByStaff', order, { bearer: upTo20 })).status).toBe(200);
  });

  it('is no more raised by a key than it is placed by one, whatever pays it', async () => {
    const { db } = shop.database;
    const clerk = await shop.person({ permissionLevel: 'Employee' });
    const knob = await makeVariant(db, { price: usd(10) });
    const { productId, variantId } = knob;
    const placed = await shop.call(
      'orders.createByStaff',
      {
        ...{ paymentType: 'credit-card', shippingMethod: 'local', total: usd(10.83) },
        ...{ idempotencyKey: randomUUID(), cart: [{ productId, variantId, quantity: 1 }] },
      },
      { cookie: await shop.signIn(clerk.email) },
    );
    const { _id, version, cart } = placed.body as Order;
    const raise = (quantity: number, bearer: string) => {
      const lines = cart.map(line => ({ _id: line._id, quantity }));
      const asked = { _id, version, idempotencyKey: randomUUID(), preview: true, cart: lines };
      return shop.call('orders.adminReplace', asked, { bearer });
    };
    const upTo20 = await keyOf(clerk, ['orders:write'], 20);
    expect((await raise(1, upTo20)).status).toBe(200);
    for (const bearer of [upTo20, await keyOf(clerk, ['orders:write'])])
      expect(failure(await raise(2, bearer))).toMatchObject({ status: 403, reason: 'key_amount' });

    // Nor is it asked of an Admin by one: at a price that the clerk may not name alone.
    await db.update(siteSettings).set({ employeePriceLimit: 10 });
    const lines = cart.map(line => ({ _id: line._id, quantity: 8, price: usd(5), priceReason: 'bent' }));
    const asked = { _id, version, idempotencyKey: randomUUID(), cart: lines };
    const cookie = await shop.signIn(clerk.email);
    const seen = await shop.call('orders.adminReplace', { ...asked, preview: true }, { cookie });
    const sent = { ...asked, figures: (seen.body as EditedOrder).edit.after };
    expect(failure(await shop.call('orders.adminReplace', sent, { bearer: upTo20 }))).toMatchObject({
      reason: 'key_amount',
    });
    expect(failure(await shop.call('orders.adminReplace', sent, { cookie }))).toMatchObject({
      reason: 'waits_for_admin',
    });
    await db.update(siteSettings).set({ employeePriceLimit: null });
  });

  it('is no more approved by a key than it is placed by one', async () => {
    const { db } = shop.database;
    const company = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
    const primary = await shop.person({ company });
    const member = await shop.person({ company, role: 'Member', spendingLimit: usd(20) });
    const knob = await makeVariant(db, { price: usd(10) });
    const asked = await shop.call(
      'team.requestApproval',
      {
        ...guest,
        ...{ paymentType: 'Terms', shippingMethod: 'local', total: 60, idempotencyKey: randomUUID() },
        cart: [{ productId: knob.productId, variantId: knob.variantId, quantity: 6 }],
      },
      { cookie: await shop.signIn(member.email) },
    );
    const { approval } = asked.body as { approval: { _id: string } };
    const approve = async (upTo: number) => {
      const bearer = await keyOf(primary, ['orders:write'], upTo);
      const shown = await shop.call('team.approval', { _id: approval._id }, { bearer });
      const { figures } = shown.body as { figures: { total: number; carts: { version: number }[] } };
      const cartVersions = figures.carts.map(({ version }) => version);
      return shop.call('team.approve', { _id: approval._id, total: figures.total, cartVersions }, { bearer });
    };
    expect(failure(await approve(59.99))).toMatchObject({ status: 403, reason: 'key_amount' });
    expect((await approve(60)).status).toBe(200);
  });

  it('knows no amount by a key from before', async () => {
    const { db } = shop.database;
    const company = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
    const knob = await makeVariant(db, { price: usd(10) });
    const bearer = await keyOf(await shop.person({ company }), ['orders:write']);
    await db
      .update(apiKeys)
      .set({ fromBefore: true, scopes: [] })
      .where(eq(apiKeys.prefix, bearer.slice(0, 12)));
    const order = {
      ...guest,
      ...{ paymentType: 'Terms', shippingMethod: 'local', total: 600, idempotencyKey: randomUUID() },
      cart: [{ productId: knob.productId, variantId: knob.variantId, quantity: 60 }],
    };
    expect((await shop.call('orders.submit', order, { bearer })).status).toBe(200);
  });
});
