import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_PURPOSES } from '#server/auth/tables.ts';
import { CAUSE, MEMBERS_WAYS, makeAccount, startFakeGoogle, WAY } from '#server/auth/ways-in.test-support.ts';
import { CAUSES, WAY_OF_TOKEN, WAYS_IN, type Way } from '#server/auth/ways-in.ts';
import * as tables from '#server/tables.ts';
import { type Accounts, openAccounts } from '#server/test/accounts.ts';
import { CLIENT_ID, type FakeGoogle } from '#server/test/fake-google.ts';

let google: FakeGoogle;
let shop: Accounts;
beforeAll(async () => {
  google = await startFakeGoogle();
  shop = await openAccounts({ GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_KEYS_URL: google.keysUrl });
});
afterAll(async () => {
  await shop.close();
  await google.close();
});

const WAYS = Object.keys(WAYS_IN) as Way[];

describe.each(CAUSES)('%s', cause => {
  it.each(WAYS)('and the way in by %s', { timeout: 60_000 }, async way => {
    const isMembers = MEMBERS_WAYS.includes(way);
    // One address is given back by an undo; later ones are what it ends.
    const hasMoved = cause === 'undo' || way === 'undoLink';
    const account = await makeAccount(shop, google, { role: isMembers ? 'Member' : 'Primary', hasMoved });
    const { leadsIn, kept, apiKeys = [] } = await WAY[way](account);
    const own = await CAUSE[cause](account, { apiKeys });
    const end = WAYS_IN[way][cause];
    if (end === 'others' && kept) expect(await kept(own)).toBe(true);
    expect(await leadsIn(own)).toBe(end === 'stays');
  });
});

it.each(WAYS)('the way in by %s is one while nothing happened', { timeout: 60_000 }, async way => {
  const role = MEMBERS_WAYS.includes(way) ? 'Member' : 'Primary';
  const account = await makeAccount(shop, google, { role, hasMoved: way === 'undoLink' });
  expect(await (await WAY[way](account)).leadsIn('')).toBe(true);
});

/** Which way each secret of the tables is; null: none into an account, as its name says. */
const SECRETS: Record<string, Way | 'tokens' | null> = {
  'users.passwordHash': 'password',
  'users.googleSub': 'google',
  'sessions.hash': 'session',
  'api_keys.hash': 'apiKey',
  'one_time_tokens.hash': 'tokens',
  'invitations.hash': 'invitation',
  'carts.shareToken': 'sharedCart',
  'orders.orderKey': 'orderKey',
  // The links of mails that are still to be sent: each is one of the others.
  'mail_links.urls': null,
  // Asked for at the second step, besides: alone it lets nobody in. A wait for it is no longer than a session
  // would have lasted (sign-in.test.ts).
  'recovery_codes.hash': null,
  'second_factors.secret': null,
  'waiting_sign_ins.hash': null,
  // These are the shop's, not an account's.
  'accounting_connections.accessToken': null,
  'accounting_connections.refreshToken': null,
};
/** Names of columns that tell things apart rather than let somebody in. */
const NO_SECRET =
  /^(accounting_links|facet_values|photos|picture_holders|products|rate_limits|returns|tags|test_gateway_entries|vendors)\.|idempotencyKey$|requestHash$|dedupeKey$|onceKey$|recentKeys$|\.link$/;

describe('the table of ways in', () => {
  it('has a row for every kind of one-time link that the database takes', () => {
    const [check] = getTableConfig(tables.oneTimeTokens).checks;
    const words = check ? new PgDialect().sqlToQuery(check.value).sql : '';
    for (const purpose of TOKEN_PURPOSES) expect(words).toContain(`'${purpose}'`);
    expect(words.match(/'[a-z-]+'/g)).toHaveLength(TOKEN_PURPOSES.length);
    expect(Object.keys(WAY_OF_TOKEN).sort()).toEqual([...TOKEN_PURPOSES].sort());
    for (const ways of Object.values(WAY_OF_TOKEN)) for (const way of ways ?? []) expect(WAYS).toContain(way);
    expect(TOKEN_PURPOSES.filter(purpose => WAY_OF_TOKEN[purpose] === null)).toEqual(['first-admin']);
  });

  it('has a row for every secret that the tables keep', () => {
    const found = Object.values(tables)
      .filter(table => is(table, PgTable))
      .flatMap(table =>
        Object.keys(getTableColumns(table))
          .filter(column => /hash|token|secret|key|sub$|link|urls?$/i.test(column))
          .map(column => `${getTableConfig(table).name}.${column}`),
      )
      .filter(name => !NO_SECRET.test(name));
    expect(found.sort()).toEqual(Object.keys(SECRETS).sort());
    const ways = Object.values(SECRETS).filter(way => way !== null && way !== 'tokens');
    const byTokens = Object.values(WAY_OF_TOKEN).flatMap(one => one ?? []);
    // The mark of a browser is a signature, and a request for approval opens nothing by a secret.
    expect([...new Set([...ways, ...byTokens, 'device', 'approval'])].sort()).toEqual([...WAYS].sort());
  });
});
