import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { logEntries } from '#server/logs/tables.ts';
import { emails, mailLinks } from '#server/mail/tables.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { type Accounts, failure, openAccounts } from '#server/test/accounts.ts';
import type { Answer } from '#server/test/doors.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { mailsTo } from '#server/test/mails.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';
import type { ShownMail } from '#shared/schemas/mail.ts';

const LIVE = {
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.test',
  SECRET_KEY: '7d1f0c9be24a83561e0b9f7a6c5d4e3f',
  ALLOW_TEST_PAYMENTS: 'no-money-moves',
  ALLOW_CAPTURED_MAIL: 'yes',
  TRUST_PROXY: 'off',
  METRICS: 'off',
};

let live: Accounts;
let demo: Accounts;
beforeAll(async () => {
  live = await openAccounts(LIVE);
  demo = await openAccounts();
});
afterAll(async () => {
  await live.close();
  await demo.close();
});

const staffOf = async (shop: Accounts, permissionLevel: 'Employee' | 'Admin') =>
  shop.signIn((await shop.person({ permissionLevel })).email);

async function read(shop: Accounts, cookie: string, email: string, template: string) {
  const mail = await shop.mailTo(email, template);
  const answer = await shop.call('mailbox.get', { id: mail?._id }, { cookie });
  return { mail, answer, shown: answer.body as ShownMail };
}

/** A guest's order, whose confirmation has the links that open it. */
async function guestOrder(shop: Accounts, email: string): Promise<{ _id: string; orderKey: string }> {
  const cart = [lineOf(await makeVariant(shop.database.db, { price: usd(10) }), 1)];
  const said = { ...guest, email, cart, shippingMethod: 'local', total: 10.83 };
  const answer = await shop.call('orders.submit', { ...said, idempotencyKey: crypto.randomUUID() });
  const order = answer.body as { _id: string; orderKey: string };
  const card = { testOutcome: 'approve' };
  await shop.call('payments.charge', { order: { _id: order._id, orderKey: order.orderKey }, card });
  return order;
}

describe('a link that lets somebody in', () => {
  it('is shown to no reader of the mailbox in live mode, and goes to whom it is for', async () => {
    const user = await live.person();
    await live.call('auth.resetPassword', { email: user.email });
    const token = await live.tokenTo(user.email, 'reset-password');
    expect(token).toHaveLength(43);
    const order = await guestOrder(live, user.email);
    for (const level of ['Employee', 'Admin'] as const) {
      const cookie = await staffOf(live, level);
      const reset = await read(live, cookie, user.email, 'reset-password');
      expect(reset.shown.text).toContain('Set a new password: [link]');
      expect(reset.shown.html).toContain('href="[link]"');
      expect(JSON.stringify(reset.answer.body)).not.toContain(token);
      const confirmation = await read(live, cookie, user.email, 'order-confirmation');
      expect(confirmation.mail?.text).toContain(order.orderKey);
      expect(confirmation.shown.text).toContain('See your order: [link]');
      expect(JSON.stringify(confirmation.answer.body)).not.toContain(order.orderKey);
    }
    const stored = await live.database.db.select().from(emails).where(eq(emails.to, user.email));
    for (const secret of [token, order.orderKey]) expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('is hidden in mails from before they were kept apart, too', async () => {
    const text = 'See your order: https://shop.test/orders/lookup?orderNumber=1&orderKey=abc-d\nBye';
    const html = '<a href="https://shop.test/set-password#token=abc-d">Set</a>';
    const [old] = await live.database.db
      .insert(emails)
      .values({ template: 'old', to: 'old@example.com', subject: 'Old', html, text, messageId: '<old@shop>' })
      .returning();
    const cookie = await staffOf(live, 'Employee');
    const { body } = await live.call('mailbox.get', { id: old?._id }, { cookie });
    expect(body).toMatchObject({ text: 'See your order: [link]\nBye', html: '<a href="[link]">Set</a>' });
  });

  it('is shown in demo mode, where nobody could follow it otherwise', async () => {
    const user = await demo.person();
    await demo.call('auth.resetPassword', { email: user.email });
    const { shown } = await read(demo, await staffOf(demo, 'Employee'), user.email, 'reset-password');
    const token = await demo.tokenTo(user.email, 'reset-password');
    expect(shown.text).toContain(`http://shop.test/set-password#token=${token}`);
    expect(shown.html).toContain(token);
  });

  it('is not in a mail about a guest’s return that goes to another address', async () => {
    const email = 'guest-of-return@example.com';
    const order = await guestOrder(demo, email);
    const employee = await staffOf(demo, 'Employee');
    const db = demo.database.db;
    await db.update(orders).set({ status: 'Completed' }).where(eq(orders._id, order._id));
    const [line] = await db
      .update(orderLines)
      .set({ fulfilled: 1 })
      .where(eq(orderLines.order, order._id))
      .returning();
    const lines = [{ variantId: line?.variantId, quantity: 1, reason: 'too long' }];
    const made = await demo.call('returns.create', { orderId: order._id, lines }, { cookie: employee });
    const { _id } = made.body as { _id: string };
    const other = 'somebody-else@example.com';
    for (const to of [other, email]) {
      expect((await demo.call('returns.email', { _id, email: to }, { cookie: employee })).status).toBe(200);
    }
    const [elsewhere] = await mailsTo(db, other);
    expect(elsewhere?.text).not.toContain(order.orderKey);
    expect(elsewhere?.text).not.toContain('/orders/');
    expect((await mailsTo(db, email)).at(-1)?.text).toContain(order.orderKey);
  });
});

describe('the mailbox', () => {
  it('shows mails to staff to Admins alone', async () => {
    const admin = await live.person({ permissionLevel: 'Admin' });
    await live.call('auth.resetPassword', { email: admin.email });
    const mail = await live.mailTo(admin.email, 'reset-password');
    const [employee, other] = [await staffOf(live, 'Employee'), await staffOf(live, 'Admin')];
    const asked = { id: mail?._id };
    expect(failure(await live.call('mailbox.get', asked, { cookie: employee }))).toEqual({
      ...{ status: 404, reason: 'not_found' },
    });
    expect(failure(await live.call('mailbox.resend', { _id: mail?._id }, { cookie: employee }))).toEqual({
      ...{ status: 404, reason: 'not_found' },
    });
    expect((await live.call('mailbox.get', asked, { cookie: other })).status).toBe(200);
    const found = async (cookie: string) =>
      ((await live.call('mailbox.list', { search: admin.email }, { cookie })).body as { total: number })
        .total;
    expect([await found(employee), await found(other)]).toEqual([0, 1]);
    const customer = await live.signIn((await live.person()).email);
    expect((await live.call('mailbox.list', {}, { cookie: customer })).status).toBe(403);
  });

  it.each<[string, (cookie: string, user: SessionUser) => Promise<Answer>]>([
    ['was deleted', (cookie, { _id }) => live.call('users.remove', { id: _id }, { cookie })],
    [
      'is no longer of the staff',
      (cookie, { _id, email }) =>
        live.call('users.adminUpdate', { _id, email, permissionLevel: 'Retail' }, { cookie }),
    ],
  ])('keeps them so when the account %s', async (_what, change) => {
    const admin = await live.person({ permissionLevel: 'Admin' });
    await live.call('auth.resetPassword', { email: admin.email });
    const mail = await live.mailTo(admin.email, 'reset-password');
    const [employee, other] = [await staffOf(live, 'Employee'), await staffOf(live, 'Admin')];
    expect((await change(other, admin)).status).toBe(200);
    const status = async (cookie: string) =>
      (await live.call('mailbox.get', { id: mail?._id }, { cookie })).status;
    expect([await status(employee), await status(other)]).toEqual([404, 200]);
    const { body } = await live.call('mailbox.list', { search: admin.email }, { cookie: employee });
    expect(body).toMatchObject({ total: 0 });
  });

  it('hides mails from before an account was of the staff, too', async () => {
    const user = await live.person();
    await live.call('auth.resetPassword', { email: user.email });
    const mail = await live.mailTo(user.email, 'reset-password');
    const employee = await staffOf(live, 'Employee');
    const status = async () =>
      (await live.call('mailbox.get', { id: mail?._id }, { cookie: employee })).status;
    expect(await status()).toBe(200);
    await live.database.db.update(users).set({ permissionLevel: 'Employee' }).where(eq(users._id, user._id));
    expect(await status()).toBe(404);
  });

  it('knows them by their account and by their address, whatever its case, and hides no others', async () => {
    const [staff, customer] = [await live.person(), await live.person()];
    const mail = (to: string, user: string | null) => ({
      ...{ template: 'test', to, user, subject: `Told ${staff._id}`, html: '<p>Hi</p>', text: 'Hi' },
      messageId: `<${to}@shop>`,
    });
    await live.database.db
      .insert(emails)
      .values([
        mail(staff.email.toUpperCase(), null),
        mail('elsewhere@example.com', staff._id),
        mail('guest@example.com', null),
        mail('third@example.com', customer._id),
      ]);
    await live.database.db.update(users).set({ permissionLevel: 'Admin' }).where(eq(users._id, staff._id));
    const found = async (level: 'Employee' | 'Admin') => {
      const cookie = await staffOf(live, level);
      const { body } = await live.call('mailbox.list', { search: staff._id }, { cookie });
      return (body as { mails: { to: string }[] }).mails.map(({ to }) => to).sort();
    };
    expect(await found('Employee')).toEqual(['guest@example.com', 'third@example.com']);
    expect(await found('Admin')).toHaveLength(4);
  });

  it('writes down who read which mail', async () => {
    const user = await live.person();
    await live.call('auth.resetPassword', { email: user.email });
    const reader = await live.person({ permissionLevel: 'Employee' });
    const { mail } = await read(live, await live.signIn(reader.email), user.email, 'reset-password');
    const [entry] = await live.database.db
      .select()
      .from(logEntries)
      .where(eq(logEntries.subject, mail?._id ?? ''));
    expect(entry).toMatchObject({
      ...{ type: 'security', category: 'mail', userEmail: reader.email },
      name: `Read the mail “${mail?.subject}” to ${user.email}`,
    });
  });

  it('sends a mail that failed anew to its own address, with its links', async () => {
    const user = await live.person();
    await live.call('auth.resetPassword', { email: user.email });
    const token = await live.tokenTo(user.email, 'reset-password');
    const [mail] = await live.database.db
      .update(emails)
      .set({ status: 'failed' })
      .where(eq(emails.to, user.email))
      .returning();
    const cookie = await staffOf(live, 'Employee');
    const asked = { _id: mail?._id };
    expect(failure(await live.call('mailbox.resend', { ...asked, to: 'x@example.com' }, { cookie }))).toEqual(
      {
        ...{ status: 400, reason: 'invalid', fields: ['to'] },
      },
    );
    expect((await live.call('mailbox.resend', asked, { cookie })).body).toEqual({ ...asked, queued: true });
    const sent: unknown[] = [];
    const transport = live.parts.mail;
    const send: typeof transport.send = async one => {
      sent.push(one);
      return { accepted: true, response: 'ok' };
    };
    Object.assign(live.parts, { mail: { ...transport, name: 'smtp', send } });
    await live.parts.jobs.drain();
    Object.assign(live.parts, { mail: transport });
    expect(sent).toMatchObject([{ to: user.email, text: expect.stringContaining(token) }]);
    expect(await live.database.db.$count(mailLinks, eq(mailLinks.email, mail?._id ?? ''))).toBe(0);
  });
});

describe('the list of mails', () => {
  type Listed = { mails: { to: string; status: string; orderNumber: number | null }[]; total: number };

  const list = async (asked: Record<string, unknown>) => {
    const cookie = await staffOf(demo, 'Employee');
    return (await demo.call('mailbox.list', asked, { cookie })).body as Listed;
  };
  const made = (to: string, status: 'sent' | 'failed' | 'queued', minute: number) => ({
    ...{ template: 'test', to, subject: 'Paging', html: '<p>Hi</p>', text: 'Hi', messageId: `<${to}@shop>` },
    ...{ status, createdAt: new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString() },
  });

  it('has those that failed first, each part from the latest on, page by page', async () => {
    await demo.database.db
      .insert(emails)
      .values([
        made('page-0@list.test', 'failed', 0),
        made('page-1@list.test', 'sent', 1),
        made('page-2@list.test', 'queued', 2),
        made('page-3@list.test', 'failed', 3),
        made('page-4@list.test', 'failed', 4),
        made('page-5@list.test', 'sent', 5),
        made('page-6@list.test', 'sent', 6),
      ]);
    const pages: string[][] = [];
    for (let page = 1; page <= 5; page++) {
      const { mails, total } = await list({ search: 'list.test', page, limit: 2 });
      expect(total).toBe(7);
      pages.push(mails.map(({ to }) => to.slice(5, 6)));
    }
    expect(pages).toEqual([['4', '3'], ['0', '6'], ['5', '2'], ['1'], []]);
    const { mails } = await list({ search: 'list.test' });
    expect(mails.map(({ to }) => to.slice(5, 6)).join('')).toBe('4306521');
  });

  it('can be of one status', async () => {
    const { mails, total } = await list({ search: 'list.test', status: 'sent', limit: 2 });
    expect([mails.map(({ to }) => to.slice(5, 6)), total]).toEqual([['6', '5'], 3]);
  });

  it('can be of one kind and of some days of the shop, failed ones first', async () => {
    const at = (to: string, status: 'sent' | 'failed', createdAt: string, template = 'invoice') => ({
      ...made(to, status, 0),
      ...{ createdAt, template },
    });
    // In Chicago a day begins at six in the morning of UTC then.
    await demo.database.db
      .insert(emails)
      .values([
        at('a@days.test', 'failed', '2026-02-03T05:59:59Z'),
        at('b@days.test', 'sent', '2026-02-03T06:00:00Z'),
        at('c@days.test', 'failed', '2026-02-04T05:59:59Z'),
        at('d@days.test', 'sent', '2026-02-04T06:00:00Z'),
        at('e@days.test', 'sent', '2026-02-03T12:00:00Z', 'return'),
      ]);
    const found = async (asked: object) => {
      const { mails, total } = await list({ search: 'days.test', ...asked });
      expect(total).toBe(mails.length);
      return mails.map(({ to }) => to[0]).join('');
    };
    expect(await found({ template: 'invoice' })).toBe('cadb');
    expect(await found({ template: 'invoice', status: 'sent' })).toBe('db');
    expect(await found({ from: '2026-02-03', to: '2026-02-03' })).toBe('ceb');
    expect(await found({ from: '2026-02-04' })).toBe('d');
    expect(await found({ to: '2026-02-02' })).toBe('a');
    expect(await found({ template: 'refund-issued' })).toBe('');
    const cookie = await staffOf(demo, 'Employee');
    for (const [name, value] of Object.entries({
      from: 'yesterday',
      to: '2026-02-30',
      template: 'love-letter',
    })) {
      const answer = await demo.call('mailbox.list', { [name]: value }, { cookie });
      expect(failure(answer)).toMatchObject({ status: 400, fields: expect.arrayContaining([name]) });
    }
  });

  it('is counted up to 2,500, and says that there are more', async () => {
    await demo.database.db.execute(sql`
      insert into emails (id, template, "to", subject, html, text, message_id, status, created_at)
      select gen_random_uuid(), 'invoice', 'many-' || n || '@many.test', 'Many', '', '', '<' || n || '@many>',
        case when n <= 3 then 'failed' else 'sent' end, timestamptz '2025-01-01' + n * interval '1 second'
      from generate_series(1, 2502) n`);
    const { mails, total } = await list({ search: 'many.test', limit: 5 });
    expect([mails.map(({ to }) => to.slice(5, -10)), total]).toEqual([['3', '2', '1', '2502', '2501'], 2501]);
    expect((await list({ search: 'many.test', to: '2024-12-31' })).total).toBe(2501);
    // Older than as many: the one or two letters of a search are not looked for there.
    await demo.database.db
      .insert(emails)
      .values({ ...made('qj@old.test', 'sent', 0), createdAt: '2020-01-01T00:00:00Z' });
    expect((await list({ search: 'qj' })).total).toBe(0);
    expect((await list({ search: 'qj@old' })).total).toBe(1);
    await demo.database.db.delete(emails).where(like(emails.to, '%@many.test'));
  });

  it('finds by address, subject and the number of an order, and says the number', async () => {
    const order = await guestOrder(demo, 'numbered@example.com');
    const db = demo.database.db;
    const [{ orderNumber = 0 } = {}] = await db.select().from(orders).where(eq(orders._id, order._id));
    // Its number stands nowhere else in that one.
    await db.insert(emails).values({ ...made('plain@example.com', 'sent', 0), order: order._id });
    for (const search of [String(orderNumber), `#${orderNumber}`]) {
      const { mails } = await list({ search });
      expect(mails.map(({ to }) => to)).toEqual(['numbered@example.com', 'plain@example.com']);
      expect(mails.map(mail => mail.orderNumber)).toEqual([orderNumber, orderNumber]);
    }
    expect((await list({ search: 'NUMBERED@' })).total).toBe(1);
    expect((await list({ search: `order ${orderNumber}` })).total).toBe(1);
    expect((await list({ search: '999999999' })).total).toBe(0);
    expect((await list({ search: '%' })).total).toBe(0);
    // A letter or two are looked for in the latest mails alone.
    await db
      .insert(emails)
      .values({ ...made('Qz@example.com', 'sent', 0), createdAt: '2030-01-01T00:00:00Z' });
    expect((await list({ search: 'qZ' })).mails.map(({ to }) => to)).toEqual(['Qz@example.com']);
    expect((await list({ search: 'z@' })).total).toBe(1);
    expect((await list({ search: 'zq' })).total).toBe(0);
  });

  it('shows a mail as it was sent, with the names of its files', async () => {
    const order = await guestOrder(demo, 'shown@example.com');
    const cookie = await staffOf(demo, 'Employee');
    const other = 'accounts@builder.example';
    await demo.call('orders.emailInvoice', { _id: order._id, email: other }, { cookie });
    const { shown } = await read(demo, cookie, other, 'invoice');
    expect(shown).toMatchObject({
      ...{ to: other, status: 'captured', order: order._id, holdsLinks: false },
      attachments: [`invoice-${shown.orderNumber}.pdf`],
    });
    expect(shown.text).toContain('We were asked to send you this invoice.');
    const confirmation = await read(demo, cookie, 'shown@example.com', 'order-confirmation');
    expect(confirmation.shown).toMatchObject({ holdsLinks: true, attachments: [] });
  });
});
