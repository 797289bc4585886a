import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '#server/auth/api-keys.ts';
import { apiKeys } from '#server/auth/tables.ts';
import { tellKeyOwners } from '#server/auth/tell-key-owners.ts';
import { emails } from '#server/mail/tables.ts';
import { type Accounts, openAccounts } from '#server/test/accounts.ts';
import { upgradeFrom } from '#server/test/upgrades.ts';
import { users } from '#server/users/tables.ts';

const DAY = 24 * 60 * 60 * 1000;
const SCOPES = { name: 'Shop computer', scopes: ['orders:read' as const] };

let shop: Accounts;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());

const mailsTo = async (user: { _id: string }) => {
  const found = await shop.database.db.select().from(emails).where(eq(emails.user, user._id));
  return found.map(({ template }) => template).sort();
};
const sweep = (now: Date) => tellKeyOwners(shop.parts, now);

describe('the owner of a key', () => {
  it('is written to 14 days before it ends, once', async () => {
    const owner = await shop.person({ name: 'Dana Hollis' });
    const { apiKey } = await createApiKey(shop.database.db, owner, SCOPES);
    const end = Date.parse(apiKey.expiresAt);
    await sweep(new Date(end - 14 * DAY - 1000));
    expect(await mailsTo(owner)).toEqual([]);
    await Promise.all([sweep(new Date(end - 14 * DAY)), sweep(new Date(end - 14 * DAY))]);
    await sweep(new Date(end - 13 * DAY));
    await sweep(new Date(end + 1));
    expect(await mailsTo(owner)).toEqual(['api-keys-end']);
    const [mail] = await shop.database.db.select().from(emails).where(eq(emails.user, owner._id));
    expect(mail).toMatchObject({ to: owner.email, subject: 'One of your API keys expires soon at Knurl' });
    expect(mail?.text).toContain(`Shop computer (${apiKey.prefix}…)`);
    expect(mail?.text).toContain('/user/settings');
  });

  it('is told of several in one mail, and of none that is revoked, over or was short from the start', async () => {
    const { db } = shop.database;
    const owner = await shop.person();
    const now = new Date();
    const inDays = (days: number) => new Date(now.getTime() + days * DAY).toISOString();
    for (const days of [30, 31]) await createApiKey(db, owner, { ...SCOPES, expiresAt: inDays(days) }, now);
    const gone = await createApiKey(db, owner, { ...SCOPES, name: 'Gone', expiresAt: inDays(30) }, now);
    await revokeApiKey(db, owner, gone.apiKey._id);
    await createApiKey(db, owner, { ...SCOPES, name: 'Short', expiresAt: inDays(14) }, now);
    await sweep(now);
    expect(await mailsTo(owner)).toEqual([]);
    await sweep(new Date(now.getTime() + 18 * DAY));
    expect(await mailsTo(owner)).toEqual(['api-keys-end']);
    const [mail] = await db.select().from(emails).where(eq(emails.user, owner._id));
    expect(mail?.text.match(/Shop computer/g)).toHaveLength(2);
    expect(mail?.text).not.toMatch(/Gone|Short/);

    const late = await shop.person();
    const ends = (days: number) => ({ ...SCOPES, name: `After ${days}`, expiresAt: inDays(days) });
    for (const days of [22, 20, 21, 17]) await createApiKey(db, late, ends(days), now);
    await sweep(new Date(now.getTime() + 18 * DAY));
    const [told] = await db.select().from(emails).where(eq(emails.user, late._id));
    // The one that ends first stands first; one that is over already stands nowhere.
    expect(told?.text.match(/After \d+/g)).toEqual(['After 20', 'After 21', 'After 22']);

    const left = await shop.person();
    await createApiKey(db, left, { ...SCOPES, expiresAt: inDays(20) }, now);
    await db.update(users).set({ deletedAt: now.toISOString() }).where(eq(users._id, left._id));
    await sweep(new Date(now.getTime() + 18 * DAY));
    expect(await mailsTo(left)).toEqual([]);
  });

  it('is told once that a key from before scopes ends, and again before it does', async () => {
    const { db } = shop.database;
    const owner = await shop.person();
    const { apiKey } = await createApiKey(db, owner, SCOPES);
    await db.update(apiKeys).set({ fromBefore: true, scopes: [] }).where(eq(apiKeys._id, apiKey._id));
    await sweep(new Date());
    await sweep(new Date());
    expect(await mailsTo(owner)).toEqual(['api-keys-from-before']);
    await sweep(new Date(Date.parse(apiKey.expiresAt) - 14 * DAY));
    expect(await mailsTo(owner)).toEqual(['api-keys-end', 'api-keys-from-before']);
  });
});

describe('the upgrade', () => {
  it('leaves keys from before their user’s rights for 90 days, or until the earlier end that they had', async () => {
    await upgradeFrom(
      'from_before',
      async db => {
        await db.execute(
          sql`insert into users (id, email) values ('01890a5d-ac96-774b-bcce-b302099a8057', 'a@example.com')`,
        );
        await db.execute(sql`insert into api_keys (id, "user", name, prefix, hash, expires_at) values
          (gen_random_uuid(), '01890a5d-ac96-774b-bcce-b302099a8057', 'endless', 'k', '1', null),
          (gen_random_uuid(), '01890a5d-ac96-774b-bcce-b302099a8057', 'long', 'k', '2', now() + interval '300 days'),
          (gen_random_uuid(), '01890a5d-ac96-774b-bcce-b302099a8057', 'short', 'k', '3', now() + interval '5 days')`);
      },
      async db => {
        const keys = await db.select().from(apiKeys);
        const days = keys.map(one => [one.name, Math.round((Date.parse(one.expiresAt) - Date.now()) / DAY)]);
        expect(Object.fromEntries(days)).toEqual({ endless: 90, long: 90, short: 5 });
        expect(keys.every(({ fromBefore, scopes }) => fromBefore && scopes.length === 0)).toBe(true);
      },
    );
  });
});
