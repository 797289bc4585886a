import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { refuseWeakPassword } from '#server/auth/auth.ts';
import { type Asker, holdAsker } from '#server/auth/hold-asker.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { signIn } from '#server/auth/sign-in.ts';
import { makeToken, tokenHash } from '#server/auth/tokens.ts';
import { lockCompany } from '#server/companies/reach-company.ts';
import { companies } from '#server/companies/tables.ts';
import type { App, Context, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { type LoggedUser, recordLog } from '#server/logs/logs.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { teamInvitation } from '#server/mail/templates/team-mails.ts';
import { orders } from '#server/orders/tables.ts';
import { invitations } from '#server/team/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { announceAccount } from '#server/users/announce-account.ts';
import { placeInCompany } from '#server/users/place-in-company.ts';
import { readProfile } from '#server/users/profile.ts';
import { users } from '#server/users/tables.ts';
import { createUser, findUserByEmail, lockUser } from '#server/users/users.ts';
import { ZERO } from '#shared/rules/money.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { SignIn } from '#shared/schemas/auth.ts';
import type { Invitation, Invite, OpenInvitation, RegisterInvited } from '#shared/schemas/team.ts';
import type { User } from '#shared/schemas/users.ts';

const VALID_DAYS = 7;
const VALID_MS = VALID_DAYS * 24 * 60 * 60 * 1000;

/** How many may be open while nobody knows the company: it has paid no order yet. */
const MAX_OPEN = 30;

/** A Primary, as procedures have checked, and their company. */
type Primary = SessionUser & { company: string };
type AskingPrimary = Asker & { app: App; user: Primary };

/**
 * Asks somebody by e-mail to join a company. One who was asked already is sent a new link, and the old one is worth
 * nothing. Whether an address has an account elsewhere is not told here. `email_unconfirmed`, `invitations_full`;
 * `forbidden` for whoever is no Primary there any more.
 */
export async function invite(
  asker: AskingPrimary,
  { email, role, spendingLimit }: Invite,
  now = clock.now(),
): Promise<void> {
  const { app, user: by } = asker;
  const token = makeToken();
  await retrying(app.db, async tx => {
    const held = await holdAsker(tx, asker);
    if (held.company !== by.company || held.role !== 'Primary') throw new AppError('forbidden');
    const { name } = await lockCompany(tx, by.company);
    if (!held.emailConfirmedAt) throw new AppError('email_unconfirmed');
    const known = await findUserByEmail(tx, email);
    if (known?.company === by.company)
      throw fieldError('email', 'belongs to someone who is already on your team');
    const asked = { role, spendingLimit: role === 'Primary' ? null : spendingLimit };
    const link = { hash: tokenHash(token), expiresAt: new Date(now.getTime() + VALID_MS).toISOString() };
    const sent = { invitedBy: by._id, ...asked, ...link };
    // The company is locked: nobody else asks the same person meanwhile.
    const again = await tx
      .update(invitations)
      .set(sent)
      .where(
        and(
          eq(invitations.company, by.company),
          eq(sql`lower(${invitations.email})`, email.toLowerCase()),
          isNull(invitations.acceptedAt),
        ),
      )
      .returning({ _id: invitations._id });
    if (again.length === 0) {
      await refuseMany(tx, by.company);
      await tx.insert(invitations).values({ company: by.company, email, ...sent });
    }
    await recordLog(tx, by, {
      type: 'security',
      category: 'team',
      name: `Invited ${email}`,
      subject: by.company,
      after: asked,
    });
    await sendInvitation(app, tx, { email, token, companyName: name, invitedBy: by.name, ...asked });
  });
}

async function refuseMany(tx: Db, company: string): Promise<void> {
  const open = await tx.$count(
    invitations,
    and(eq(invitations.company, company), isNull(invitations.acceptedAt)),
  );
  if (open < MAX_OPEN) return;
  const [paid] = await tx
    .select({ _id: orders._id })
    .from(orders)
    .where(and(eq(orders.company, company), eq(orders.paid, true), gt(orders.total, ZERO)))
    .limit(1);
  if (!paid) throw new AppError('invitations_full', { details: { most: MAX_OPEN } });
}

async function sendInvitation(
  app: App,
  tx: Db,
  {
    email,
    token,
    ...asked
  }: Pick<Invite, 'email' | 'role' | 'spendingLimit'> & {
    token: string;
    companyName: string;
    invitedBy: string;
  },
): Promise<void> {
  // In the fragment: it reaches no server's log and no Referer.
  const url = `${app.env.publicUrl}/invitation#token=${token}`;
  const mail = teamInvitation({ ...asked, url, days: VALID_DAYS }, await mailSite(app, tx));
  await queueMail(tx, app, { ...mail, template: 'team-invitation', to: email });
}

/** Those who have not answered yet, the latest first. */
export async function openInvitations(db: Db, company: string): Promise<Invitation[]> {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.company, company), isNull(invitations.acceptedAt)))
    .orderBy(desc(invitations.createdAt), desc(invitations._id));
}

/** Sends a new link; the old one is worth nothing. `not_found` for one that was accepted or withdrawn. */
export async function resendInvitation(asker: AskingPrimary, _id: string): Promise<void> {
  const { app, user } = asker;
  const [open] = await app.db.select().from(invitations).where(openOf(user.company, _id));
  if (!open) throw new AppError('not_found');
  await invite(asker, open);
}

/** Takes an invitation back: its link is worth nothing. `not_found`. */
export async function withdrawInvitation(db: Db, by: Primary, _id: string): Promise<void> {
  await db.transaction(async tx => {
    const [withdrawn] = await tx
      .delete(invitations)
      .where(openOf(by.company, _id))
      .returning({ email: invitations.email });
    if (!withdrawn) throw new AppError('not_found');
    await recordLog(tx, by, {
      type: 'security',
      category: 'team',
      name: `Withdrew the invitation of ${withdrawn.email}`,
      subject: by.company,
    });
  });
}

const openOf = (company: string, _id: string) =>
  and(eq(invitations._id, _id), eq(invitations.company, company), isNull(invitations.acceptedAt));

type InvitationRow = typeof invitations.$inferSelect;

/** Throws `link_invalid` for a link that is none of ours or was withdrawn, `invitation_used`, `invitation_over`. */
async function invitationOf(db: Db, token: string, now: Date): Promise<InvitationRow> {
  const [found] = await db
    .select()
    .from(invitations)
    .where(eq(invitations.hash, tokenHash(token)));
  if (!found) throw new AppError('link_invalid');
  if (found.acceptedAt) throw new AppError('invitation_used');
  if (Date.parse(found.expiresAt) <= now.getTime()) throw new AppError('invitation_over');
  return found;
}

/** Tells what the link of a mail is about, for whoever has it. */
export async function readInvitation(db: Db, token: string, now = clock.now()): Promise<OpenInvitation> {
  const { company, invitedBy, email, role, spendingLimit } = await invitationOf(db, token, now);
  const [names] = await db
    .select({ companyName: companies.name, invitedBy: sql<string>`coalesce(${users.name}, '')` })
    .from(companies)
    .leftJoin(users, sql`${users._id} = ${invitedBy}::uuid`)
    .where(eq(companies._id, company));
  if (!names) throw new AppError('link_invalid');
  const hasAccount = (await findUserByEmail(db, email)) !== null;
  return { ...names, email, role, spendingLimit, hasAccount };
}

/**
 * Joins the company as the one who was invited. `invitation_other` for whoever is signed in with another address,
 * `in_company` for whoever buys for a company already, `forbidden` for staff.
 */
export async function acceptInvitation(
  db: Db,
  user: SessionUser,
  token: string,
  now = clock.now(),
): Promise<User> {
  const { email } = await invitationOf(db, token, now);
  if (email.toLowerCase() !== user.email.toLowerCase()) {
    throw new AppError('invitation_other', { details: { email } });
  }
  if (isStaff(user)) throw new AppError('forbidden');
  await retrying(db, tx => join(tx, user, token, now));
  return readProfile(db, user._id);
}

/** Makes the account of the address that was invited, joins and signs in. `email_taken`: it has one already. */
export async function registerInvited(
  ctx: Context,
  input: RegisterInvited,
  now = clock.now(),
): Promise<SignIn> {
  const { token, name, phone, password } = input;
  const { email } = await invitationOf(ctx.db, token, now);
  refuseWeakPassword(password, { email, name });
  const passwordHash = await hashPassword(password);
  const _id = await retrying(ctx.db, async tx => {
    const user = await createUser(tx, { name, email, phone, passwordHash, registeredFully: phone !== '' });
    await join(tx, user, token, now);
    await announceAccount(tx, user);
    return user._id;
  });
  return signIn(ctx, _id);
}

/** Locks in the one order of all paths: the user, their company, the invitation. */
async function join(tx: Db, joining: LoggedUser, token: string, now: Date): Promise<void> {
  const { _id } = joining;
  const member = await lockUser(tx, _id);
  if (!member) throw new AppError('not_found');
  const { company } = await invitationOf(tx, token, now);
  const { name } = await lockCompany(tx, company);
  const moment = now.toISOString();
  const [invitation] = await tx
    .update(invitations)
    .set({ acceptedAt: moment })
    .where(and(eq(invitations.hash, tokenHash(token)), isNull(invitations.acceptedAt)))
    .returning();
  if (!invitation) throw new AppError('invitation_used');
  if (member.company) {
    throw new AppError('in_company', {
      message:
        'You already buy for a company. Its Primary has to remove you from it before you can join another.',
    });
  }
  const { role, spendingLimit } = invitation;
  // The link was in a mail to this address.
  const confirmed = { emailConfirmedAt: member.emailConfirmedAt ?? moment };
  await placeInCompany(tx, _id, { company, role, spendingLimit }, confirmed);
  await recordLog(tx, joining, {
    type: 'security',
    category: 'team',
    name: `${member.email} joined ${name}`,
    subject: _id,
    before: null,
    after: { company, role, spendingLimit },
  });
}
