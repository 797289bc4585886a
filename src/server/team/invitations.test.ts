import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { logEntries } from '#server/logs/tables.ts';
import { acceptInvitation, readInvitation } from '#server/team/invitations.ts';
import { invitations } from '#server/team/tables.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { mailsTo, tokensIn } from '#server/test/mails.ts';
import { openShop, paidOrder, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { makeTrade, type Trade } from '#server/test/trade.ts';
import { users } from '#server/users/tables.ts';
import { findUserByEmail } from '#server/users/users.ts';

let shop: Selling;
let trade: Trade;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  trade = await makeTrade(shop.app.db);
});

const someEmail = () => `foreman-${randomUUID()}@site.example`;
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

/** The secrets of the links that were mailed to somebody, the latest last. */
async function tokensOf(email: string): Promise<string[]> {
  return tokensIn(await mailsTo(shop.app.db, email), 'invitation');
}
async function invited(asked: {
  email: string;
  role?: 'Primary' | 'Member';
  spendingLimit?: number;
}): Promise<string> {
  const { spendingLimit } = asked;
  await shop.as(trade.primary).team.invite({
    ...asked,
    spendingLimit: spendingLimit === undefined ? null : usd(spendingLimit),
  });
  const token = (await tokensOf(asked.email)).at(-1);
  if (!token) throw new Error('no link was mailed');
  return token;
}
const userRow = async ({ _id }: { _id: string }) =>
  (await shop.app.db.select().from(users).where(eq(users._id, _id)))[0];

describe('an invitation', () => {
  it('goes by mail, says who asks for what, and is accepted by the one it was sent to', async () => {
    const person = await makeUser(shop.app.db);
    // However it is capitalised.
    const token = await invited({ email: person.email.toUpperCase(), spendingLimit: 250 });
    const asked = await shop.as(null).team.invitation({ token });
    expect(asked).toMatchObject({
      invitedBy: trade.primary.name,
      role: 'Member',
      spendingLimit: 250,
      hasAccount: true,
    });
    const { user } = await shop.as(person).team.accept({ token });
    expect(user).toMatchObject({
      ...{ company: trade.company, role: 'Member', spendingLimit: 250, permissionLevel: 'Commercial' },
    });
    expect((await userRow(person))?.emailConfirmedAt).not.toBeNull();
    const [entry] = await shop.app.db.select().from(logEntries).where(eq(logEntries.subject, person._id));
    expect(entry).toMatchObject({ type: 'security', category: 'team', after: { company: trade.company } });
    expect(await shop.as(trade.primary).team.invitations({})).toEqual([]);
  });

  it('keeps no secret in the database, and holds for seven days', async () => {
    const email = someEmail();
    const token = await invited({ email });
    const [row] = await shop.app.db.select().from(invitations).where(eq(invitations.email, email));
    expect(JSON.stringify(row)).not.toContain(token);
    const { db } = shop.app;
    expect((await readInvitation(db, token, inDays(6.99))).email).toBe(email);
    expect(await reasonOf(readInvitation(db, token, inDays(7.01)))).toBe('invitation_over');
    const person = await makeUser(db, { email });
    expect(await reasonOf(acceptInvitation(db, person, token, inDays(7.01)))).toBe('invitation_over');
    expect((await userRow(person))?.company).toBeNull();
  });

  it('makes an account for an address that has none, whose new owner is signed in', async () => {
    const email = someEmail();
    const token = await invited({ email, role: 'Primary', spendingLimit: 10 });
    const form = { token, name: 'Fran Foreman', password: 'planed oak 1947' };
    const weak = await refusal(shop.as(null).team.register({ ...form, password: 'Fran-Foreman-1947' }));
    expect(weak.issues?.[0]?.path).toEqual(['password']);
    const { user } = await shop.as(null).team.register(form);
    // A Primary has no limit, and without a phone they are not fully registered.
    expect(user).toMatchObject({
      ...{ email, company: trade.company, role: 'Primary', spendingLimit: null, registeredFully: false },
    });
    expect(await reasonOf(shop.as(null).team.register(form))).toBe('invitation_used');
    const known = await makeUser(shop.app.db);
    const other = { ...form, token: await invited({ email: known.email }) };
    expect(await reasonOf(shop.as(null).team.register(other))).toBe('email_taken');
  });

  it("is worth nothing to anybody else, twice, or once it was withdrawn; somebody else's link changes nothing", async () => {
    const { db } = shop.app;
    const person = await makeUser(db);
    const other = await makeUser(db);
    const token = await invited({ email: person.email });
    const wrong = await refusal(shop.as(other).team.accept({ token }));
    expect([wrong.reason, wrong.details]).toEqual(['invitation_other', { email: person.email }]);
    expect(await reasonOf(shop.as(other).team.accept({ token: 'made-up' }))).toBe('link_invalid');
    const twice = await Promise.allSettled([1, 2].map(() => shop.as(person).team.accept({ token })));
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await reasonOf(shop.as(person).team.accept({ token }))).toBe('invitation_used');

    const withdrawn = await invited({ email: other.email });
    const [open] = await shop.as(trade.primary).team.invitations({});
    const _id = open?._id ?? '';
    expect(await reasonOf(shop.as(trade.stranger).team.withdraw({ _id }))).toBe('not_found');
    expect(await shop.as(trade.primary).team.withdraw({ _id })).toEqual([]);
    expect(await reasonOf(shop.as(other).team.accept({ token: withdrawn }))).toBe('link_invalid');
    expect(await reasonOf(shop.as(trade.primary).team.withdraw({ _id }))).toBe('not_found');
    expect((await userRow(other))?.company).toBeNull();
  });

  it('that is sent again has a new link; the first one is worth nothing', async () => {
    const email = someEmail();
    const first = await invited({ email, spendingLimit: 50 });
    const [open] = await shop.as(trade.primary).team.invitations({});
    expect(await reasonOf(shop.as(trade.stranger).team.resend({ _id: open?._id ?? '' }))).toBe('not_found');
    await shop.as(trade.primary).team.resend({ _id: open?._id ?? '' });
    const again = await invited({ email: email.toUpperCase(), spendingLimit: 75 });
    expect(await shop.as(trade.primary).team.invitations({})).toHaveLength(1);
    const tokens = [...(await tokensOf(email)), ...(await tokensOf(email.toUpperCase()))];
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens.slice(0, 2)) {
      expect(await reasonOf(shop.as(null).team.invitation({ token }))).toBe('link_invalid');
    }
    expect(first).toBe(tokens[0]);
    expect((await shop.as(null).team.invitation({ token: again })).spendingLimit).toBe(75);
  });

  it('is refused for who is in the team, to who buys for another company, and to staff', async () => {
    const inTeam = await refusal(
      shop
        .as(trade.primary)
        .team.invite({ email: trade.member.email.toUpperCase(), role: 'Member', spendingLimit: null }),
    );
    expect(inTeam.issues?.[0]?.path).toEqual(['email']);
    const token = await invited({ email: trade.stranger.email });
    const error = await refusal(shop.as(trade.stranger).team.accept({ token }));
    expect([error.reason, error.message]).toEqual([
      'in_company',
      expect.stringContaining('You already buy for a company'),
    ]);
    const ofStaff = await invited({ email: trade.employee.email });
    expect(await reasonOf(shop.as(trade.employee).team.accept({ token: ofStaff }))).toBe('forbidden');
    expect(await findUserByEmail(shop.app.db, trade.employee.email)).toMatchObject({
      permissionLevel: 'Employee',
    });
  });

  it("is a Primary's to send", async () => {
    const asked = { email: someEmail(), role: 'Member' as const, spendingLimit: null };
    for (const user of [trade.member, trade.employee, trade.admin, await makeUser(shop.app.db)]) {
      expect(await reasonOf(shop.as(user).team.invite(asked))).toBe('forbidden');
    }
    expect(await tokensOf(asked.email)).toEqual([]);
  });
});

describe('invitations that nobody can know', () => {
  const asked = (email = someEmail()) => ({ email, role: 'Member' as const, spendingLimit: null });

  it('are not sent for an account whose address was never confirmed, new or again', async () => {
    const company = await makeCompany(shop.app.db);
    const unknown = await makeUser(shop.app.db, { company });
    const { email } = asked();
    expect(await reasonOf(shop.as(unknown).team.invite(asked(email)))).toBe('email_unconfirmed');
    expect(await tokensOf(email)).toEqual([]);
    await shop.app.db
      .update(users)
      .set({ emailConfirmedAt: new Date().toISOString() })
      .where(eq(users._id, unknown._id));
    const [made] = await shop.as(unknown).team.invite(asked(email));
    await shop.app.db.update(users).set({ emailConfirmedAt: null }).where(eq(users._id, unknown._id));
    expect(await reasonOf(shop.as(unknown).team.resend({ _id: made?._id ?? '' }))).toBe('email_unconfirmed');
    expect(await tokensOf(email)).toHaveLength(1);
  });

  it('are sent ten times an hour for a company, those that are sent again among them', async () => {
    const team = shop.as(trade.primary).team;
    const [first] = await team.invite(asked());
    for (let count = 1; count < 9; count++) await team.invite(asked());
    await team.resend({ _id: first?._id ?? '' });
    expect(await reasonOf(team.invite(asked()))).toBe('too_many');
    expect(await reasonOf(team.resend({ _id: first?._id ?? '' }))).toBe('too_many');
    expect(await team.invitations({})).toHaveLength(9);
  });

  it('are open to 30 people at most until the company has paid an order', async () => {
    const { db } = shop.app;
    const open = Array.from({ length: 29 }, (_, n) => ({
      ...{ company: trade.company, invitedBy: trade.primary._id, email: `${n}-${someEmail()}` },
      ...{ hash: randomUUID(), expiresAt: inDays(7).toISOString() },
    }));
    await db.insert(invitations).values(open);
    const team = shop.as(trade.primary).team;
    const last = await team.invite(asked());
    expect(last).toHaveLength(30);
    const refused = await refusal(team.invite(asked()));
    expect([refused.reason, refused.details]).toEqual(['invitations_full', { most: 30 }]);
    // Somebody who was asked already is no further one.
    await team.invite(asked(last[0]?.email));
    await team.withdraw({ _id: last[0]?._id ?? '' });
    await team.invite(asked());
    expect(await reasonOf(team.invite(asked()))).toBe('invitations_full');

    await paidOrder(shop, { buyer: trade.primary });
    expect(await team.invite(asked())).toHaveLength(31);
  });
});

describe('roles and limits', () => {
  const as = (user: SessionUser) => shop.as(user).team;

  it('are given by a Primary; the last Primary stays one, and a Primary has no limit', async () => {
    const { primary, member } = trade;
    const limited = await as(primary).setLimit({ user: member._id, spendingLimit: usd(42.5) });
    expect(limited.users.find(({ _id }) => _id === member._id)?.spendingLimit).toBe(42.5);
    expect(await reasonOf(as(primary).setRole({ user: primary._id, role: 'Member' }))).toBe('last_primary');
    await as(primary).setRole({ user: member._id, role: 'Primary' });
    expect(await userRow(member)).toMatchObject({ role: 'Primary', spendingLimit: null });
    await as(primary).setRole({ user: primary._id, role: 'Member' });
    expect(await userRow(primary)).toMatchObject({ role: 'Member' });
    const [entry] = await shop.app.db.select().from(logEntries).where(eq(logEntries.subject, primary._id));
    expect(entry).toMatchObject({ before: { role: 'Primary' }, after: { role: 'Member' } });
  });

  it("are not a Member's to give, nor anybody's of another company", async () => {
    const { primary, member, stranger } = trade;
    const change = { user: primary._id, role: 'Member' as const };
    expect(await reasonOf(as(member).setRole(change))).toBe('forbidden');
    expect(await reasonOf(as(member).setLimit({ user: member._id, spendingLimit: null }))).toBe('forbidden');
    for (const user of [member._id, randomUUID()]) {
      expect(await reasonOf(as(stranger).setLimit({ user, spendingLimit: null }))).toBe('not_found');
    }
    expect(await userRow(member)).toMatchObject({ role: 'Member', spendingLimit: 100 });
  });
});
