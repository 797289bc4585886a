import { and, desc, eq, gt, isNull, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { accountColumns } from '#server/auth/accounts.ts';
import { userOfApiKey } from '#server/auth/api-keys.ts';
import { sessions } from '#server/auth/tables.ts';
import { tokenHash } from '#server/auth/tokens.ts';
import { endWaitingOf } from '#server/auth/waiting-sign-ins.ts';
import type { App, Context, CookieOptions, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { siteSettings } from '#server/site/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof luciaOf>;
    DatabaseUserAttributes: { account: SessionUser };
    DatabaseSessionAttributes: {
      impersonatorId: string | null;
      signedInAt?: Date | null;
      ip?: string;
      userAgent?: string;
    };
  }
}

/** Ends a session after so many idle hours, on both sides (rule A5). */
export const IDLE_HOURS = 10;
const IDLE_MS = IDLE_HOURS * 60 * 60 * 1000;
// Activity is written down at most this often, so that a page view costs no write.
const TOUCH_MS = 5 * 60 * 1000;
const MAX_USER_AGENT = 400;

/** Tells the page, which can't see the session's own cookie, that there is a session to load. */
const FLAG_COOKIE = 'token';

export interface SessionCookie {
  name: string;
  value: string;
  options: CookieOptions;
}

export interface SessionRequest {
  /** The raw `Cookie` header. */
  cookie?: string | null | undefined;
  /** The token of `Authorization: Bearer`, an API key. */
  bearer?: string | null | undefined;
  /** The request is a poll, which is no activity. */
  poll?: boolean;
}

export interface SessionAnswer {
  user: SessionUser | null;
  session: Context['session'];
  key: Context['key'];
  /** To be set on the answer, so that the cookies last as long as the session, which just slid. */
  refreshed: SessionCookie[];
}

const NOBODY: SessionAnswer = { user: null, session: null, key: null, refreshed: [] };

/**
 * Tells who asks: one statement, none for a visitor without cookie or key, a second one every five minutes to slide the
 * session. An API key wins over the cookie: a request with a key never acts by the cookie, which is why it needs no
 * check against cross-site requests. A wrong key is refused whatever it asks for (see `userOfApiKey`): whoever sends
 * one would take a guest's answers for their own.
 */
export async function readSession(
  app: Pick<App, 'db' | 'env'>,
  { cookie, bearer, poll = false }: SessionRequest,
  now = clock.now(),
): Promise<SessionAnswer> {
  if (bearer) return { ...NOBODY, ...(await userOfApiKey(app.db, bearer, now)) };

  const id = readCookie(cookie, cookieName(app));
  if (!id) return NOBODY;
  const { session, user } = await luciaOf(app.db, now).validateSession(id);
  if (!session) return NOBODY;

  const hash = tokenHash(id);
  const idleSince = session.expiresAt.getTime() - IDLE_MS;
  const isTouched = !poll && now.getTime() - idleSince >= TOUCH_MS;
  if (isTouched) await slide(app.db, hash, now);
  return {
    user: user.account,
    session: { hash, impersonatorId: session.impersonatorId },
    key: null,
    refreshed: isTouched ? cookiesFor(app, id) : [],
  };
}

/**
 * Signs a user in: a new session under a new id, so that an id known from before is worth nothing (fixation), and
 * the end of the session that the visitor had. `tx`: where it begins only if something else holds. `signedInAt`: of
 * the sign-in itself, where the session is made from another one.
 */
export async function startSession(
  ctx: Context,
  userId: string,
  {
    impersonatorId = null,
    signedInAt = null,
    tx = ctx.db,
  }: { impersonatorId?: string | null; signedInAt?: Date | null; tx?: Db } = {},
): Promise<void> {
  const lucia = luciaOf(tx, clock.now());
  const { id } = await lucia.createSession(userId, {
    ...{ impersonatorId, signedInAt },
    ip: ctx.ip,
    userAgent: ctx.userAgent,
  });
  if (ctx.session) await deleteSessions(tx, eq(sessions.hash, ctx.session.hash));
  for (const { name, value, options } of cookiesFor(ctx.app, id)) ctx.setCookie(name, value, options);
}

/** Signs the visitor out; their cookies go also where the session was over already. */
export async function endSession(ctx: Context): Promise<void> {
  if (ctx.session) await deleteSessions(ctx.db, eq(sessions.hash, ctx.session.hash));
  for (const { name, options } of cookiesFor(ctx.app, '')) {
    ctx.setCookie(name, '', { ...options, maxAge: 0 });
  }
}

/** Ends every session of a user, and those of an admin as other users, except the one kept. Answers how many. */
export async function endSessionsOf(db: Db, userId: string, kept: string | null = null): Promise<number> {
  const own = or(eq(sessions.user, userId), eq(sessions.impersonator, userId));
  const ended = await db
    .delete(sessions)
    .where(kept === null ? own : and(own, ne(sessions.hash, kept)))
    .returning({ expiresAt: sessions.expiresAt });
  // Sign-ins that wait for their second step were begun with what has just changed.
  await endWaitingOf(db, userId);
  const now = clock.ms();
  return ended.filter(({ expiresAt }) => Date.parse(expiresAt) > now).length;
}

/**
 * For changes of what an account is entered with, once its user is locked: a request that waited while everybody was
 * signed out comes too late. Answers since when somebody is signed in; throws `signed_out`.
 */
export async function holdSession(tx: Db, hash: string): Promise<Date> {
  const [held] = await tx
    .select({ signedInAt: sessions.signedInAt, createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.hash, hash))
    .for('share');
  if (!held) throw new AppError('signed_out');
  return new Date(held.signedInAt ?? held.createdAt);
}

/** Lists where a user is signed in, the latest activity first; `current` is the session that asks. */
export async function listSessions(db: Db, userId: string, current: string, now = clock.now()) {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user, userId), gt(sessions.expiresAt, now.toISOString())))
    .orderBy(desc(sessions.expiresAt))
    .limit(100);
  return rows.map(({ hash, createdAt, expiresAt, userAgent, ip, impersonator }) => ({
    _id: hash,
    createdAt,
    lastSeenAt: new Date(Date.parse(expiresAt) - IDLE_MS).toISOString(),
    userAgent,
    ip,
    byStaff: impersonator !== null,
    current: hash === current,
  }));
}

/** Ends one session of a user. `not_found`, also for somebody else's. */
export async function endSessionOf(db: Db, userId: string, hash: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.user, userId), eq(sessions.hash, hash)))
    .returning({ hash: sessions.hash });
  if (ended.length === 0) throw new AppError('not_found');
}

/** Removes the sessions whose time is over. */
export async function removeOldSessions(db: Db, now = clock.now()): Promise<void> {
  await deleteSessions(db, lte(sessions.expiresAt, now.toISOString()));
}

/** `__Host-`: the browser takes it only over TLS and from this very host, not from a subdomain. */
function cookieName({ env }: Pick<App, 'env'>): string {
  return env.mode === 'live' ? '__Host-sid' : 'sid';
}

function cookiesFor(app: Pick<App, 'env'>, id: string): SessionCookie[] {
  const secure = app.env.mode === 'live';
  const maxAge = IDLE_MS / 1000;
  return [
    { name: cookieName(app), value: id, options: { httpOnly: true, secure, maxAge } },
    { name: FLAG_COOKIE, value: '1', options: { httpOnly: false, secure, maxAge } },
  ];
}

/** Tells, without asking whether it holds, whether a browser says that somebody is or was signed in. */
export const hasSessionCookie = (app: Pick<App, 'env'>, cookie: string | undefined): boolean =>
  [cookieName(app), FLAG_COOKIE].some(name => readCookie(cookie, name) !== null);

// Not lucia's own reader: it decodes names, so that `__Host%2Dsid`, which a subdomain may set, would pass for
// `__Host-sid`; and it throws on a stray `%` in anyone's cookie.
export function readCookie(header: string | null | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}

function luciaOf(db: Db, now: Date) {
  return new Lucia(sessionStore(db, now), {
    sessionExpiresIn: new TimeSpan(IDLE_HOURS, 'h'),
    getUserAttributes: ({ account }) => ({ account }),
    getSessionAttributes: ({ impersonatorId }) => ({ impersonatorId }),
  });
}

/** Lucia's storage: it knows a session by its id, the table only by the SHA-256 of that. */
function sessionStore(db: Db, now: Date): Adapter {
  return {
    getSessionAndUser: async id => {
      const found = await findSession(db, tokenHash(id), now);
      if (!found) return [null, null];
      const { expiresAt, impersonatorId, ...account } = found;
      return [
        { id, userId: account._id, expiresAt: new Date(expiresAt), attributes: { impersonatorId } },
        { id: account._id, attributes: { account } },
      ];
    },
    setSession: async ({ id, userId, expiresAt, attributes }) => {
      await db.insert(sessions).values({
        hash: tokenHash(id),
        user: userId,
        impersonator: attributes.impersonatorId,
        signedInAt: attributes.signedInAt?.toISOString() ?? null,
        ip: attributes.ip ?? '',
        userAgent: attributes.userAgent?.slice(0, MAX_USER_AGENT) ?? '',
        expiresAt: expiresAt.toISOString(),
      });
    },
    // Lucia renews a session past half of its time, by a poll as well; `slide` does it for real activity only.
    updateSessionExpiration: async () => {},
    getUserSessions: async () => [],
    deleteSession: id => deleteSessions(db, eq(sessions.hash, tokenHash(id))),
    deleteUserSessions: userId => deleteSessions(db, eq(sessions.user, userId)),
    deleteExpiredSessions: () => removeOldSessions(db, now),
  };
}

async function findSession(db: Db, hash: string, now: Date) {
  const impersonators = alias(users, 'impersonators');
  const [found] = await db
    .select({
      ...accountColumns,
      expiresAt: sessions.expiresAt,
      impersonatorId: sessions.impersonator,
      actingAdmin: impersonators.email,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users._id, sessions.user), isNull(users.deletedAt)))
    .leftJoin(siteSettings, eq(siteSettings.only, true))
    .leftJoin(impersonators, eq(impersonators._id, sessions.impersonator))
    .where(
      and(
        eq(sessions.hash, hash),
        gt(sessions.expiresAt, now.toISOString()),
        // Somebody who is no admin any more is out of the accounts that they entered as one, and everybody else out of
        // one that has become staff's (rule A4).
        or(
          isNull(sessions.impersonator),
          and(
            eq(impersonators.permissionLevel, 'Admin'),
            isNull(impersonators.deletedAt),
            notInArray(users.permissionLevel, ['Admin', 'Employee']),
          ),
        ),
      ),
    );
  return found;
}

async function slide(db: Db, hash: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + IDLE_MS).toISOString();
  await db
    .update(sessions)
    .set({ expiresAt: sql`greatest(${sessions.expiresAt}, ${expiresAt}::timestamptz)` })
    .where(eq(sessions.hash, hash));
}

async function deleteSessions(db: Db, where: SQL | undefined): Promise<void> {
  if (where) await db.delete(sessions).where(where);
}
