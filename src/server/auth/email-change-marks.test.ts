import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeByAdminsSince, lapseChanges, markUndone } from '#server/auth/email-changes.ts';
import { issueToken } from '#server/auth/one-time-tokens.ts';
import { EMAIL_CHANGE_STATES, emailChanges } from '#server/auth/tables.ts';
import { endWaysIn } from '#server/auth/ways-in.ts';
import { logEntries } from '#server/logs/tables.ts';
import { type Accounts, failure, openAccounts } from '#server/test/accounts.ts';
import { users } from '#server/users/tables.ts';
import type { EmailChangeShown, Undone } from '#shared/schemas/auth.ts';

const DAY = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

let shop: Accounts;
let people = 0;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());

const db = () => shop.database.db;
const invalid = { status: 400, reason: 'link_invalid' };

/** A change of an account's address as the tables have it, waiting where nothing else is said. */
async function changeOf(
  user: { _id: string; email: string },
  said: Partial<typeof emailChanges.$inferInsert>,
) {
  const change = { user: user._id, oldEmail: user.email, newEmail: `new-${++people}@marks.example` };
  const [made] = await db()
    .insert(emailChanges)
    .values({ ...change, askedAs: 'owner', ...said })
    .returning();
  if (!made) throw new Error('no change was made');
  return made;
}
const stateOf = async (_id: string) =>
  (await db().select().from(emailChanges).where(eq(emailChanges._id, _id)))[0]?.state;

describe('a change of address that took effect', () => {
  it('is marked as undone with those of its own account, of no other', async () => {
    const [user, other] = [await shop.person(), await shop.person()];
    const own = await changeOf(user, { state: 'done', doneAt: ago(1) });
    const theirs = await changeOf(other, { state: 'done', doneAt: ago(1) });
    await markUndone(db(), user._id, ago(2));
    expect([await stateOf(own._id), await stateOf(theirs._id)]).toEqual(['undone', 'done']);
  });

  it('stands for an Admin only while it holds: one that was undone is passed over', async () => {
    const user = await shop.person();
    await changeOf(user, { state: 'undone', doneAt: ago(2), askedAs: 'Admin' });
    expect(await changeByAdminsSince(db(), user._id, ago(3))).toBeNull();
    const held = await changeOf(user, { state: 'done', doneAt: ago(1), askedAs: 'Admin' });
    expect((await changeByAdminsSince(db(), user._id, ago(3)))?._id).toBe(held._id);
  });
});

it('a change that its new address confirmed waits two weeks for consent, and then no longer', async () => {
  const make = async (days: number) =>
    changeOf(await shop.person(), {
      ...{ askedAs: 'Employee', needsConsent: true, createdAt: ago(days) },
      newConfirmedAt: ago(days),
    });
  const [early, late] = [await make(13), await make(15)];
  await lapseChanges(db());
  expect([await stateOf(early._id), await stateOf(late._id)]).toEqual(['waiting', 'withdrawn']);
});

it('a change that there is not, or of an account that is gone, is shown to no Admin', async () => {
  const admin = await shop.person({ permissionLevel: 'Admin' });
  const cookie = await shop.signIn(admin.email);
  const missing = { status: 404, reason: 'not_found' };
  const byId = async (id: string) => failure(await shop.call('emailChanges.byId', { id }, { cookie }));
  expect(await byId(randomUUID())).toEqual(missing);
  const user = await shop.person();
  const { _id } = await changeOf(user, {});
  expect((await shop.call('emailChanges.byId', { id: _id }, { cookie })).status).toBe(200);
  await db()
    .update(users)
    .set({ deletedAt: ago(0) })
    .where(eq(users._id, user._id));
  expect(await byId(_id)).toEqual(missing);
});

it('the changes that ask the Admins something are listed to them, and those alone', async () => {
  const admin = await shop.person({ permissionLevel: 'Admin', email: 'who-decides@marks.example' });
  const cookie = await shop.signIn(admin.email);
  const made: string[] = [];
  for (const state of EMAIL_CHANGE_STATES)
    for (let bits = 0; bits < 16; bits++) {
      const at = (bit: number) => (bits & bit ? ago(1) : null);
      const change = await changeOf(await shop.person(), {
        ...{
          state,
          needsConsent: (bits & 1) > 0,
          oldConfirmedAt: at(2),
          decidedAt: at(4),
          objectedAt: at(8),
        },
        doneAt: state === 'done' || state === 'undone' ? ago(2) : null,
      });
      made.push(change._id);
    }
  const asking: string[] = [];
  for (const id of made) {
    const { body } = await shop.call('emailChanges.byId', { id }, { cookie });
    if ((body as EmailChangeShown).asks !== null) asking.push(id);
  }
  expect(asking.length).toBe(17);
  const waiting = await shop.call('emailChanges.waiting', {}, { cookie });
  const listed = (waiting.body as EmailChangeShown[]).map(({ _id }) => _id).filter(id => made.includes(id));
  expect(listed).toEqual(asking);
  const clerk = await shop.person({ permissionLevel: 'Employee' });
  const refused = await shop.call('emailChanges.waiting', {}, { cookie: await shop.signIn(clerk.email) });
  expect(failure(refused)).toEqual({ status: 403, reason: 'forbidden' });
});

describe('a link of an account', () => {
  const linkFor = (user: { _id: string }, said: Partial<Parameters<typeof issueToken>[1]>) =>
    issueToken(db(), { purpose: 'confirm-email', user: user._id, email: '', validMs: DAY, ...said });

  it('that went to an address which the account has no more confirms nothing', async () => {
    const user = await shop.person();
    const token = await linkFor(user, { email: `before-${++people}@marks.example` });
    expect(failure(await shop.call('auth.confirmEmail', { token }))).toEqual(invalid);
    const [row] = await db().select().from(users).where(eq(users._id, user._id));
    expect(row?.emailConfirmedAt).toBeNull();
  });

  it('counts among those that ended also where it answers a change of address', async () => {
    const user = await shop.person();
    const change = await changeOf(user, {});
    await linkFor(user, { email: change.newEmail, change: change._id });
    const ended = await db().transaction(tx => endWaysIn(tx, user._id, 'password-change'));
    expect(ended).toMatchObject({ links: 1, addresses: [change.newEmail] });
  });

  it('by which the old address objects ends nothing, and says so', async () => {
    const user = await shop.person();
    const change = await changeOf(user, { state: 'done', doneAt: ago(0), askedAs: 'Admin' });
    const token = await linkFor(user, { purpose: 'undo-email', email: user.email, change: change._id });
    const { ended } = (await shop.call('auth.undoEmail', { token })).body as Undone;
    expect(ended).toEqual({
      ...{ password: false, google: false, sessions: 0, links: 0, approvals: 0, sharedCarts: 0 },
      ...{ apiKeys: [], addresses: [], invitations: [] },
    });
  });
});

it('an address that an Admin gives back is logged as that Admin’s doing, one that its holder takes back as theirs', async () => {
  const admin = await shop.person({ permissionLevel: 'Admin' });
  const cookie = await shop.signIn(admin.email);
  const loggedBy = async (user: { _id: string }) => {
    const log = await db().select().from(logEntries).where(eq(logEntries.subject, user._id));
    return log.filter(({ name }) => name.startsWith('Stopped')).map(one => [one.user, one.userEmail]);
  };
  const user = await shop.person();
  const change = await changeOf(user, {
    ...{ state: 'done', doneAt: ago(0), askedAs: 'Admin', objectedAt: ago(0) },
  });
  const decided = await shop.call('emailChanges.decide', { _id: change._id, accept: false }, { cookie });
  expect(decided.status).toBe(200);
  expect(await loggedBy(user)).toEqual([[admin._id, admin.email]]);
});
