import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { mailAccount } from '#server/auth/account-mail.ts';
import { apiKeys } from '#server/auth/tables.ts';
import type { App } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { forEachIsolated } from '#server/jobs/sweep.ts';
import { type EndingKey, keysEnd, keysFromBefore } from '#server/mail/templates/api-key-mails.ts';
import type { MailContent, MailSite } from '#server/mail/templates/layout.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import type { MailTemplate } from '#shared/office-lists.ts';
import { KEY_WARNING_DAYS, keyEnd } from '#shared/rules/key-scopes.ts';

interface News {
  template: MailTemplate;
  /** The column that keeps it from being told twice. */
  told: 'toldOfScopesAt' | 'toldOfEndAt';
  due: SQL | undefined;
  write: (site: MailSite, about: { name: string; keys: EndingKey[] }) => MailContent;
}

/**
 * Writes to the owners of keys, once each: of keys from before scopes came, and of those that end within two weeks.
 * One that was made for two weeks or less has an owner who knows.
 */
export async function tellKeyOwners(app: App, now = clock.now(), signal?: AbortSignal): Promise<void> {
  const lasts = sql`${apiKeys.expiresAt} - ${apiKeys.createdAt} > make_interval(days => ${KEY_WARNING_DAYS}::int)`;
  const all: News[] = [
    {
      template: 'api-keys-from-before',
      told: 'toldOfScopesAt',
      due: eq(apiKeys.fromBefore, true),
      write: keysFromBefore,
    },
    {
      template: 'api-keys-end',
      told: 'toldOfEndAt',
      due: and(lasts, lte(apiKeys.expiresAt, keyEnd(KEY_WARNING_DAYS, now))),
      write: keysEnd,
    },
  ];
  for (const news of all) {
    const open = and(
      news.due,
      isNull(apiKeys[news.told]),
      isNull(apiKeys.revokedAt),
      gt(apiKeys.expiresAt, now.toISOString()),
    );
    const owners = await app.db
      .selectDistinct({ _id: users._id, name: users.name, email: users.email })
      .from(apiKeys)
      .innerJoin(users, and(eq(users._id, apiKeys.user), isNull(users.deletedAt)))
      .where(open);
    const tell = (owner: Owner) =>
      app.db.transaction(tx => tellOwner(app, tx, owner, { ...news, open, now }));
    await forEachIsolated(app.log, owners, tell, signal);
  }
}

interface Owner {
  _id: string;
  name: string;
  email: string;
}

// The mark and the mail commit together; of two processes the second finds nothing to mark.
async function tellOwner(
  app: App,
  tx: Db,
  owner: Owner,
  { told, template, write, open, now }: News & { open: SQL | undefined; now: Date },
): Promise<void> {
  const keys = await tx
    .update(apiKeys)
    .set({ [told]: now.toISOString() })
    .where(and(open, eq(apiKeys.user, owner._id)))
    .returning({ name: apiKeys.name, prefix: apiKeys.prefix, expiresAt: apiKeys.expiresAt });
  if (keys.length === 0) return;
  keys.sort((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1));
  await mailAccount(tx, app, owner, { template }, site => write(site, { name: owner.name, keys }));
}
