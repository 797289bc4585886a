import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import { historyReads } from '#server/orders/history-reads.ts';
import { moveOrder } from '#server/orders/order-status.ts';
import { DECLINES } from '#server/payments/gateway.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, paidOrder, reasonOf, type Selling } from '#server/test/selling.ts';
import { makeTrade, type Trade } from '#server/test/trade.ts';
import { historyDetails, historyWords } from '#shared/rules/history-words.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { HistoryEntry } from '#shared/schemas/staff-history.ts';

let shop: Selling;
let trade: Trade;
let clerk: SessionUser;
let buyer: SessionUser;
/** Bought, fulfilled, sent back and refunded. */
let order: Order;
beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  trade = await makeTrade(db);
  clerk = await makeUser(db, { permissionLevel: 'Employee', name: 'Cleo Clerk' });
  buyer = await makeUser(db, { name: 'Bo Buyer' });
  order = await paidOrder(shop, { buyer, quantity: 2 });
  const desk = shop.as(clerk);
  await moveOrder(shop.app, clerk, { _id: order._id, to: 'Processing' });
  await desk.orders.adminPatch({ _id: order._id, poNumber: 'PO 7' });
  await desk.comments.add({ kind: 'order', subject: order._id, text: 'Wrapped twice' });
  await moveOrder(shop.app, clerk, { _id: order._id, to: 'Ready', allPicked: true });
  const [line] = order.cart;
  const asked = { variantId: line?.variantId ?? '', quantity: 1, reason: 'too long' };
  const back = await shop.as(buyer).returns.create({ orderId: order._id, lines: [asked], notes: 'Sorry' });
  await desk.returns.update({ _id: back._id, status: 'Approved' });
  await desk.returns.update({
    _id: back._id,
    status: 'Received',
    lines: back.lines.map(({ _id }) => ({ _id, received: 1 })),
  });
  await desk.returns.update({ _id: back._id, status: 'Refunded' });
  await shop.app.jobs.drain();
});
afterAll(() => shop.close());

const history = (user: SessionUser | null, id = order._id, cursor?: string) =>
  shop.as(user).orders.history({ id, cursor });

async function wholeHistory(id: string, user = clerk): Promise<HistoryEntry[]> {
  const seen: HistoryEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await history(user, id, cursor);
    expect(page.entries.length).toBeLessThanOrEqual(50);
    seen.push(...page.entries);
    cursor = page.cursor ?? undefined;
  } while (cursor);
  return seen;
}

describe('the history of an order', () => {
  it('tells everything that happened to it, and who did it, the newest first', async () => {
    const { entries, cursor } = await history(clerk);
    expect(cursor).toBeNull();
    const times = entries.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    const told = entries.map(entry => `${entry.who}: ${historyWords(entry)}`);
    expect(told).toEqual(
      expect.arrayContaining([
        'Bo Buyer: Order placed',
        'system: Status changed',
        'Cleo Clerk: Status changed',
        'Cleo Clerk: Details changed',
        'Cleo Clerk: Comment',
        'Bo Buyer: Payment of $21.65 was received',
        'Bo Buyer: Return requested',
        'Cleo Clerk: Return approved',
        'Cleo Clerk: Return received',
        'Cleo Clerk: Return settled',
        'system: Refund went through',
        `system: Email to ${guest.email} was written, and kept here`,
      ]),
    );
    // Each thing once, in the order in which it happened, the newest first.
    expect(told.filter(one => /[Pp]ayment|[Cc]ard/.test(one))).toEqual([
      'Bo Buyer: Payment of $21.65 was received',
    ]);
    expect(told.filter(one => /Return|Refund/.test(one))).toEqual([
      'system: Refund went through',
      'Cleo Clerk: Return settled',
      'Cleo Clerk: Return received',
      'Cleo Clerk: Return approved',
      'Bo Buyer: Return requested',
    ]);
    const settled = entries.find(entry => historyWords(entry) === 'Return settled');
    expect(settled && historyDetails(settled)).toEqual(['$10.83 to the card that paid.']);
    expect(new Set(entries.map(({ kind }) => kind)).size).toBe(5);
  });

  it('has typed facts of each kind', async () => {
    const { entries } = await history(clerk);
    const found = (kind: HistoryEntry['kind'], fields: object = {}) => {
      const wanted = Object.entries(fields);
      return entries.find(
        entry => entry.kind === kind && wanted.every(([name, value]) => Reflect.get(entry, name) === value),
      );
    };
    expect(found('event', { name: 'edited' })).toMatchObject({
      description: 'poNumber',
      changes: [{ field: 'poNumber', before: '', after: 'PO 7' }],
      user: clerk._id,
    });
    expect(found('email', { template: 'order-confirmation' })).toMatchObject({
      to: guest.email,
      status: 'captured',
      subject: expect.stringContaining(`${order.orderNumber}`),
    });
    expect(found('payment')).toMatchObject({ amount: 21.65, status: 'succeeded', method: 'card' });
    expect(found('event', { name: 'refund succeeded' })).toMatchObject({ description: '$10.83' });
    expect(found('return')).toMatchObject({
      status: 'Refunded',
      refund: 10.83,
      refundTo: 'card',
      notes: 'Sorry',
    });
    expect(found('comment')).toMatchObject({ text: 'Wrapped twice', deletedAt: null, user: clerk._id });
    expect(JSON.stringify(entries)).not.toMatch(/"(html|cost|details|idempotencyKey|reference)"/);
  });

  it('shows a comment that was removed without its text', async () => {
    const { _id } = await paidOrder(shop);
    const { comments } = shop.as(clerk);
    const made = await comments.add({ kind: 'order', subject: _id, text: 'Never said' });
    await comments.remove({ _id: made._id });
    const { entries } = await history(clerk, _id);
    expect(entries[0]).toMatchObject({ kind: 'comment', text: '', deletedBy: { name: 'Cleo Clerk' } });
    expect(JSON.stringify(entries)).not.toContain('Never said');
  });

  it('names a guest by the address that they left, and a card that was declined', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(10) });
    const { _id, orderKey } = await shop.as(null).orders.submit({
      ...{ ...guest, cart: [lineOf(knob, 1)], shippingMethod: 'local', idempotencyKey: randomUUID() },
      total: usd(10.83),
    });
    const card = { testOutcome: 'decline' as const };
    await reasonOf(shop.as(null).payments.charge({ order: { _id, orderKey }, card }));
    const entries = await wholeHistory(_id);
    const told = entries.map(entry => `${entry.who}: ${historyWords(entry)}`);
    expect(told.sort()).toEqual([`${guest.email}: Order placed`, 'customer: Payment of $10.83 was declined']);
    expect(entries.flatMap(historyDetails).join()).not.toContain('card_declined');
  });

  it('says in words why a card was declined', () => {
    const said = Object.keys(DECLINES).map(declineReason =>
      historyDetails({ kind: 'payment', method: 'card', declineReason } as HistoryEntry).join(', '),
    );
    expect(said.join()).not.toMatch(/_/);
    // A plain decline has no more to say than that it was one.
    expect(said.filter(words => words === 'By card')).toHaveLength(1);
  });

  it('shows mails to staff to an Admin alone, as the mailbox does', async () => {
    const bought = await paidOrder(shop, { buyer: trade.admin });
    await shop.app.db.execute(sql`update emails set to_staff = true where "order" = ${bought._id}::uuid`);
    const kinds = async (user: SessionUser) => (await wholeHistory(bought._id, user)).map(({ kind }) => kind);
    expect(await kinds(clerk)).not.toContain('email');
    expect(await kinds(trade.admin)).toContain('email');
  });

  it('is for staff alone, and of orders that are there', async () => {
    expect(await reasonOf(history(null))).toBe('signed_out');
    for (const person of [buyer, trade.primary, trade.member]) {
      expect(await reasonOf(history(person))).toBe('forbidden');
    }
    expect(await reasonOf(history(clerk, randomUUID()))).toBe('not_found');
    await expect(history(clerk, order._id, '123')).rejects.toThrow();
  });

  it('is in nothing that its customer reads of the order', async () => {
    const told = await shop.as(buyer).orders.byId({ id: order._id });
    expect(JSON.stringify(told)).not.toMatch(/Wrapped twice|Cleo Clerk|history|comment|events/i);
    expect(told.cart[0]).not.toHaveProperty('cost');
  });
});

/** So many entries of each kind for an order, all at one instant but for microseconds. */
async function fill(db: Db, { _id }: Order, count: number): Promise<void> {
  const at = sql`timestamptz '2026-11-25 10:00:00Z' + (n % 7) * interval '1 microsecond'`;
  const [payment] = rows<{ id: string }>(
    await db.execute(sql`select id::text as id from payments where "order" = ${_id}::uuid limit 1`),
  );
  const many = sql`from generate_series(1, ${count}::int) as n`;
  for (const statement of [
    sql`insert into order_events (id, "order", date, name, description)
      select gen_random_uuid(), ${_id}::uuid, ${at}, 'fulfilled', n::text ${many}`,
    sql`insert into emails (id, template, "to", subject, html, text, "order", message_id, created_at)
      select gen_random_uuid(), 'order-updated', 'ada@example.com', n::text, repeat('x', 3000), '', ${_id}::uuid, '', ${at} ${many}`,
    sql`insert into payments (id, "order", provider, status, amount, idempotency_key, created_at)
      select gen_random_uuid(), ${_id}::uuid, 'test', 'declined', 100, gen_random_uuid()::text, ${at} ${many}`,
    sql`insert into refunds (id, payment, "order", status, amount, idempotency_key, created_at)
      select gen_random_uuid(), ${payment?.id}::uuid, ${_id}::uuid, 'unknown', 100, gen_random_uuid()::text, ${at} ${many}`,
    sql`insert into returns (id, "order", status, created_at)
      select gen_random_uuid(), ${_id}::uuid, 'Rejected', ${at} ${many}`,
    sql`insert into comments (id, kind, subject, by, text, created_at)
      select gen_random_uuid(), 'order', ${_id}::uuid, ${clerk._id}::uuid, n::text, ${at} ${many}`,
  ]) {
    await db.execute(statement);
  }
}

describe('a long history', () => {
  it('comes by pages without loss or doubles, though its entries share their instants', async () => {
    const long = await paidOrder(shop);
    const { length } = await wholeHistory(long._id);
    await fill(shop.app.db, long, 90);
    const seen = await wholeHistory(long._id);
    expect(seen).toHaveLength(length + 6 * 90);
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(seen.length);
  });

  it('is read by indexes alone, however much there is of other orders', async () => {
    const { db } = shop.app;
    const [long, other] = [await paidOrder(shop), await paidOrder(shop)];
    await fill(db, long, 90);
    await fill(db, other, 3000);
    await db.execute(sql`analyze`);
    const { cursor } = await history(clerk, long._id);
    for (const from of [undefined, cursor ?? '']) {
      const asked = historyReads(db, clerk, { order: long._id, cursor: from, limit: 51 });
      for (const [kind, query] of Object.entries(asked)) {
        const plan = JSON.stringify(rows(await db.execute(sql`explain ${query.getSQL()}`)));
        expect([kind, plan]).toEqual([
          kind,
          expect.not.stringMatching(/Seq Scan on (order_events|emails|payments|refunds|returns|comments)/),
        ]);
      }
    }
  });
});
