import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { makeUser } from '#server/test/factories.ts';
import { openShop, reasonOf, type Selling } from '#server/test/selling.ts';
import type { EMAIL_STATUSES } from '#shared/enumerations.ts';

let shop: Selling;
let clerk: SessionUser;
let admin: SessionUser;
/** By what they are about. */
const made = new Map<string, string>();

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  clerk = await makeUser(db, { permissionLevel: 'Employee' });
  admin = await makeUser(db, { permissionLevel: 'Admin', email: 'ada@knurl.test' });
  const mail = (
    subject: string,
    day: number,
    status: (typeof EMAIL_STATUSES)[number],
    said: Partial<typeof emails.$inferInsert> = {},
  ) => ({
    ...{ subject, status, template: 'invoice', to: 'bo@example.com', html: '', text: '' },
    ...{ messageId: `<${subject}@shop>`, createdAt: `2026-01-0${day}T10:00:00.000Z` },
    ...said,
  });
  const written = await db
    .insert(emails)
    .values([
      mail('sixth', 6, 'sent'),
      mail('fifth', 5, 'failed'),
      // In one millisecond.
      mail('fourth', 4, 'sent', { template: 'contact' }),
      mail('also fourth', 4, 'sent'),
      mail('third', 3, 'failed'),
      mail('second', 2, 'queued'),
      mail('to the staff', 1, 'sent', { to: admin.email, user: admin._id, toStaff: true }),
    ])
    .returning();
  for (const { _id, subject } of written) made.set(subject, _id);
});
afterAll(() => shop.close());

type Asked = Parameters<ReturnType<typeof shop.as>['mailbox']['list']>[0];
const beside = async (subject: string, asked: Asked = {}, reader = clerk) => {
  const { before, after } = await shop
    .as(reader)
    .mailbox.beside({ ...asked, id: made.get(subject) ?? subject });
  return [before?.name ?? null, after?.name ?? null];
};

describe('a mail that was opened from the mailbox', () => {
  it.each<[string, NonNullable<Asked>, number]>([
    ['all, those that failed first', {}, 6],
    ['those that failed', { status: 'failed' }, 2],
    ['those that were sent', { status: 'sent' }, 3],
    ['those of a kind', { template: 'invoice' }, 5],
    ['those that were looked for', { search: 'bo@example' }, 6],
    ['those of some days', { from: '2026-01-03', to: '2026-01-05' }, 4],
  ])('leads to those before and after it among %s', async (_, asked, count) => {
    const { mails } = await shop.as(clerk).mailbox.list(asked);
    const subjects = mails.map(({ subject }) => subject);
    expect(subjects).toHaveLength(count);
    for (const [at, subject] of subjects.entries()) {
      expect(await beside(subject, asked), subject).toEqual([
        subjects[at - 1] ?? null,
        subjects[at + 1] ?? null,
      ]);
    }
  });

  it('leads on from where it stands, though it is not in the list any more', async () => {
    expect(await beside('third', { status: 'sent' })).toEqual([expect.stringContaining('fourth'), null]);
    expect(await beside('fourth', { template: 'invoice', search: 'sixth' })).toEqual(['sixth', null]);
  });

  it('leads nobody to mails that they may not read, nor on from there', async () => {
    expect(await beside('second')).toEqual([expect.stringContaining('fourth'), null]);
    expect(await beside('second', {}, admin)).toEqual([expect.any(String), 'to the staff']);
    expect(await beside('to the staff')).toEqual([null, null]);
    expect(await beside('to the staff', {}, admin)).toEqual(['second', null]);
    expect(await reasonOf(beside('second', {}, await makeUser(shop.app.db)))).toBe('forbidden');
  });
});
