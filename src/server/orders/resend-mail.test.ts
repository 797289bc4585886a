import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendResetLink } from '#server/auth/reset-password.ts';
import type { SessionUser } from '#server/context.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { logEntries } from '#server/logs/tables.ts';
import { emails, mailLinks } from '#server/mail/tables.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { makeUser } from '#server/test/factories.ts';
import type { FakeSmtp } from '#server/test/fake-smtp.ts';
import { openMailingShop } from '#server/test/mailing-shop.ts';
import { guest, paidOrder, reasonOf, type Selling } from '#server/test/selling.ts';
import type { Order } from '#shared/schemas/orders.ts';

let smtp: FakeSmtp;
let shop: Selling;
let closeShop: () => Promise<void>;
let clerk: SessionUser;

beforeAll(async () => {
  ({ smtp, shop, close: closeShop } = await openMailingShop());
});
beforeEach(async () => {
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  smtp.recover();
  smtp.mails.splice(0);
});
afterAll(() => closeShop());

const OTHER = 'accounts@builder.example';

const resend = (_id: string | undefined, by = clerk) => shop.as(by).mailbox.resend({ _id: _id ?? '' });

/** The mails that arrived since this was asked last. */
async function received() {
  await shop.app.jobs.drain();
  return smtp.mails.splice(0);
}

const mailsOf = (order: Order) =>
  shop.app.db.select().from(emails).where(eq(emails.order, order._id)).orderBy(asc(emails._id));

const eventsOf = async (order: Order) =>
  (
    await shop.app.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.order, order._id))
      .orderBy(asc(orderEvents.date), asc(orderEvents._id))
  ).filter(event => event.name === 'mailed');

const setStatus = (_id: string | undefined, status: 'failed' | 'sent') =>
  shop.app.db
    .update(emails)
    .set({ status })
    .where(eq(emails._id, _id ?? ''));

describe('a mail without links that let somebody in', () => {
  it('that was sent goes again as a mail of its own, with its file, to its own address', async () => {
    const order = await paidOrder(shop);
    await shop.as(clerk).orders.emailInvoice({ _id: order._id, email: OTHER });
    const [first] = (await received()).filter(mail => mail.envelope.to[0] === OTHER);
    const sent = (await mailsOf(order)).at(-1);
    // The paper says what it said, whatever became of the order.
    await shop.app.db.update(orders).set({ poNumber: 'PO-LATER' }).where(eq(orders._id, order._id));

    const answer = await resend(sent?._id);
    const copy = (await mailsOf(order)).at(-1);
    expect(answer).toEqual({ _id: copy?._id, queued: true });
    expect(copy?._id).not.toBe(sent?._id);
    const [again, ...more] = await received();
    expect(more).toEqual([]);
    expect(again?.messageId).not.toBe(first?.messageId);
    for (const part of ['subject', 'text', 'html', 'envelope'] as const)
      expect(again?.[part]).toEqual(first?.[part]);
    const file = (mail: typeof again) => Buffer.from(mail?.attachments[0]?.content as ArrayBuffer);
    expect(file(again).equals(file(first))).toBe(true);
    expect((await eventsOf(order)).at(-1)).toMatchObject({
      ...{ userEmail: clerk.email, details: { mail: copy?._id } },
      description: `“Invoice ${order.orderNumber} from Knurl” to ${OTHER} again`,
    });
    const [entry] = await shop.app.db
      .select()
      .from(logEntries)
      .where(eq(logEntries.subject, copy?._id ?? ''));
    expect(entry).toMatchObject({ type: 'user', category: 'mail', userEmail: clerk.email });
  });

  it('that failed goes again as it is, once however often it is pressed', async () => {
    await shop.as(clerk).site.sendEmail({ to: OTHER, subject: 'Once', content: 'Hello.' });
    smtp.fail('permanent');
    expect(await received()).toEqual([]);
    const [mail] = await shop.app.db.select().from(emails).where(eq(emails.subject, 'Once'));
    expect(mail?.status).toBe('failed');
    const answers = await Promise.all([resend(mail?._id), resend(mail?._id)]);
    expect(answers.map(({ queued }) => queued).sort()).toEqual([false, true]);
    expect(answers.map(({ _id }) => _id)).toEqual([mail?._id, mail?._id]);
    expect((await received()).map(one => one.messageId)).toEqual([mail?.messageId]);
  });

  it('that is on its way does not go twice', async () => {
    await shop.as(clerk).site.sendEmail({ to: OTHER, subject: 'Waits', content: 'Hello.' });
    const [mail] = await shop.app.db.select().from(emails).where(eq(emails.subject, 'Waits'));
    expect(await resend(mail?._id)).toEqual({ _id: mail?._id, queued: false });
    expect(await received()).toHaveLength(1);
  });
});

describe('a mail with a link that lets somebody in', () => {
  it('to a guest about an order is made anew for its address', async () => {
    const order = await paidOrder(shop);
    await received();
    const [sent] = await mailsOf(order);
    expect(sent).toMatchObject({ template: 'order-confirmation', status: 'sent' });
    const answer = await resend(sent?._id);
    const [again] = await received();
    expect(again?.envelope.to).toEqual([guest.email]);
    expect(again?.text).toContain(order.orderKey);
    const made = (await mailsOf(order)).at(-1);
    expect(answer).toEqual({ _id: made?._id, queued: true });
    expect(JSON.stringify(made)).not.toContain(order.orderKey);
    expect((await eventsOf(order)).at(-1)).toMatchObject({ description: `Confirmation to ${guest.email}` });
  });

  it.each(['sent', 'failed'] as const)(
    'that was %s to an address which the order has no longer comes without it',
    async status => {
      const order = await paidOrder(shop);
      if (status === 'failed') smtp.fail('permanent');
      await received();
      const [mail] = await mailsOf(order);
      expect(mail?.status).toBe(status);
      await shop.app.db
        .update(orders)
        .set({ email: 'right@builder.example' })
        .where(eq(orders._id, order._id));
      await resend(mail?._id);
      const [again] = await received();
      expect(again?.envelope.to).toEqual([guest.email]);
      expect(again?.raw).not.toContain(order.orderKey);
      expect(again?.attachments).toHaveLength(1);
    },
  );

  it('that failed goes as it is to the address that the order still has', async () => {
    const order = await paidOrder(shop);
    smtp.fail('permanent');
    await received();
    const [mail] = await mailsOf(order);
    expect(await resend(mail?._id)).toEqual({ _id: mail?._id, queued: true });
    const [again] = await received();
    expect(again?.messageId).toBe(mail?.messageId);
    expect(again?.text).toContain(order.orderKey);
  });

  it('is refused where nobody could make it anew, and says why', async () => {
    const user = await makeUser(shop.app.db);
    await sendResetLink(shop.app, user.email);
    expect(await received()).toHaveLength(1);
    const [mail] = await shop.app.db.select().from(emails).where(eq(emails.to, user.email));
    expect(await reasonOf(resend(mail?._id))).toBe('mail_links');
    expect(await received()).toEqual([]);
    // Lost, it says nothing that could be followed.
    await setStatus(mail?._id, 'failed');
    expect(await reasonOf(resend(mail?._id))).toBe('mail_links');
    expect(await shop.app.db.$count(emails, eq(emails.to, user.email))).toBe(1);
  });

  it('that failed goes to an account as it is', async () => {
    const user = await makeUser(shop.app.db);
    await sendResetLink(shop.app, user.email);
    smtp.fail('permanent');
    expect(await received()).toEqual([]);
    const [mail] = await shop.app.db.select().from(emails).where(eq(emails.to, user.email));
    await resend(mail?._id);
    const [again] = await received();
    expect(again?.text).toMatch(/#token=[\w-]{43}/);
    expect(await shop.app.db.$count(mailLinks, eq(mailLinks.email, mail?._id ?? ''))).toBe(0);
  });

  it('about an order that was deleted is refused', async () => {
    const order = await paidOrder(shop);
    await received();
    const [mail] = await mailsOf(order);
    await shop.app.db
      .update(emails)
      .set({ order: randomUUID() })
      .where(eq(emails._id, mail?._id ?? ''));
    expect(await reasonOf(resend(mail?._id))).toBe('mail_links');
  });
});

it('a mail that does not exist, or is to staff and asked for by an Employee, is not found', async () => {
  expect(await reasonOf(resend(randomUUID()))).toBe('not_found');
  const admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
  await shop.as(clerk).site.sendEmail({ to: admin.email, subject: 'To staff', content: 'Hello.' });
  await received();
  const [mail] = await shop.app.db.select().from(emails).where(eq(emails.to, admin.email));
  expect(mail).toMatchObject({ toStaff: true, status: 'sent' });
  expect(await reasonOf(resend(mail?._id))).toBe('not_found');
  expect(await resend(mail?._id, admin)).toMatchObject({ queued: true });
  const copies = await shop.app.db.select().from(emails).where(eq(emails.to, admin.email));
  expect(copies.map(({ toStaff }) => toStaff)).toEqual([true, true]);
  await received();
});

it('one of the staff sends so many again an hour', async () => {
  await shop.as(clerk).site.sendEmail({ to: OTHER, subject: 'Often', content: 'Hello.' });
  await received();
  const [mail] = await shop.app.db.select().from(emails).where(eq(emails.subject, 'Often'));
  for (let n = 1; n < LIMITS.staffMail.most; n++) await resend(mail?._id);
  expect(await reasonOf(resend(mail?._id))).toBe('too_many');
  await received();
});
