import { eq, inArray } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { picks } from '#server/picking/tables.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { counted, keyOf, listOf, openPicking, pieces } from '#server/test/picked.ts';
import { reasonOf, refusal } from '#server/test/selling.ts';
import type { Order } from '#shared/schemas/orders.ts';

const { shop, erin, ben, fifty, ordered, picking, begin, finish, historyOf, readyMails, stateOf, close } =
  await openPicking();
afterAll(close);

describe('two people', () => {
  it('never pick one order: who comes second is told who does, and may take it over with its counts', async () => {
    const order = await fifty();
    const first = await begin(order);
    await picking().tick({ ...listOf(first), turn: 1, counts: counted(first, { 'K-1': 12, 'P-1': 0 }) });
    const { reason, message, details } = await refusal(begin(order, ben));
    expect([reason, message]).toEqual(['pick_state', 'Erin Field picks this order now.']);
    expect(details).toEqual({ pick: { end: null, name: 'Erin Field', since: first.pick?.begunAt } });
    const seen = await picking(ben).sheet({ id: order._id });
    expect(seen.pick).toMatchObject({ isMine: false, name: 'Erin Field' });

    const taken = await begin(order, ben, keyOf(first));
    expect([taken.pick?.isMine, pieces(taken)]).toEqual([true, [0, 12]]);
    expect(keyOf(taken)).not.toBe(keyOf(first));
    for (const asked of [
      () => picking().look(listOf(first)),
      () => picking().tick({ ...listOf(first), turn: 2, counts: counted(first) }),
      () => finish(first),
    ]) {
      const told = await refusal(asked());
      expect([told.reason, told.message]).toEqual(['pick_state', 'Ben Oak picks this order now.']);
    }
    expect(pieces(await picking(ben).sheet({ id: order._id }))).toEqual([0, 12]);
    await finish(taken, {}, {}, ben);
    expect((await refusal(finish(first))).message).toBe('Ben Oak has finished this list already.');
    expect((await historyOf(order)).slice(1, 3)).toEqual([
      'picking begun: ',
      'picking taken over: from Erin Field',
    ]);
  });

  it('are told by an address who picks, where that one has no name', async () => {
    const nameless = await makeUser(shop.app.db, {
      ...{ permissionLevel: 'Employee', name: '', email: 'nameless@knurl.test' },
    });
    const order = await fifty();
    const first = await begin(order, nameless);
    expect((await refusal(begin(order, ben))).message).toBe('nameless@knurl.test picks this order now.');
    const { orders: listed } = await shop.as(ben).orders.pickList({ orders: [order.orderNumber] });
    expect(listed.map(({ picker }) => picker)).toEqual(['nameless@knurl.test']);
    await picking(nameless).leave({ key: keyOf(first) });
  });

  it('who take an order on at once are one, and whoever takes over takes from whom they saw', async () => {
    const order = await fifty();
    const people = [erin, ben, await makeUser(shop.app.db, { permissionLevel: 'Employee', name: 'Cleo' })];
    const begun = await Promise.allSettled(people.map(person => begin(order, person)));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const at = begun.findIndex(({ status }) => status === 'fulfilled');
    const [, ...others] = people.toSpliced(at, 1).toSpliced(0, 0, people[at] as SessionUser);
    const seen = await picking().sheet({ id: order._id });
    const taken = await Promise.allSettled(others.map(person => begin(order, person, keyOf(seen))));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const open = await shop.app.db.select().from(picks).where(eq(picks.order, order._id));
    expect(open.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
    expect((await historyOf(order)).filter(event => event.startsWith('picking begun'))).toHaveLength(1);
  });

  it('on two devices of one person go on with the same list', async () => {
    const order = await fifty();
    const [one, other] = await Promise.all([begin(order), begin(order)]);
    expect(keyOf(one)).toBe(keyOf(other));
    expect((await historyOf(order)).filter(event => event.startsWith('picking'))).toEqual([
      'picking begun: ',
    ]);
  });
});

describe('a list that ends', () => {
  it('ends once: sent twice, and at once, its counts are stored once and its customer is told once', async () => {
    const order = await fifty();
    const sheet = await begin(order);
    const all = await Promise.all([1, 2, 3].map(() => finish(sheet, { 'P-1': 6 })));
    expect(all.map(({ status, fulfilled }) => [status, fulfilled])).toEqual(Array(3).fill(['Ready', 46]));
    expect(await finish(sheet, { 'P-1': 6 })).toMatchObject({ fulfilled: 46 });
    // Other counts are not passed over in silence.
    expect((await refusal(finish(sheet, { 'P-1': 10 }))).message).toBe(
      'Erin Field has finished this list already.',
    );
    expect(await stateOf(order)).toEqual({ status: 'Ready', fulfilled: [40, 6] });
    expect(await readyMails(order)).toHaveLength(1);
    expect((await historyOf(order)).filter(event => event.startsWith('picked'))).toHaveLength(1);
    expect((await refusal(picking().look(listOf(sheet)))).message).toBe(
      'Erin Field has finished this list already.',
    );
  });

  it('is not made ready by a second end: whoever says so then is told that it ended', async () => {
    const order = await fifty();
    const sheet = await begin(order);
    await finish(sheet, { 'P-1': 6 }, { ready: false });
    expect(await reasonOf(finish(sheet, { 'P-1': 6 }))).toBe('pick_state');
    expect(await stateOf(order)).toEqual({ status: 'Processing', fulfilled: [40, 6] });
  });

  it('ends in one of both where its order is canceled at the same time', async () => {
    for (let times = 0; times < 5; times++) {
      const order = await fifty();
      const sheet = await begin(order);
      const [done, canceled] = await Promise.allSettled([
        finish(sheet, {}, { ready: false }),
        shop.as(ben).orders.cancel({ _id: order._id }),
      ]);
      expect(canceled.status).toBe('fulfilled');
      const { status, fulfilled } = await stateOf(order);
      expect(status).toBe('Canceled');
      expect(fulfilled).toEqual(done.status === 'fulfilled' ? [40, 10] : [0, 0]);
    }
  });

  it('ends with its order, whoever cancels it, sends it or deletes it, and who picks is told at the next tick', async () => {
    const admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
    const sample = await makeVariant(shop.app.db, { price: usd(0), stock: 50 });
    const ends: [string, Order, (order: Order) => Promise<unknown>][] = [
      ['canceled', await fifty(), ({ _id }) => shop.as(ben).orders.cancel({ _id })],
      [
        'moved on',
        await fifty({ shippingMethod: 'ground' }),
        ({ _id }) => shop.as(ben).orders.adminPatch({ _id, status: 'Shipped', allPicked: true }),
      ],
      ['deleted', await ordered([[sample, 3]]), ({ _id }) => shop.as(admin).orders.remove({ id: _id })],
    ];
    for (const [end, order, happen] of ends) {
      const sheet = await begin(order);
      const some = counted(sheet, { 'K-1': 4, [sample.productNum]: 1 });
      await picking().tick({ ...listOf(sheet), turn: 1, counts: some });
      await happen(order);
      const rows = await shop.app.db.select().from(picks).where(eq(picks.order, order._id));
      expect(rows.map(row => [row.end, row.endedAt !== null])).toEqual(
        end === 'deleted' ? [] : [[end, true]],
      );
      const status = end === 'canceled' ? 'Canceled' : 'Shipped';
      const told =
        end === 'deleted' ? ['not_found', undefined] : ['order_state', { order: { _id: order._id, status } }];
      for (const asked of [
        () => picking().look(listOf(sheet)),
        () => picking().tick({ ...listOf(sheet), turn: 2, counts: some }),
        () => finish(sheet),
      ]) {
        const { reason, details } = await refusal(asked());
        expect([end, reason, details]).toEqual([end, ...told]);
      }
      if (end !== 'deleted') await picking().leave({ key: keyOf(sheet) });
    }
    // The one who held the canceled goods still reads what goes back to its place; nobody else picks anything there.
    const id = ends[0]?.[1]._id ?? '';
    expect(pieces(await picking().sheet({ id }))).toEqual([10, 4]);
    expect((await picking(ben).sheet({ id })).pick).toBeNull();
  });

  it('can be put back: its counts wait for whoever goes on, unless the order has changed', async () => {
    const order = await fifty();
    const sheet = await begin(order);
    await picking().tick({ ...listOf(sheet), turn: 1, counts: counted(sheet, { 'K-1': 7, 'P-1': 3 }) });
    for (let times = 0; times < 2; times++) await picking().leave({ key: keyOf(sheet) });
    expect((await picking().sheet({ id: order._id })).pick).toBeNull();
    expect((await refusal(picking().look(listOf(sheet)))).message).toBe(
      'Erin Field has put this order back.',
    );
    const next = await begin(order, ben);
    expect(pieces(next)).toEqual([3, 7]);
    await picking(ben).leave({ key: keyOf(next) });
    const [line] = order.cart;
    await shop.as(ben).orders.adminPatch({ _id: order._id, cart: [{ _id: line?._id ?? '', fulfilled: 7 }] });
    expect(pieces(await begin(order, ben))).toEqual([0, 0]);
    expect((await historyOf(order)).filter(event => event.startsWith('picking'))).toEqual([
      ...['picking begun: ', 'picking left: ', 'picking begun: ', 'picking left: ', 'picking begun: '],
    ]);
  });

  it('leads to the order that has waited longest, which nobody picks or has picked', async () => {
    const { db } = shop.app;
    await db
      .update(orders)
      .set({ status: 'Completed' })
      .where(inArray(orders.status, ['Submitted', 'Processing']));
    const [first, second, third] = [await fifty(), await fifty(), await fifty()];
    await begin(second, ben);
    const sheet = await begin(first);
    expect((await finish(sheet, { 'P-1': 6 }, { ready: false })).next).toEqual({
      ...{ _id: third._id, orderNumber: third.orderNumber },
    });
    const last = await finish(await begin(third), {}, {});
    // The units short of the first are on no shelf.
    expect(last.next).toBeNull();
  });
});
