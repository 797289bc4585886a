import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Accounts, openAccounts } from '#server/test/accounts.ts';

let shop: Accounts;
let cookie: string;
beforeAll(async () => {
  shop = await openAccounts({}, { pages: true });
  cookie = await shop.signIn((await shop.person()).email);
});
afterAll(() => shop.close());

const LEADS_ON = [
  ['/user?return=/favorites%3Fpage=2%23list', '/favorites?page=2#list'],
  ['/checkout/login', '/checkout/summary'],
  ['/checkout/login?cart=a&cart=b', '/checkout/summary?cart=a&cart=b'],
];

it.each(LEADS_ON)('leads whoever is signed in on from %s by its status', async (url, location) => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const answer = await shop.app.inject({ url, headers: { cookie } });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, location]);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

it.each(LEADS_ON)('shows a guest the way to sign in at %s', async url => {
  expect((await shop.app.inject({ url })).statusCode).toBe(200);
});

it.each([
  '//elsewhere.test',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
  '/.//elsewhere.test',
  '/\t//',
  'https://elsewhere.test',
])('leads nobody to another house: %j', async wanted => {
  const url = `/user?return=${encodeURIComponent(wanted)}`;
  const answer = await shop.app.inject({ url, headers: { cookie } });
  expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined]);
});
