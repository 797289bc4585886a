import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { counted, keyOf, listOf, openPicking, pieces } from '#server/test/picked.ts';
import { reasonOf, refusal } from '#server/test/selling.ts';
import type { Order } from '#shared/schemas/orders.ts';

const {
  shop,
  erin,
  ben,
  dana,
  set,
  fromMaker,
  ordered,
  fifty,
  picking,
  begin,
  finish,
  historyOf,
  readyMails,
  stateOf,
  close,
} = await openPicking();
afterAll(close);

describe('picking an order (rule O18)', () => {
  it('ends in a mail that says what is ready and what follows, and in a history with the reason', async () => {
    const order = await fifty();
    const sheet = await begin(order);
    expect(sheet.places.map(({ bin, productNum, asked }) => [bin, productNum, asked])).toEqual([
      ['A2', 'P-1', 10],
      ['A10', 'K-1', 40],
    ]);
    expect(sheet).toMatchObject({
      order: { status: 'Processing', ordered: 50, fulfilled: 0, companyName: 'Hollis' },
      pick: { isMine: true, name: 'Erin Field', turn: 0, counts: [] },
    });
    const done = await finish(sheet, { 'P-1': 6 });
    expect(done).toMatchObject({ status: 'Ready', ordered: 50, fulfilled: 46 });
    expect(await stateOf(order)).toEqual({ status: 'Ready', fulfilled: [40, 6] });
    expect(await historyOf(order)).toEqual([
      'status: Submitted → Processing',
      'picking begun: ',
      'picked: 46 of 50, 4 short: none on shelf (P-1)',
      'fulfilled: 40 of 40 K-1, 6 of 10 P-1',
      'status: Processing → Ready',
    ]);
    const [mail, ...more] = await readyMails(order);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('So far: 46 of 50');
    expect(mail?.text).toMatch(/Still to come: 4 × Round knob \d+/);
    expect(mail?.text).toMatch(/Counter open: (until .+ today,|from) /);
  });

  it('leaves it as picked where it is to be sent: nobody is told before it leaves', async () => {
    const order = await fifty({ shippingMethod: 'ground' });
    const done = await finish(await begin(order), {}, { ready: false });
    expect(done).toMatchObject({ status: 'Processing', fulfilled: 50 });
    expect(await stateOf(order)).toEqual({ status: 'Processing', fulfilled: [40, 10] });
    expect(await readyMails(order)).toEqual([]);
    const { orders: toShip } = await shop.as(erin).orders.desk({ view: 'toShip', limit: 100 });
    expect(toShip.map(({ _id }) => _id)).toContain(order._id);
    expect((await picking().sheet({ id: order._id })).places).toEqual([]);
  });

  it('picks the rest of what waits at the counter, and tells of that alone', async () => {
    const order = await fifty();
    await finish(await begin(order), { 'P-1': 6 });
    const rest = await begin(order);
    expect(rest.places.map(({ productNum, asked }) => [productNum, asked])).toEqual([['P-1', 4]]);
    expect(await finish(rest)).toMatchObject({ status: 'Ready', fulfilled: 50 });
    const [, later] = await readyMails(order);
    expect(later?.text).toContain('The rest of your order');
    expect(later?.text).toMatch(/In this delivery: 4 × Round knob \d+/);
  });

  it('takes a set as the things that it holds, and counts whole sets', async () => {
    const order = await ordered([
      [set, 3],
      [fromMaker, 2],
    ]);
    const sheet = await begin(order);
    expect(sheet.places.map(({ bin, productNum, asked }) => [bin, productNum, asked])).toEqual([
      ['A2', 'P-1', 6],
      ['A10', 'K-1', 30],
    ]);
    expect(sheet.places[0]?.details[0]).toMatch(/^for Round knob/);
    const done = await finish(sheet, { 'K-1': 29 }, { counts: counted(sheet, { 'K-1': 29 }, 'damaged') });
    expect(done).toMatchObject({ ordered: 5, fulfilled: 2 });
    expect(await stateOf(order)).toEqual({ status: 'Ready', fulfilled: [2, 0] });
    expect(await historyOf(order)).toContain('picked: 2 of 5, 1 short: damaged (K-1)');
  });

  it('says beside its field what is missing or more than asked for, and stores nothing of it', async () => {
    const order = await fifty();
    const sheet = await begin(order);
    const [first, second] = counted(sheet);
    if (!first || !second) throw new Error('there are two places');
    const list = listOf(sheet);
    const sent = (counts: object[]) =>
      picking().finish({ ...list, counts: counts as typeof sheet.places & [], ready: true });
    for (const [counts, path, message] of [
      [
        [{ ...first, picked: 11 }, second],
        ['counts', 0, 'picked'],
        'is more than the 10 that are to be picked',
      ],
      [[first, { ...second, picked: 39 }], ['counts', 1, 'short'], 'is required'],
      [[first, { ...second, picked: 39, short: '  ' }], ['counts', 1, 'short'], 'is required'],
      [[first], ['counts'], 'has nothing for K-1'],
      [[first, second, { ...first, place: order._id }], ['counts', 2, 'place'], 'is not on this list'],
      [[first, second, second], ['counts', 2, 'place'], 'is named twice'],
    ] as const) {
      const { reason, issues } = await refusal(sent([...counts]));
      expect([reason, issues]).toEqual(['invalid', [{ path, message }]]);
    }
    const { issues } = await refusal(
      picking().tick({ ...list, turn: 1, counts: [{ ...first, picked: 11 }] }),
    );
    expect(issues?.[0]?.path).toEqual(['counts', 0, 'picked']);
    await expect(sent([first, { ...second, picked: -1 }])).rejects.toThrow('counts');
    expect(await stateOf(order)).toEqual({ status: 'Processing', fulfilled: [0, 0] });
    const none = counted(sheet, { 'K-1': 0, 'P-1': 0 });
    expect(await reasonOf(sent(none))).toBe('not_counted');
    expect(await picking().finish({ ...list, counts: none, ready: false })).toMatchObject({ fulfilled: 0 });
  });

  it('is for orders that are to be picked', async () => {
    const order = await fifty();
    await shop.as(erin).orders.cancel({ _id: order._id });
    const { reason, details } = await refusal(begin(order));
    expect([reason, details]).toEqual(['order_state', { order: { _id: order._id, status: 'Canceled' } }]);
    expect(await reasonOf(picking().begin({ id: randomUUID() }))).toBe('not_found');
    expect(await reasonOf(picking().sheet({ id: randomUUID() }))).toBe('not_found');
    expect(await reasonOf(shop.as(dana).picking.begin({ id: order._id }))).toBe('forbidden');
    expect(await reasonOf(shop.as(null).picking.sheet({ id: order._id }))).toBe('signed_out');
  });
});

describe('ticks of a list', () => {
  it('are stored as they were counted last, and one that comes twice or late changes nothing', async () => {
    const order = await fifty();
    const sheet = await begin(order);
    const [pulls, knobs] = sheet.places.map(({ place }) => place);
    if (!pulls || !knobs) throw new Error('there are two places');
    const tick = (turn: number, place: string, picked: number) =>
      picking().tick({ ...listOf(sheet), turn, counts: [{ place, picked }] });
    expect((await tick(1, pulls, 4)).counts).toEqual([{ place: pulls, picked: 4, short: '' }]);
    await tick(2, knobs, 40);
    const late = await tick(1, pulls, 3);
    expect(late.turn).toBe(2);
    const again = await tick(2, knobs, 39);
    expect(again).toEqual(late);
    expect(pieces(await picking().sheet({ id: order._id }))).toEqual([4, 40]);
    // Several at once, in whatever order they arrive: the last one holds.
    await Promise.all([3, 4, 5, 6].map(turn => tick(turn, pulls, turn)));
    expect(pieces(await picking().sheet({ id: order._id }))).toEqual([6, 40]);
    expect(await stateOf(order)).toEqual({ status: 'Processing', fulfilled: [0, 0] });
  });

  it('are told at once that the order was canceled, edited or moved on', async () => {
    const change: Record<string, (order: Order) => Promise<unknown>> = {
      order_state: ({ _id }) => shop.as(ben).orders.cancel({ _id }),
      stale: ({ _id, cart }) =>
        shop.as(ben).orders.adminPatch({ _id, cart: [{ _id: cart[0]?._id ?? '', fulfilled: 5 }] }),
    };
    for (const [expected, happen] of Object.entries(change)) {
      const order = await fifty();
      const sheet = await begin(order);
      const list = listOf(sheet);
      await picking().look(list);
      await picking().tick({ ...list, turn: 1, counts: counted(sheet, { 'K-1': 30 }) });
      await happen(order);
      const before = await stateOf(order);
      for (const asked of [
        () => picking().look(list),
        () => picking().tick({ ...list, turn: 2, counts: counted(sheet) }),
        () => finish(sheet),
      ]) {
        const { reason, details } = await refusal(asked());
        expect([reason, details]).toMatchObject([expected, { order: { _id: order._id } }]);
      }
      expect(await stateOf(order)).toEqual(before);
    }
    const moved = await fifty();
    const sheet = await begin(moved);
    await shop.as(ben).orders.adminPatch({ _id: moved._id, status: 'Ready', allPicked: true });
    expect(await reasonOf(finish(sheet))).toBe('stale');
    expect((await readyMails(moved)).length).toBe(1);
    const anew = await begin(moved);
    expect([anew.places, keyOf(anew)]).toEqual([[], keyOf(sheet)]);
  });

  it('of a changed list go on with what is still to be picked', async () => {
    const order = await fifty();
    const sheet = await begin(order);
    await picking().tick({ ...listOf(sheet), turn: 1, counts: counted(sheet) });
    const [line] = order.cart;
    await shop.as(ben).orders.adminPatch({ _id: order._id, cart: [{ _id: line?._id ?? '', fulfilled: 30 }] });
    const now = await begin(order);
    expect(now.places.map(({ productNum, asked }) => [productNum, asked])).toEqual([
      ['P-1', 10],
      ['K-1', 10],
    ]);
    expect(pieces(now)).toEqual([10, 10]);
    await finish(now);
    expect(await stateOf(order)).toEqual({ status: 'Ready', fulfilled: [40, 10] });
  });

  it('are for the one who picks: nobody else’s key is anything', async () => {
    const sheet = await begin(await fifty());
    const list = listOf(sheet);
    for (const asked of [
      () => picking(ben).look(list),
      () => picking(ben).tick({ ...list, turn: 1, counts: [] }),
      () => finish(sheet, {}, {}, ben),
      () => picking(ben).leave({ key: list.key }),
      () => picking().look({ ...list, key: randomUUID() }),
    ]) {
      expect(await reasonOf(asked())).toBe('not_found');
    }
  });
});
