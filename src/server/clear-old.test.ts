import { asc, eq, gt, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearOld } from '#server/clear-old.ts';
import { counts } from '#server/counts.ts';
import { logEntries } from '#server/logs/tables.ts';
import { queueMail, requeueMail } from '#server/mail/mail.ts';
import { emails, mailLinks } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { accountEntries, payments } from '#server/payments/tables.ts';
import { keptDays } from '#server/site/kept-days.ts';
import { siteSettings } from '#server/site/tables.ts';
import { learnOrders } from '#server/suggestions/learn-orders.ts';
import { learnedOrders } from '#server/suggestions/tables.ts';
import { makeCompany, makeUser } from '#server/test/factories.ts';
import { openShop, paidOrder, reasonOf, type Selling } from '#server/test/selling.ts';
import { KEPT } from '#shared/office-lists.ts';
import { ORDER_EVENTS, type OrderEventName } from '#shared/rules/order-events.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const NOW = new Date('2040-06-01T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();
const db = () => shop.app.db;
const clear = (signal = new AbortController().signal, now = NOW) =>
  clearOld(db(), { log: shop.app.log, signal, now });
const keep = (days: typeof siteSettings.$inferInsert.keptDays) =>
  db().update(siteSettings).set({ keptDays: days });
beforeEach(() => keep({}));

const LINK = 'https://shop.test/x?key=1';

describe('mails', () => {
  const mail = async (
    createdAt: string,
    status: 'queued' | 'sent' | 'failed',
    dedupeKey = crypto.randomUUID(),
  ) => {
    const _id = await queueMail(db(), shop.app, {
      ...{
        template: 'contact' as const,
        to: 'ada@example.com',
        subject: 'Hinges',
        html: `<p>Secret ${LINK}</p>`,
        text: `Secret ${LINK}`,
        dedupeKey,
      },
      attachments: [{ name: 'a.txt', contentType: 'text/plain', content: Buffer.from('file') }],
      secrets: [LINK],
    });
    await db()
      .update(emails)
      .set({ createdAt, status })
      .where(eq(emails._id, _id ?? ''));
    return { _id: _id ?? '', dedupeKey };
  };
  const read = async (_id: string) => (await db().select().from(emails).where(eq(emails._id, _id)))[0];

  it('lose texts, files and links after the time of the settings; that they were sent stays, and no event mails twice', async () => {
    await keep({ mailTexts: 100 });
    const old = await mail(ago(101), 'sent');
    const young = await mail(ago(99), 'sent');
    const waiting = await mail(ago(5000), 'queued');
    expect((await clear()).emails).toBe(1);
    expect(await read(old._id)).toMatchObject({
      ...{ to: 'ada@example.com', subject: 'Hinges', status: 'sent', createdAt: ago(101) },
      ...{ html: '', text: '', attachments: [], clearedAt: expect.any(String) },
    });
    expect(await db().$count(mailLinks, eq(mailLinks.email, old._id))).toBe(0);
    for (const { _id } of [young, waiting]) {
      expect(await read(_id)).toMatchObject({ text: expect.stringContaining('Secret'), clearedAt: null });
      expect(await db().$count(mailLinks, eq(mailLinks.email, _id))).toBe(1);
    }
    const again = { template: 'contact' as const, to: 'a@b.c', subject: '', html: '', text: '' };
    expect(await queueMail(db(), shop.app, { ...again, dedupeKey: old.dedupeKey })).toBeNull();
    expect((await clear()).emails).toBe(0);
  });

  it('without a text say so, and are not sent again', async () => {
    const { _id } = await mail(ago(4000), 'failed');
    await clear();
    const admin = shop.as(await makeUser(db(), { permissionLevel: 'Admin' }));
    expect(await admin.mailbox.get({ id: _id })).toMatchObject({
      text: 'The text of this email is no longer kept.',
      attachments: [],
    });
    expect(await reasonOf(admin.mailbox.resend({ _id }))).toBe('mail_cleared');
    expect(await requeueMail(db(), shop.app, _id)).toBe(false);
    expect((await read(_id))?.status).toBe('failed');
  });

  it('of an order are made anew all the same', async () => {
    const order = await paidOrder(shop);
    const own = eq(emails.order, order._id);
    await db()
      .update(emails)
      .set({ createdAt: ago(4000), status: 'sent', template: 'order-confirmation' })
      .where(own);
    const [sent] = await db().select().from(emails).where(own);
    await clear();
    const admin = shop.as(await makeUser(db(), { permissionLevel: 'Admin' }));
    const { _id } = await admin.mailbox.resend({ _id: sent?._id ?? '' });
    expect((await read(_id))?.text).toContain(String(order.orderNumber));
  });
});

describe('the history of an order', () => {
  const HANDLING: OrderEventName[] = [
    ...(['tracking', 'mailed', 'alert dismissed'] as const),
    ...(['picking begun', 'picking taken over', 'picking left', 'picked'] as const),
  ];
  const BOOKS = ORDER_EVENTS.filter(name => !HANDLING.includes(name));

  /** An order with every event there is, of so many days ago. */
  async function order(days: number, said: Partial<typeof orders.$inferInsert>): Promise<string> {
    const { _id } = await paidOrder(shop);
    await db()
      .update(orders)
      .set({ createdAt: ago(days), ...said })
      .where(eq(orders._id, _id));
    await db().delete(orderEvents).where(eq(orderEvents.order, _id));
    await db()
      .insert(orderEvents)
      .values(ORDER_EVENTS.map(name => ({ order: _id, name, date: ago(days) })));
    return _id;
  }
  const left = async (_id: string) =>
    (
      await db().select().from(orderEvents).where(eq(orderEvents.order, _id)).orderBy(asc(orderEvents._id))
    ).map(({ name }) => name);

  it('that is over loses how it was handled, and after the time of the books the rest', async () => {
    const { handling, books } = KEPT;
    const young = await order(handling.standard - 1, { status: 'Completed' });
    const over = await order(handling.standard + 1, { status: 'Completed' });
    const canceled = await order(books.standard - 1, { status: 'Canceled' });
    const old = await order(books.standard + 1, { status: 'Completed' });
    await clear();
    expect(await left(young)).toHaveLength(ORDER_EVENTS.length);
    expect(await left(over)).toEqual(BOOKS);
    expect(await left(canceled)).toEqual(BOOKS);
    expect(await left(old)).toEqual([]);
  });

  it('that goes on, or still owes something, keeps what it needs; its money stays whatever its age', async () => {
    const open = await order(9000, { status: 'Shipped' });
    const owing = await order(9000, { status: 'Completed', amountPaid: 0 as never });
    const paid = await order(9000, { status: 'Completed' });
    const money = async () => [await db().select().from(payments), await db().select().from(accountEntries)];
    const before = await money();
    await clear();
    expect(await left(open)).toHaveLength(ORDER_EVENTS.length);
    expect(await left(owing)).toEqual(BOOKS);
    expect(await left(paid)).toEqual([]);
    expect(await money()).toEqual(before);
    expect(await db().$count(orders, eq(orders._id, paid))).toBe(1);
  });
});

it('the log is kept for its time, and what it says of money and of deleted orders for that of the books', async () => {
  await db().delete(logEntries);
  const entry = (type: 'security' | 'payment' | 'order', days: number) =>
    db()
      .insert(logEntries)
      .values({ type, name: `${type} ${days}`, date: ago(days) });
  const { log, books } = KEPT;
  for (const type of ['security', 'payment', 'order'] as const) {
    for (const days of [log.standard - 1, log.standard + 1, books.standard + 1]) await entry(type, days);
  }
  expect((await clear()).log_entries).toBe(4);
  const names = (await db().select().from(logEntries)).map(({ name }) => name);
  const both = ['payment', 'order'].flatMap(type => [1, -1].map(days => `${type} ${log.standard + days}`));
  expect(new Set(names)).toEqual(new Set([...both, `security ${log.standard - 1}`]));
});

it('the log says for as long as the books are kept why no tax was taken', async () => {
  const admin = await makeUser(db(), { permissionLevel: 'Admin' });
  const company = await makeCompany(db(), { taxExempt: true });
  await db().delete(logEntries);
  await shop.as(admin).companies.update({ _id: company, taxExempt: false });
  await shop.as(admin).companies.update({ _id: company, city: 'Austin' });
  const old = async (days: number) => {
    await db()
      .update(logEntries)
      .set({ date: ago(days) });
    return (await clear()).log_entries;
  };
  expect(await old(KEPT.log.standard + 1)).toBe(1);
  expect(await db().select().from(logEntries)).toMatchObject([{ after: { taxExempt: false } }]);
  expect(await old(KEPT.books.standard + 1)).toBe(1);
});

it('a table that can’t be cleared keeps none of the others back, and fails the run', async () => {
  const { _id: user } = await makeUser(db());
  await db().delete(notifications);
  await db()
    .insert(notifications)
    .values({ user, type: 0, title: 'old', createdAt: ago(999) });
  await queueMail(db(), shop.app, {
    ...{ template: 'contact', to: 'a@b.test', subject: 'Old', html: '', text: '', dedupeKey: 'stuck' },
  });
  const own = eq(emails.dedupeKey, 'stuck');
  await db()
    .update(emails)
    .set({ createdAt: ago(4000), status: 'sent' })
    .where(own);
  await db().execute(sql`create function stuck() returns trigger language plpgsql as
    $$ begin raise exception 'stuck'; end $$`);
  await db().execute(sql`create trigger stuck before update on emails execute function stuck()`);
  await expect(clear()).rejects.toThrow('Could not clear emails.');
  expect(await db().$count(notifications)).toBe(0);
  await db().execute(sql`drop function stuck cascade`);
  expect((await clear()).emails).toBe(1);
});

it('notifications go after their time, more of them than one portion takes, and others’ stay', async () => {
  const { _id: user } = await makeUser(db());
  const note = (days: number, title: string) => ({ user, type: 0, title, createdAt: ago(days) });
  await db().delete(notifications);
  await db()
    .insert(notifications)
    .values([
      ...Array.from({ length: 1200 }, (_, index) => note(366 + (index % 9), 'old')),
      ...Array.from({ length: 300 }, () => note(364, 'young')),
    ]);
  expect((await clear()).notifications).toBe(1200);
  expect(await db().$count(notifications)).toBe(300);
  expect(await db().$count(notifications, eq(notifications.title, 'young'))).toBe(300);
});

it('an order that suggestions forgot is not learned from again', async () => {
  // By the clock of the database, as the sweep goes.
  const now = new Date();
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const learned = async () => (await db().select().from(learnedOrders)).map(({ order }) => order);
  await db().delete(learnedOrders);
  await keep({ learnedOrders: KEPT.learnedOrders.least });
  for (const days of [29, 31, 31]) {
    const { _id: order } = await paidOrder(shop);
    await db()
      .update(orders)
      .set({ createdAt: before(days) })
      .where(eq(orders._id, order));
    await db().insert(learnedOrders).values({ order });
  }
  await db().insert(learnedOrders).values({ order: crypto.randomUUID() });
  const [young] = await learned();
  expect((await clear(undefined, now)).learned_orders).toBe(3);
  expect(await learned()).toEqual([young]);
  await db()
    .update(orders)
    .set({ createdAt: before(8) })
    .where(gt(orders.createdAt, before(8)));
  await learnOrders(shop.app);
  expect(await learned()).toEqual([young]);
});

it('nothing is kept for less than its least, whatever the settings say', async () => {
  await keep({ log: 1, books: 1, notifications: 31 });
  expect(await keptDays(db())).toEqual({
    ...Object.fromEntries(Object.entries(KEPT).map(([kind, { standard }]) => [kind, standard])),
    ...{ log: KEPT.log.least, books: KEPT.books.least, notifications: 31 },
  });
});

it('a run that is stopped leaves the rest to the next one, and /metrics counts what went', async () => {
  const counted = async () =>
    Number(/rows_cleared_total\{table="notifications"\} (\d+)/.exec(await counts.metrics())?.[1]);
  const { _id: user } = await makeUser(db());
  await db().delete(notifications);
  await db()
    .insert(notifications)
    .values(Array.from({ length: 120 }, () => ({ user, type: 0, title: 'old', createdAt: ago(999) })));
  const before = await counted();
  expect((await clear(AbortSignal.abort())).notifications).toBe(0);
  expect(await db().$count(notifications)).toBe(120);
  expect((await clear()).notifications).toBe(120);
  expect((await counted()) - before).toBe(120);
});
