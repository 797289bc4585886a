import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import type { SessionUser } from '#server/context.ts';
import { PORTION } from '#server/list-file.ts';
import { orderFile } from '#server/orders/order-file.ts';
import { orders } from '#server/orders/tables.ts';
import { appRouter } from '#server/router.ts';
import { openDoors } from '#server/test/doors.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { askFile, linesOf } from '#server/test/list-files.ts';
import { onTerms, openShop, type Selling } from '#server/test/selling.ts';
import { KEY_SCOPES, type KeyScope } from '#shared/enumerations.ts';
import { DESK_SORTS, type DeskSort } from '#shared/office-lists.ts';
import { orderFileSchema } from '#shared/schemas/list-files.ts';

let shop: Selling;
let app: FastifyInstance;
let clerk: SessionUser;
let buyer: SessionUser;
let knob: MadeVariant;

const COUNT = 2 * PORTION + 7;

beforeAll(async () => {
  shop = await openShop();
  ({ app } = await openDoors(shop.database, appRouter));
  const { db } = shop.app;
  clerk = await makeUser(db, { permissionLevel: 'Employee' });
  const company = await makeCompany(db, {
    name: '=HYPERLINK("http://x")',
    creditLimit: usd(9000),
    taxExempt: true,
  });
  buyer = await makeUser(db, { company });
  knob = await makeVariant(db, { price: usd(10), stock: 5000 });
  await shop.as(buyer).orders.submit({
    ...onTerms(knob, 43),
    ...{
      name: '@SUM(1)',
      poNumber: '-1+2',
      orderName: '+cmd',
      phone: '512 555 0143',
      email: 'ada@example.com',
    },
  });
  // Many in one millisecond, some without a day on which they are due, and names that say the same twice.
  await db.insert(orders).values(
    Array.from({ length: COUNT }, (_, n) => ({
      ...{ orderKey: `key-${n}`, idempotencyKey: `file ${n}`, requestHash: '', status: 'Shipped' as const },
      ...{
        name: `Ünal “${n % 9}”, Co\nLtd`,
        email: 'u@example.com',
        paymentType: 'Check' as const,
        taxRate: 0,
      },
      ...{ shippingMethod: 'local' as const, date: '2026-01-05', deliveryDate: '2026-01-07' },
      ...{ subTotal: usd(n % 50), discount: usd(0), shipping: usd(0), tax: usd(0), storeCredit: usd(0) },
      ...{ total: usd(n % 50), createdAt: `2026-01-0${1 + (n % 3)}T10:00:00.000Z` },
      ...{ dueDate: n % 4 === 0 ? null : `2026-02-0${1 + (n % 5)}` },
    })),
  );
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const ask = (
  query: Record<string, string>,
  user: SessionUser | null = clerk,
  scopes: readonly KeyScope[] = KEY_SCOPES,
) => askFile({ app, db: shop.app.db }, 'orders', { columns: 'number', ...query }, { user, scopes });

describe('a view of the desk as a file', () => {
  it('keeps none of the pages waiting of whoever stops to receive it', async () => {
    const { app: loaded } = await openDoors(shop.database, appRouter, { isLoaded: () => true });
    const { key } = await createApiKey(shop.app.db, clerk, { name: 'slow', scopes: [...KEY_SCOPES] });
    const headers = { authorization: `Bearer ${key}` };
    const stopped = await Promise.all(
      [1, 2, 3].map(() =>
        loaded.inject({ url: '/admin/orders.csv?columns=number', headers, payloadAsStream: true }),
      ),
    );
    expect(stopped.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await loaded.inject({ url: '/api/v1/orders/some?status=Shipped', headers })).statusCode).toBe(
      200,
    );
    for (const answer of stopped) answer.stream().destroy();
    await loaded.close();
  });

  it('has the columns that were chosen, as they were chosen, and is named by view and day', async () => {
    const answer = await ask({
      view: 'toPick',
      columns: 'total,number,customer,status,payment,delivery,units,town,wanted',
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="orders-to-pick-\d{4}-\d{2}-\d{2}\.csv"$/,
      ),
    });
    const [order] = (await shop.as(clerk).orders.desk({ view: 'toPick' })).orders;
    expect(answer.body.startsWith('\uFEFF')).toBe(true);
    const [heads, line] = linesOf(answer.body);
    expect(heads).toEqual([
      ...['Total', 'To pay', 'Order', 'Customer', 'Company', 'Status', 'Alert', 'Payment', 'Paid', 'Due'],
      ...['Delivery', 'Units', 'To come', 'Ship to', 'Requested for'],
    ]);
    expect(line).toEqual([
      ...['430.00', '430.00', `${order?.orderNumber}`, "'@SUM(1)", '\'=HYPERLINK("http://x")', 'Submitted'],
      ...['', 'On account', 'no', order?.dueDate, 'Pick-up at the store', '43', '43'],
      ...['Austin, TX 78701', order?.deliveryDate],
    ]);
    const named = await ask({ view: 'toPick', name: 'Müller & Söhne: “late”' });
    expect(named.headers['content-disposition']).toMatch(/filename="orders-mu-ller-so-hne-late-[\d-]+\.csv"/);
  });

  it('keeps a spreadsheet from taking any cell for a formula', async () => {
    const { body } = await ask({ view: 'toPick', columns: 'number,customer,job,po,email,phone,salesman' });
    for (const cell of linesOf(body).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
    // Quotes alone keep a semicolon in a name from beginning a cell where cells are parted at it.
    for (const line of body
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n'))
      expect(line).toMatch(/^"[^\r]*"$/);
    expect(linesOf(body)[1]).toContain("'+cmd");
    expect(linesOf(body)[1]).toContain("'-1+2");
  });

  it.each<DeskSort>([...DESK_SORTS])('has every order once, by %s, over all portions', async sort => {
    const wanted = await shop.as(clerk).orders.deskIds({ sort });
    expect(wanted.orders).toHaveLength(COUNT + 1);
    const numbers = new Map(
      (await shop.app.db.select({ _id: orders._id, orderNumber: orders.orderNumber }).from(orders)).map(
        ({ _id, orderNumber }) => [_id, String(orderNumber)],
      ),
    );
    const { body } = await ask({ sort });
    expect(linesOf(body).slice(1).flat()).toEqual(wanted.orders.map(({ _id }) => numbers.get(_id)));
  });

  it('is narrowed as the list is', async () => {
    const asked = {
      view: 'all',
      search: 'ünal',
      status: 'Shipped,Ready',
      paid: 'false',
      from: '2026-01-02',
      to: '2026-01-02',
    };
    const { total } = await shop
      .as(clerk)
      .orders.desk({ ...asked, view: 'all', status: ['Shipped', 'Ready'], paid: false });
    expect(total).toBeGreaterThan(100);
    expect(linesOf((await ask({ ...asked, limit: '3' })).body)).toHaveLength(1 + total);
    expect(linesOf((await ask({ ...asked, paid: 'no' })).body)).toHaveLength(1 + total);
    expect(linesOf((await ask({ search: 'nothing like it' })).body)).toEqual([['Order']]);
  });

  it('leaves off where whoever asked for it has gone', async () => {
    const asked = orderFileSchema.parse({ columns: 'number' });
    const file = orderFile(shop.app.db, asked);
    expect((await file.next()).value).toContain('Order');
    expect(linesOf(String((await file.next()).value))).toHaveLength(PORTION);
    await file.return(undefined);
    expect(await file.next()).toEqual({ done: true, value: undefined });
  });

  it('is for staff, and for keys that read orders', async () => {
    const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).statusCode;
    expect(await statusOf({}, null)).toBe(401);
    expect(await statusOf({}, buyer)).toBe(404);
    expect(await statusOf({}, clerk, ['catalogue:read'])).toBe(403);
    const wrong = await ask({ columns: 'number,margin', view: 'nowhere', from: '31.12.' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().issues.map(({ path }: { path: string[] }) => path[0])).toEqual(
      expect.arrayContaining(['columns', 'view', 'from']),
    );
  });
});
