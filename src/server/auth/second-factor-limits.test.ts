import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Accounts, failure, openAccounts } from '#server/test/accounts.ts';

let shop: Accounts;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());

const OWN = { signingIn: false };
const signedIn = async (permissionLevel: 'Employee' | 'Retail') =>
  shop.signIn((await shop.person({ permissionLevel })).email);

it('a second factor is begun twenty times in an hour, and no more', async () => {
  const cookie = await signedIn('Employee');
  for (let n = 0; n < 20; n++)
    expect((await shop.call('secondFactor.begin', OWN, { cookie })).status).toBe(200);
  const once = await shop.call('secondFactor.begin', OWN, { cookie });
  expect(failure(once)).toMatchObject({ status: 429, reason: 'too_many' });
});

it('the code that confirms one is guessed ten times, wherever from, and no more', async () => {
  const cookie = await signedIn('Employee');
  await shop.call('secondFactor.begin', OWN, { cookie });
  const guess = () => shop.call('secondFactor.confirm', { ...OWN, code: '000000' }, { cookie });
  for (let n = 0; n < 10; n++)
    expect(failure(await guess())).toMatchObject({ reason: 'invalid', fields: ['code'] });
  expect(failure(await guess())).toMatchObject({ status: 429, reason: 'too_many' });
});

it('customers have no second factor to look at, nor to remove', async () => {
  const cookie = await signedIn('Retail');
  const refused = { status: 403, reason: 'forbidden' };
  expect(failure(await shop.call('secondFactor.state', {}, { cookie }))).toEqual(refused);
  const removing = { recoveryCode: 'AAAA-BBBB-CCCC-DDDD' };
  expect(failure(await shop.call('secondFactor.remove', removing, { cookie }))).toEqual(refused);
});
