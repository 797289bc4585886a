import type { App, Context, SessionUser } from '#server/context.ts';
import { chance } from '#server/time-and-chance.ts';

/** The request of a user, or of a guest, as a page of the shop makes it. */
export const contextOf = (
  app: App,
  asker: { user: SessionUser | null; session: Context['session']; ip: string },
): Context => ({
  ...{ app, db: app.db, ...asker, key: null, via: 'trpc', userAgent: '', requestId: chance.uuid() },
  ...{ log: app.log, readCookie: () => null, setCookie: () => undefined, setStatus: () => undefined },
});
