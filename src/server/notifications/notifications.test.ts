import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  notifyAdmins,
  notifyCustomer,
  notifyStaff,
  notifyStaffAfresh,
  notifyStaffTogether,
  tellAdminsOnce,
} from '#server/notifications/notifications.ts';
import { notifications } from '#server/notifications/tables.ts';
import { makeUser } from '#server/test/factories.ts';
import { openShop, refusal, type Selling } from '#server/test/selling.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** A customer who was told of so many orders, the last one last. */
async function told(count: number) {
  const user = await makeUser(shop.app.db);
  for (let n = 1; n <= count; n++) {
    await notifyCustomer(shop.app.db, user._id, {
      type: n % 2 ? 1 : 5,
      title: `Order ${n}`,
      details: 'Thank you.',
      link: '/user/orders',
    });
  }
  return shop.as(user).notifications;
}
const titles = ({ notifications }: { notifications: { title: string }[] }) =>
  notifications.map(({ title }) => title);

it('notifications are listed by pages, the newest first, narrowed to a type or to the unread [NOTE-04]', async () => {
  const mine = await told(5);
  const first = await mine.list({ limit: 2 });
  expect([titles(first), first.total]).toEqual([['Order 5', 'Order 4'], 5]);
  expect(titles(await mine.list({ limit: 2, page: 3 }))).toEqual(['Order 1']);
  expect(titles(await mine.list({ type: 5 }))).toEqual(['Order 4', 'Order 2']);
  await mine.update({ _id: first.notifications[0]?._id ?? '', read: true });
  expect(titles(await mine.list({ read: false }))).toEqual(['Order 4', 'Order 3', 'Order 2', 'Order 1']);
  expect((await mine.newest({}))?.title).toBe('Order 4');
});

it('those of one moment come in the order in which staff were told', async () => {
  const admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
  const clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  const note = (nth: number) => ({ type: 2, title: `Note ${nth}`, details: '', link: `/admin/${nth}` });
  // All of one transaction have its time.
  await shop.app.db.transaction(async tx => {
    for (let nth = 1; nth <= 12; nth += 6) {
      await notifyStaff(tx, note(nth));
      await notifyAdmins(tx, note(nth + 1));
      await notifyCustomer(tx, admin._id, note(nth + 2));
      await notifyStaffAfresh(tx, note(nth + 3));
      await notifyStaffTogether(tx, note(nth + 4), sql`select 'none'`);
      await tellAdminsOnce(tx, note(nth + 5));
    }
  });
  const own = await shop.as(admin).notifications.list({ limit: 20 });
  expect(titles(own)).toEqual(Array.from({ length: 12 }, (_, nth) => `Note ${12 - nth}`));
  expect(new Set(own.notifications.map(({ createdAt }) => createdAt)).size).toBe(1);
  const theirs = await shop.as(clerk).notifications.list({ limit: 20 });
  expect(titles(theirs)).toEqual([11, 10, 7, 5, 4, 1].map(nth => `Note ${nth}`));
});

it('one is marked and deleted, or all of them, by nobody but whom they were for [NOTE-04]', async () => {
  const mine = await told(3);
  const other = await told(1);
  const [last] = (await mine.list({})).notifications;
  const _id = last?._id ?? '';
  expect(await mine.update({ _id, read: true })).toMatchObject({ _id, read: true });
  expect(await mine.update({ _id, read: false })).toMatchObject({ _id, read: false });
  expect((await refusal(other.update({ _id, read: true }))).reason).toBe('not_found');
  expect((await refusal(other.remove({ id: _id }))).reason).toBe('not_found');
  expect(await mine.remove({ id: _id })).toEqual({ _id });
  expect((await refusal(mine.remove({ id: _id }))).reason).toBe('not_found');
  expect(await mine.removeAll({})).toEqual({ deleted: 2 });
  expect((await mine.list({})).total).toBe(0);
  expect((await other.list({})).total).toBe(1);
});

it('a guest has none', async () => {
  const { notifications } = shop.as(null);
  for (const refused of [
    notifications.list({}),
    notifications.newest({}),
    notifications.removeAll({}),
    notifications.remove({ id: crypto.randomUUID() }),
  ]) {
    expect((await refusal(refused)).reason).toBe('signed_out');
  }
});

it('one that was seen is not the newest again, whatever part of its millisecond it was made in', async () => {
  const { db } = shop.app;
  const user = await makeUser(db);
  const mine = shop.as(user).notifications;
  const make = (title: string, createdAt: string) =>
    db.insert(notifications).values({ user: user._id, type: 1, title, details: '', createdAt });
  await make('First', '2026-11-27T12:00:00.123456Z');
  const first = await mine.newest({});
  expect(first).toMatchObject({ title: 'First', createdAt: '2026-11-27T12:00:00.123Z' });
  expect(await mine.newest({ since: first?.createdAt })).toBeNull();
  await make('Second', '2026-11-27T12:00:00.124001Z');
  expect(await mine.newest({ since: first?.createdAt })).toMatchObject({ title: 'Second' });
  expect(await mine.newest({ since: '2026-11-27T12:00:00.124Z' })).toBeNull();
});
