import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { makeUser } from '#server/test/factories.ts';
import { openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { savedViews } from '#server/views/tables.ts';
import { MAX_SHARED_VIEWS, MAX_VIEWS } from '#shared/office-lists.ts';

let shop: Selling;
let cleo: SessionUser;
let eve: SessionUser;
let admin: SessionUser;

beforeAll(async () => {
  shop = await openShop();
  cleo = await makeUser(shop.app.db, { permissionLevel: 'Employee', name: 'Cleo' });
  eve = await makeUser(shop.app.db, { permissionLevel: 'Employee', name: 'Eve' });
  admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
});
beforeEach(async () => {
  await shop.app.db.delete(savedViews);
});
afterAll(() => shop.close());

const as = (user: SessionUser | null) => shop.as(user).views;
const view = (name: string, said: object = {}) => ({
  screen: 'orders' as const,
  name,
  query: { view: 'toPick', sort: '-date' },
  ...said,
});
const names = async (user: SessionUser) =>
  (await as(user).list({ screen: 'orders' })).views.map(({ name }) => name);

describe('a saved view (rule B3)', () => {
  it('is one’s own, with its query, columns and density, until it is shared with staff', async () => {
    const query = { view: 'all', search: 'hollis', status: ['Ready'], paid: false, sort: 'due' };
    const kept = { query, columns: ['number', 'po', 'total'], density: 'compact' as const };
    const made = await as(cleo).save(view('Hollis, unpaid', kept));
    expect(made).toEqual({
      ...kept,
      ...{ _id: made._id, screen: 'orders', name: 'Hollis, unpaid', dropped: [], shared: false },
      ...{ by: { _id: cleo._id, name: 'Cleo' }, mayChange: true },
    });
    expect([await names(cleo), await names(eve), await names(admin)]).toEqual([['Hollis, unpaid'], [], []]);
    const { _id } = made;
    await as(cleo).save({ _id, ...view('Hollis', kept), shared: true });
    const [seen] = (await as(eve).list({ screen: 'orders' })).views;
    expect(seen).toMatchObject({ name: 'Hollis', shared: true, mayChange: false, by: { name: 'Cleo' } });
  });

  it('that is shared is changed by who made it and by an Admin; one’s own by nobody else', async () => {
    const shared = await as(cleo).save(view('Ours', { shared: true }));
    const own = await as(cleo).save(view('Mine'));
    const change = (user: SessionUser, { _id }: { _id: string }) =>
      as(user).save({ _id, ...view('Changed', { shared: true }) });
    expect(await reasonOf(change(eve, shared))).toBe('forbidden');
    expect(await reasonOf(as(eve).remove({ _id: shared._id }))).toBe('forbidden');
    for (const user of [eve, admin]) {
      expect(await reasonOf(change(user, own))).toBe('not_found');
      expect(await reasonOf(as(user).remove({ _id: own._id }))).toBe('not_found');
    }
    expect(await change(admin, shared)).toMatchObject({ name: 'Changed', by: { _id: cleo._id } });
    // An Admin may make it its maker's own again, who alone sees it then.
    const unshared = await as(admin).save({ _id: shared._id, ...view('Changed', { shared: false }) });
    expect(unshared).toMatchObject({ shared: false, mayChange: false });
    expect(await names(admin)).toEqual([]);
    await as(cleo).save({ _id: shared._id, ...view('Changed', { shared: true }) });
    expect(await as(admin).remove({ _id: shared._id })).toEqual({ _id: shared._id });
    expect(await as(cleo).remove({ _id: own._id })).toEqual({ _id: own._id });
    expect(await reasonOf(as(cleo).remove({ _id: own._id }))).toBe('not_found');
    expect(await reasonOf(as(cleo).remove({ _id: randomUUID() }))).toBe('not_found');
  });

  it('leaves out what its list no longer understands, and says it', async () => {
    const { _id } = await as(cleo).save(view('Old'));
    await shop.app.db
      .update(savedViews)
      .set({
        query: { view: 'toPick', warehouse: 'north', status: ['Lost'], paid: true, constructor: 1 },
        columns: ['number', 'margin'],
      })
      .where(eq(savedViews._id, _id));
    const [read] = (await as(cleo).list({ screen: 'orders' })).views;
    expect(read).toMatchObject({ query: { view: 'toPick', paid: true }, columns: ['number'] });
    expect(read?.dropped.toSorted()).toEqual(['constructor', 'margin', 'status', 'warehouse']);
    // The desk counts by what is left.
    expect((await shop.as(cleo).orders.savedCounts({})).counts).toEqual({ [_id]: 0 });
  });

  it('is refused by its field where it asks what its list does not know', async () => {
    const wrong = view('Wrong', {
      query: { view: 'nowhere', warehouse: 'north', page: 2 },
      columns: ['number', 'margin'],
    });
    const { reason, issues } = await refusal(as(cleo).save(wrong));
    expect(reason).toBe('invalid');
    expect(issues?.map(({ path }) => path.join('.')).toSorted()).toEqual([
      'columns.1',
      'query.page',
      'query.view',
      'query.warehouse',
    ]);
    const doubled = await refusal(as(cleo).save(view('Twice', { columns: ['number', 'total', 'number'] })));
    expect(doubled.issues).toEqual([{ path: ['columns', 2], message: 'is named twice' }]);
    await as(cleo).save(view('To do'));
    const twice = await refusal(as(cleo).save(view(' to DO ')));
    expect(twice.issues).toEqual([{ path: ['name'], message: 'is the name of another view already' }]);
    // Another's may be called the same.
    await as(eve).save(view('To do'));
    for (const name of ['', ' ', 'x'.repeat(41)]) await expect(as(cleo).save(view(name))).rejects.toThrow();
    await expect(as(cleo).save({ ...view('X'), screen: 'moon' as 'orders' })).rejects.toThrow();
    expect(await names(cleo)).toEqual(['To do']);
  });

  it('asks for no part of a cent, by which nobody’s views could be counted', async () => {
    const part = view('Part of a cent', { query: { view: 'all', atLeast: 0.001 }, shared: true });
    const { issues } = await refusal(as(eve).save(part));
    expect(issues?.map(({ path }) => path.join('.'))).toEqual(['query.atLeast']);
    await expect(shop.as(eve).orders.desk({ atMost: 0.001 })).rejects.toThrow('two decimals');
    // One from before is read without it.
    const { _id } = await as(eve).save({ ...part, query: { view: 'all' } });
    await shop.app.db.update(savedViews).set({ query: part.query }).where(eq(savedViews._id, _id));
    expect(Object.keys((await shop.as(cleo).orders.savedCounts({})).counts)).toEqual([_id]);
  });

  it('is kept as its list reads it: trimmed, and with what the list takes for granted', async () => {
    const { _id } = await as(cleo).save(view('All', { query: { search: '  hollis ' } }));
    const stored = await shop.app.db.select().from(savedViews).where(eq(savedViews._id, _id));
    expect(stored[0]?.query).toEqual({ view: 'all', search: 'hollis', sort: '-date' });
    await as(cleo).save({ _id, ...view('All', { query: { view: 'ready', search: ' ' } }) });
    const changed = await shop.app.db.select().from(savedViews).where(eq(savedViews._id, _id));
    expect(changed[0]?.query).toEqual({ view: 'ready', search: '', sort: '-date' });
  });

  it('is one of 20 at most that somebody made of a list, whatever others share', async () => {
    for (let n = 1; n <= MAX_VIEWS; n++) await as(eve).save(view(`Eve’s ${n}`, { shared: true }));
    for (let n = 1; n <= MAX_VIEWS; n++) await as(cleo).save(view(`View ${n}`));
    const tooMany = await refusal(as(cleo).save(view('One too many')));
    expect(tooMany).toMatchObject({
      reason: 'views_full',
      message: expect.stringContaining(`have ${MAX_VIEWS} views`),
    });
    expect(await names(cleo)).toHaveLength(2 * MAX_VIEWS);
    const views = (await as(cleo).list({ screen: 'orders' })).views;
    await as(cleo).save({ _id: views[MAX_VIEWS]?._id, ...view('Renamed') });
    expect((await names(cleo)).slice(MAX_VIEWS - 1, MAX_VIEWS + 1)).toEqual(['Eve’s 20', 'Renamed']);
    // Another list has its own.
    await as(cleo).save({ ...view('Users'), screen: 'users', query: {} });
  });

  it('is one of 40 at most that all staff share of a list', async () => {
    const shared = (by: SessionUser, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        ...{
          screen: 'orders' as const,
          name: `Shared ${n}`,
          query: {},
          shared: true,
          by: by._id,
          position: n,
        },
      }));
    const [first] = await shop.app.db
      .insert(savedViews)
      .values([...shared(eve, MAX_VIEWS), ...shared(admin, MAX_SHARED_VIEWS - MAX_VIEWS)])
      .returning();
    const full = 'shared_views_full';
    const tooMany = await refusal(as(cleo).save(view('Ours', { shared: true })));
    expect(tooMany).toMatchObject({ reason: full, message: expect.stringContaining(`${MAX_SHARED_VIEWS} `) });
    const { _id } = await as(cleo).save(view('Mine'));
    expect(await reasonOf(as(cleo).save({ _id, ...view('Ours', { shared: true }) }))).toBe(full);
    // One that is shared already stays so.
    expect(await as(eve).save({ _id: first?._id, ...view('Renamed', { shared: true }) })).toMatchObject({
      ...{ name: 'Renamed', shared: true },
    });
    await as(eve).remove({ _id: first?._id ?? '' });
    await as(cleo).save({ _id, ...view('Ours', { shared: true }) });
    expect(await names(eve)).toContain('Ours');
  });

  it('takes the place of another, among those that one may change', async () => {
    const [a, b, c] = [
      await as(cleo).save(view('A')),
      await as(eve).save(view('B', { shared: true })),
      await as(cleo).save(view('C')),
    ];
    const reorder = (user: SessionUser, ...views: { _id: string }[]) =>
      as(user).reorder({ screen: 'orders', views: views.map(({ _id }) => ({ _id })) });
    await reorder(cleo, c, a);
    expect([await names(cleo), await names(eve)]).toEqual([['C', 'B', 'A'], ['B']]);
    expect(await reasonOf(reorder(cleo, b, c))).toBe('forbidden');
    expect(await reasonOf(reorder(eve, b, c))).toBe('not_found');
    // Two that stand at one place, as those do that were made at once, get places of their own.
    await shop.app.db.update(savedViews).set({ position: 1 });
    await reorder(cleo, c, a);
    expect((await names(cleo)).filter(name => name !== 'B')).toEqual(['C', 'A']);
  });

  it('is staff’s', async () => {
    for (const user of [null, await makeUser(shop.app.db)]) {
      const refused = user ? 'forbidden' : 'signed_out';
      expect(await reasonOf(as(user).list({ screen: 'orders' }))).toBe(refused);
      expect(await reasonOf(as(user).save(view('Mine')))).toBe(refused);
    }
  });
});
