import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { PORTION } from '#server/list-file.ts';
import { emails } from '#server/mail/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { appRouter } from '#server/router.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeUser } from '#server/test/factories.ts';
import { askFile, linesOf, onlyLine } from '#server/test/list-files.ts';
import { openShop, paidOrder, type Selling } from '#server/test/selling.ts';
import { KEY_SCOPES, type KeyScope } from '#shared/enumerations.ts';
import { MAIL_COLUMNS } from '#shared/office-lists.ts';
import type { ListedMail } from '#shared/schemas/mail.ts';

let shop: Selling;
let app: FastifyInstance;
let clerk: SessionUser;
let admin: SessionUser;
let buyer: SessionUser;
let orderNumber: number;

const COUNT = 4 * PORTION + 7;
const ALL = MAIL_COLUMNS.join(',');

beforeAll(async () => {
  shop = await openShop();
  ({ app } = await openDoors(shop.database, appRouter));
  const { db } = shop.app;
  clerk = await makeUser(db, { permissionLevel: 'Employee' });
  admin = await makeUser(db, { permissionLevel: 'Admin', email: 'ada@knurl.test' });
  buyer = await makeUser(db);
  const { _id: order } = await paidOrder(shop, { buyer });
  await db.delete(emails);
  [{ orderNumber }] = (await db.select({ orderNumber: orders.orderNumber }).from(orders)) as [
    { orderNumber: number },
  ];
  const mail = (n: number) => ({
    ...{ template: n % 3 ? 'invoice' : 'reset-password', to: 'bo@example.com', subject: `Mail ${n}` },
    ...{
      html: '<p>#token=secret</p>',
      text: '#token=secret',
      messageId: `<${n}@shop>`,
      status: 'sent' as const,
    },
    createdAt: `2026-01-0${1 + (n % 3)}T10:00:00.000Z`,
  });
  // Many in one millisecond, and more that failed than a portion has.
  await db.insert(emails).values([
    ...Array.from({ length: COUNT }, (_, n) => ({
      ...mail(n),
      ...(n % 3 === 0 && { status: 'failed' as const }),
    })),
    {
      ...mail(COUNT),
      ...{ subject: '=1+1', template: 'order-ready', status: 'failed', attempts: 13, order },
      ...{ response: '550 no such mailbox', to: 'one@example.com', createdAt: '2026-01-04T17:30:00Z' },
    },
    { ...mail(COUNT + 1), to: admin.email, subject: 'For Ada alone', user: admin._id, toStaff: true },
  ]);
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const ask = (
  query: Record<string, string>,
  user: SessionUser | null = clerk,
  scopes: readonly KeyScope[] = KEY_SCOPES,
) => askFile({ app, db: shop.app.db }, 'mailbox', { columns: 'email', ...query }, { user, scopes });

type Asked = Parameters<ReturnType<typeof shop.as>['mailbox']['list']>[0];
/** Goes through the pages of the list. */
async function listed(asked: Asked, reader = clerk) {
  const found: ListedMail[] = [];
  for (let page = 1; ; page++) {
    const { mails } = await shop.as(reader).mailbox.list({ ...asked, page, limit: 200 });
    found.push(...mails);
    if (mails.length < 200) return found;
  }
}
const subjectsIn = (body: string) =>
  linesOf(body)
    .slice(1)
    .map(([subject = '']) => subject.replace(/^'/, ''));

describe('the mailbox as a file', () => {
  it('has of each mail what its columns show, and of no mail its text', async () => {
    const answer = await ask({ columns: ALL, search: 'one@' });
    expect(answer.headers['content-disposition']).toMatch(/filename="mailbox-[\d-]+\.csv"/);
    expect(onlyLine(answer.body)).toEqual({
      ...{ Subject: "'=1+1", Kind: 'Ready for pick-up', To: 'one@example.com', State: 'Failed' },
      ...{ Written: '2026-01-04 11:30', Order: `${orderNumber}`, Sent: '', Attempts: '13' },
      Answer: '550 no such mailbox',
    });
    expect((await ask({ columns: ALL })).body).not.toContain('secret');
  });

  it.each<[string, NonNullable<Asked>]>([
    ['those that failed first', {}],
    ['of one state', { status: 'sent' }],
    ['of one kind', { template: 'reset-password' }],
    ['that were looked for', { search: 'mail 1' }],
    ['of a day', { from: '2026-01-02', to: '2026-01-02' }],
  ])('has each once, %s, over all portions', async (_, asked) => {
    const wanted = await listed(asked);
    expect(wanted.length).toBeGreaterThan(PORTION / 2);
    const { body } = await ask({ ...(asked as Record<string, string>), page: '2', limit: '3' });
    expect(subjectsIn(body)).toEqual(wanted.map(({ subject }) => subject));
  });

  it('has mails to the staff for Admins alone', async () => {
    const seen = async (reader: SessionUser) => subjectsIn((await ask({ search: 'alone' }, reader)).body);
    expect(await seen(clerk)).toEqual([]);
    expect(await seen(admin)).toEqual(['For Ada alone']);
  });

  it('is for staff, and for keys that read what is theirs', async () => {
    const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).statusCode;
    expect(await statusOf({}, null)).toBe(401);
    expect(await statusOf({}, buyer)).toBe(404);
    expect(await statusOf({}, clerk, ['orders:read'])).toBe(403);
    expect(await statusOf({ columns: 'email,html' })).toBe(400);
    expect(await statusOf({ status: 'lost' })).toBe(400);
  });
});
