import { randomUUID } from 'node:crypto';
import { desc, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comments } from '#server/comments/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { makeUser } from '#server/test/factories.ts';
import { openShop, paidOrder, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { makeTrade, type Trade } from '#server/test/trade.ts';
import { users } from '#server/users/tables.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let trade: Trade;
let clerk: SessionUser;
let order: Order;
beforeAll(async () => {
  shop = await openShop();
  trade = await makeTrade(shop.app.db);
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee', name: 'Cleo Clerk' });
  order = await paidOrder(shop);
});
afterAll(() => shop.close());

const as = (user: SessionUser) => shop.as(user).comments;
const add = (text: string, mentions: string[] = [], subject = order._id) =>
  as(clerk).add({ kind: 'order', subject, text, mentions });
const list = (subject = order._id, kind: 'order' | 'user' | 'company' = 'order') =>
  as(clerk).list({ kind, subject });
const notesOf = async (user: SessionUser) =>
  shop.app.db
    .select({ type: notifications.type, title: notifications.title, link: notifications.link })
    .from(notifications)
    .where(sql`${notifications.user} = ${user._id} and ${notifications.title} like '%mentioned you%'`)
    .orderBy(desc(notifications._id));
const age = (_id: string, seconds: number) =>
  shop.app.db
    .update(comments)
    .set({ createdAt: new Date(Date.now() - seconds * 1000).toISOString() })
    .where(eq(comments._id, _id));

describe('a comment (rule B1)', () => {
  it('is shown to staff as it was written, the newest first', async () => {
    const first = await add('  <b>Call</b> the customer:\nhttps://knurl.example  ');
    const second = await as(trade.admin).add({ kind: 'order', subject: order._id, text: 'Called.' });
    expect(first).toMatchObject({
      kind: 'order',
      subject: order._id,
      by: { _id: clerk._id, name: 'Cleo Clerk' },
      text: '<b>Call</b> the customer:\nhttps://knurl.example',
      mentions: [],
      editedAt: null,
      deletedAt: null,
    });
    const { comments: shown, cursor } = await list();
    expect([shown, cursor]).toEqual([[second, first], null]);
  });

  it('is written once under a key, and tells once, however often it is asked for', async () => {
    const mate = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
    const { _id: subject } = await paidOrder(shop);
    const asked = {
      ...{ kind: 'order' as const, subject, text: 'Twice pressed', mentions: [mate._id] },
      idempotencyKey: randomUUID(),
    };
    const [one, other] = await Promise.all([as(clerk).add(asked), as(clerk).add(asked)]);
    expect(other).toEqual(one);
    expect(await as(clerk).add(asked)).toEqual(one);
    expect((await list(subject)).comments).toEqual([one]);
    expect(await notesOf(mate)).toHaveLength(1);
    // Other words under the same key are no repetition, nor are somebody else's.
    await as(clerk).add({ ...asked, text: 'Changed since', mentions: [] });
    await as(trade.admin).add({ ...asked, mentions: [] });
    expect((await list(subject)).comments.map(({ text }) => text)).toEqual([
      ...['Twice pressed', 'Changed since', 'Twice pressed'],
    ]);
    await expect(as(clerk).add({ ...asked, idempotencyKey: 'again' })).rejects.toThrow();
  });

  it('is about an order, a user or a company that is there', async () => {
    for (const [kind, subject] of [
      ['user', trade.member._id],
      ['company', trade.company],
    ] as const) {
      const made = await as(clerk).add({ kind, subject, text: `About a ${kind}` });
      expect((await list(subject, kind)).comments).toEqual([made]);
      expect(await reasonOf(as(clerk).add({ kind, subject: order._id, text: 'No' }))).toBe('not_found');
    }
    expect(await reasonOf(add('No', [], randomUUID()))).toBe('not_found');
    expect((await list(trade.company, 'user')).comments).toEqual([]);
  });

  it('has 1 to 4,000 letters and mentions 20 people at most', async () => {
    expect((await add('x'.repeat(4000))).text).toHaveLength(4000);
    await expect(add('x'.repeat(4001))).rejects.toThrow();
    await expect(add(' \n ')).rejects.toThrow();
    await expect(add('hi', Array(21).fill(clerk._id))).rejects.toThrow();
  });

  it('is for staff alone', async () => {
    const { _id } = await add('Ours');
    for (const person of [null, trade.primary, trade.member]) {
      const caller = shop.as(person).comments;
      for (const asked of [
        () => caller.list({ kind: 'order', subject: order._id }),
        () => caller.add({ kind: 'order', subject: order._id, text: 'Mine' }),
        () => caller.edit({ _id, text: 'Mine' }),
        () => caller.remove({ _id }),
        () => caller.people({}),
      ]) {
        expect(await reasonOf(asked())).toBe(person ? 'forbidden' : 'signed_out');
      }
    }
  });
});

describe('a mention', () => {
  it('tells each of the staff once, with a link, and nobody of their own', async () => {
    const mate = await makeUser(shop.app.db, { permissionLevel: 'Employee', name: 'Mate' });
    const made = await add('@Mate, look', [mate._id, mate._id, clerk._id]);
    expect(made.mentions).toEqual([
      { _id: mate._id, name: 'Mate' },
      { _id: clerk._id, name: 'Cleo Clerk' },
    ]);
    const title = `Cleo Clerk mentioned you on order ${order.orderNumber}`;
    expect(await notesOf(mate)).toEqual([{ type: 2, title, link: `/admin/orders/${order._id}` }]);
    expect(await notesOf(clerk)).toEqual([]);
  });

  it('can be of all who are of the staff now, by their names', async () => {
    const [gone, nameless] = [
      await makeUser(shop.app.db, { permissionLevel: 'Admin', deletedAt: new Date().toISOString() }),
      await makeUser(shop.app.db, { permissionLevel: 'Employee', name: '' }),
    ];
    const people = await as(clerk).people({});
    expect(people).toContainEqual({ _id: clerk._id, name: 'Cleo Clerk', email: clerk.email });
    expect(people).toContainEqual({ _id: nameless._id, name: nameless.email, email: nameless.email });
    const ids = people.map(({ _id }) => _id);
    expect(ids).not.toContain(gone._id);
    expect(ids).not.toContain(trade.primary._id);
    const names = people.map(({ name }) => name.toLowerCase());
    expect(names).toEqual([...names].sort());
  });

  it('that an edit adds is told, one that was there is not told again', async () => {
    const [old, fresh] = [
      await makeUser(shop.app.db, { permissionLevel: 'Employee' }),
      await makeUser(shop.app.db, { permissionLevel: 'Admin' }),
    ];
    const { _id } = await add('look', [old._id]);
    const edited = await as(clerk).edit({ _id, text: 'look again', mentions: [old._id, fresh._id] });
    expect(edited).toMatchObject({ text: 'look again', editedAt: expect.any(String), editedBy: null });
    expect([(await notesOf(old)).length, (await notesOf(fresh)).length]).toEqual([1, 1]);
    // Somebody who has left since may stay where they stand, and be told of nothing.
    await shop.app.db.update(users).set({ permissionLevel: 'Retail' }).where(eq(users._id, old._id));
    await as(clerk).edit({ _id, text: 'once more', mentions: [old._id] });
    expect((await notesOf(old)).length).toBe(1);
  });

  it('of anybody else is refused by its place, and nothing is written', async () => {
    const before = await shop.app.db.$count(comments);
    const gone = await makeUser(shop.app.db, {
      permissionLevel: 'Employee',
      deletedAt: new Date().toISOString(),
    });
    const asked = [clerk._id, trade.primary._id, gone._id, randomUUID()];
    const { reason, issues } = await refusal(add('psst', asked));
    expect([reason, issues?.map(({ path }) => path)]).toEqual([
      'invalid',
      [
        ['mentions', 1],
        ['mentions', 2],
        ['mentions', 3],
      ],
    ]);
    expect(await shop.app.db.$count(comments)).toBe(before);
    expect(await notesOf(trade.primary)).toEqual([]);
  });

  it('on a user leads to the user', async () => {
    await as(clerk).add({ kind: 'user', subject: trade.member._id, text: 'hm', mentions: [trade.admin._id] });
    expect((await notesOf(trade.admin))[0]).toMatchObject({
      type: 0,
      link: `/admin/users/${trade.member._id}/info`,
    });
  });
});

describe('changing a comment', () => {
  it('is for its author for 15 minutes', async () => {
    const { _id } = await add('Fisrt');
    await age(_id, 15 * 60 - 20);
    expect(await as(clerk).edit({ _id, text: 'First' })).toMatchObject({ text: 'First' });
    await age(_id, 15 * 60 + 1);
    const late = await refusal(as(clerk).edit({ _id, text: 'Never' }));
    expect([late.reason, late.message]).toEqual([
      'forbidden',
      'A comment can be changed for 15 minutes. Please write another one.',
    ]);
    expect(await reasonOf(as(clerk).remove({ _id }))).toBe('forbidden');
    expect((await list()).comments.find(one => one._id === _id)?.text).toBe('First');
  });

  it('is for no other Employee, and for an Admin always, whose hand is shown', async () => {
    const { _id } = await add('Rude');
    await age(_id, 86_400);
    expect(await reasonOf(as(trade.employee).edit({ _id, text: 'Mine' }))).toBe('forbidden');
    expect(await reasonOf(as(trade.employee).remove({ _id }))).toBe('forbidden');
    const edited = await as(trade.admin).edit({ _id, text: 'Polite' });
    expect(edited).toMatchObject({
      text: 'Polite',
      by: { _id: clerk._id },
      editedBy: { _id: trade.admin._id },
    });
  });

  it('by removing it leaves a mark without its text, once', async () => {
    const { _id } = await add('Secret words', [trade.admin._id]);
    const removed = await as(clerk).remove({ _id });
    expect(removed).toMatchObject({
      text: '',
      mentions: [],
      by: { _id: clerk._id },
      deletedAt: expect.any(String),
      deletedBy: { _id: clerk._id },
    });
    expect(await as(trade.admin).remove({ _id })).toEqual(removed);
    expect(await reasonOf(as(clerk).edit({ _id, text: 'Back' }))).toBe('stale');
    expect((await list()).comments).toContainEqual(removed);
    expect(await shop.app.db.$count(comments, like(comments.text, '%Secret%'))).toBe(0);
    expect(await reasonOf(as(clerk).remove({ _id: randomUUID() }))).toBe('not_found');
  });
});

describe('comments', () => {
  it('come by pages without loss or doubles, though all share an instant or lie between two milliseconds', async () => {
    const { _id: subject } = await paidOrder(shop);
    for (let n = 0; n < 120; n++) await add(`${n}`, [], subject);
    await shop.app.db.execute(sql`
      update comments set created_at = timestamptz '2026-11-25 10:00:00.000100Z'
        + (case when text::int < 60 then 0 else text::int end) * interval '1 microsecond'
      where subject = ${subject}::uuid`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await as(clerk).list({ kind: 'order', subject, cursor });
      expect(page.comments.length).toBeLessThanOrEqual(50);
      seen.push(...page.comments.map(({ text }) => text));
      cursor = page.cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `${119 - index}`));
    await expect(as(clerk).list({ kind: 'order', subject, cursor: '1-x' })).rejects.toThrow();
  });

  it('go with their order, and stand in nothing that a customer is told', async () => {
    const buyer = await makeUser(shop.app.db);
    const bought = await paidOrder(shop, { buyer });
    await add('Sour customer', [trade.admin._id], bought._id);
    await as(clerk).add({ kind: 'user', subject: buyer._id, text: 'Sour customer' });
    await shop.app.jobs.drain();
    const told = [
      await shop.as(buyer).orders.byId({ id: bought._id }),
      await shop.as(clerk).orders.byId({ id: bought._id }),
      await shop.as(buyer).auth.me({}),
      await shop.as(buyer).notifications.list({}),
      await shop.app.db.select().from(emails),
    ];
    expect(JSON.stringify(told)).not.toMatch(/sour customer|mentioned you|comment/i);

    const { _id, orderKey } = await shop.as(buyer).orders.byId({ id: bought._id });
    expect(orderKey).toBeUndefined();
    await shop.app.db.execute(sql`delete from payment_allocations where "order" = ${_id}::uuid`);
    await shop.app.db.execute(sql`delete from payments where "order" = ${_id}::uuid`);
    await shop.as(trade.admin).orders.remove({ id: _id });
    expect(await shop.app.db.$count(comments, eq(comments.subject, _id))).toBe(0);
    expect(await shop.app.db.$count(comments, eq(comments.subject, buyer._id))).toBe(1);
  });
});
