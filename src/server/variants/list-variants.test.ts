import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteSettings } from '#server/site/tables.ts';
import { type Accounts, failure, openAccounts } from '#server/test/accounts.ts';
import { DOORS } from '#server/test/doors.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { removeVariant } from '#server/variants/variants.ts';
import type { ListedVariant } from '#shared/schemas/variants.ts';

let shop: Accounts;
let special: string;
beforeAll(async () => {
  shop = await openAccounts();
  const { db } = shop.database;
  const account = await shop.person({ permissionLevel: 'Employee' });
  await db.update(siteSettings).set({ specialAccounts: [account._id] });
  special = await shop.signIn(account.email);
  await makeVariant(db, { productNum: 'ZZ-9', cost: usd(3), quickbooksId: 'B' }, { title: 'Arch pull' });
  await makeVariant(db, { productNum: 'zz-10', quickbooksId: 'A' }, { title: 'cup pull', publish: false });
  await makeVariant(db, { productNum: 'AA_1', binLocation: 'C4' }, { title: 'Bar pull' });
  const gone = await makeVariant(db, { productNum: 'ZZ-0' });
  await removeVariant(db, account, gone.variantId);
  for (let n = 0; n < 30; n++) await makeVariant(db, { productNum: `M-${n + 100}` }, { title: 'Mesh' });
});
afterAll(() => shop.close());

describe.each(DOORS)('the list of all variants through %s', door => {
  const list = async (input: Record<string, unknown>) => {
    const answer = await shop.call('variants.list', input, { cookie: special, door });
    expect(answer.status).toBe(200);
    return answer.body as { variants: ListedVariant[]; total: number };
  };
  const numbers = async (input: Record<string, unknown>) =>
    (await list(input)).variants.map(({ productNum }) => productNum);

  it('has what shoppers don’t see, 25 a page', async () => {
    const first = await list({});
    expect([first.variants.length, first.total]).toEqual([25, 33]);
    expect(await numbers({ page: 2 })).toEqual([
      'M-124',
      'M-125',
      'M-126',
      'M-127',
      'M-128',
      'M-129',
      'zz-10',
      'ZZ-9',
    ]);
    expect((await list({ search: 'zz-9' })).variants[0]).toMatchObject({
      productNum: 'ZZ-9',
      productName: 'Arch pull',
      cost: 3,
      quickbooksId: 'B',
      version: 1,
    });
  });

  it('is searched in the number alone, with every letter taken as it is', async () => {
    expect(await numbers({ search: 'zZ-' })).toEqual(['zz-10', 'ZZ-9']);
    expect(await numbers({ search: '_' })).toEqual(['AA_1']);
    expect(await numbers({ search: 'pull' })).toEqual([]);
  });

  it('is sorted by number, by name and by the id in accounting', async () => {
    const page = { limit: 3 };
    expect((await numbers({ ...page, sort: 'productNum' }))[0]).toBe('AA_1');
    expect(await numbers({ ...page, sort: 'productName' })).toEqual(['ZZ-9', 'AA_1', 'zz-10']);
    expect(await numbers({ ...page, sort: 'quickbooksId' })).toEqual(['zz-10', 'ZZ-9', 'AA_1']);
  });

  it('is for the special accounts alone [ROLE-02]', async () => {
    for (const permissionLevel of ['Retail', 'Employee', 'Admin'] as const) {
      const cookie = await shop.signIn((await shop.person({ permissionLevel })).email);
      const answer = await shop.call('variants.list', {}, { cookie, door });
      expect(failure(answer)).toEqual({ status: 403, reason: 'forbidden' });
    }
    expect(failure(await shop.call('variants.list', {}, { door })).status).toBe(401);
    const odd = await shop.call('variants.list', { sort: 'cost' }, { cookie: special, door });
    expect(failure(odd)).toEqual({ status: 400, reason: 'invalid', fields: ['sort'] });
  });
});
