import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import type { SessionUser } from '#server/context.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { logEntries } from '#server/logs/tables.ts';
import { emails, mailLinks } from '#server/mail/tables.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import type { FakeSmtp } from '#server/test/fake-smtp.ts';
import { openMailingShop } from '#server/test/mailing-shop.ts';
import { close, readPdf } from '#server/test/read-pdf.ts';
import { guest, lineOf, paidOrder, reasonOf, type Selling } from '#server/test/selling.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

let smtp: FakeSmtp;
let shop: Selling;
let closeShop: () => Promise<void>;
let clerk: SessionUser;

beforeAll(async () => {
  ({ smtp, shop, close: closeShop } = await openMailingShop());
});
beforeEach(async () => {
  // Another one for each test, so that mails of the others don't count.
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
});
afterAll(() => closeShop());

type Sending = 'emailConfirmation' | 'emailInvoice';
const BOTH: Sending[] = ['emailConfirmation', 'emailInvoice'];
const OTHER = 'accounts@builder.example';
const BAD_ADDRESSES = [
  ...['', 'ada', 'ada@', 'a@b.com, c@d.com', 'Ada <a@b.com>', 'a@b.com\r\nBcc: c@d.com'],
  `${'a'.repeat(250)}@b.com`,
];

type Asked = { _id: string; email: string; idempotencyKey?: string };

const send = (what: Sending, asked: Asked, by: SessionUser | null = clerk) => shop.as(by).orders[what](asked);

/** The order's confirmation has gone out; what is sent after it is told. */
async function sold(buyer: SessionUser | null = null): Promise<Order> {
  const order = await paidOrder(shop, { buyer, quantity: 4 });
  await shop.app.jobs.drain();
  smtp.mails.splice(0);
  return order;
}

/** The fields that an input was refused for. */
async function fieldsOf(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => new Error('was not refused'),
    (error: Error) => error.cause,
  );
  if (error instanceof ZodError) return error.issues.map(({ path }) => path.join('.'));
  throw error;
}

async function received() {
  await shop.app.jobs.drain();
  expect(smtp.mails).toHaveLength(1);
  const [mail] = smtp.mails.splice(0);
  if (!mail) throw new Error('no mail arrived');
  return mail;
}

const eventsOf = (order: Order) =>
  shop.app.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.order, order._id))
    .orderBy(asc(orderEvents.date), asc(orderEvents._id));

const mailsOf = (order: Order) =>
  shop.app.db.select().from(emails).where(eq(emails.order, order._id)).orderBy(asc(emails._id));

describe.each<[Sending, string, string]>([
  ['emailConfirmation', 'order-confirmation', 'Confirmation'],
  ['emailInvoice', 'invoice', 'Invoice'],
])('%s', (what, template, name) => {
  it("brings the invoice as a PDF to the order's own address, with the links that open it", async () => {
    const order = await sold();
    const email = 'ADA@example.com';
    expect(await send(what, { _id: order._id, email })).toEqual({ ok: true });
    const mail = await received();
    expect(mail.envelope.to).toEqual([email]);
    expect(mail.subject).toContain(String(order.orderNumber));
    for (const part of [mail.text, mail.html]) expect(part).toContain(order.orderKey);
    const [file, ...others] = mail.attachments;
    expect(others).toEqual([]);
    expect(file).toMatchObject({
      filename: `invoice-${order.orderNumber}.pdf`,
      mimeType: 'application/pdf',
    });
    const pdf = Buffer.from(file?.content as ArrayBuffer);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const [page] = readPdf(pdf);
    expect(close(page)).toContain(`Order${order.orderNumber}`);
    // 4 × 10.00 and 8.25 % of it.
    expect(formatMoney(order.total)).toBe('$43.30');
    expect(close(page)).toContain('Total$43.30Paid$43.30Balancedue$0.00');
  });

  it('goes to another address without a link that lets somebody in, and stands in the history', async () => {
    const order = await sold();
    await send(what, { _id: order._id, email: ` ${OTHER} ` });
    const mail = await received();
    expect(mail.envelope.to).toEqual([OTHER]);
    expect(mail.raw).not.toContain(order.orderKey);
    for (const part of [mail.text, mail.html]) expect(part).not.toContain('/orders/');
    expect(mail.text).not.toContain('Hello Ada');
    const [page] = readPdf(Buffer.from(mail.attachments[0]?.content as ArrayBuffer));
    expect(close(page)).toContain('Total$43.30');
    expect(page).not.toContain(order.orderKey);
    const row = (await mailsOf(order)).at(-1);
    expect(row).toMatchObject({ template, to: OTHER, status: 'sent', dedupeKey: null });
    expect(JSON.stringify(row)).not.toContain(order.orderKey);
    expect(await shop.app.db.$count(mailLinks, eq(mailLinks.email, row?._id ?? ''))).toBe(0);
    expect((await eventsOf(order)).at(-1)).toMatchObject({
      ...{ user: clerk._id, userEmail: clerk.email },
      ...{ name: 'mailed', description: `${name} to ${OTHER}`, details: { mail: row?._id } },
    });
  });

  it('keeps the words of the paper and not the file', async () => {
    const order = await sold();
    await send(what, { _id: order._id, email: OTHER });
    const row = (await mailsOf(order)).at(-1);
    expect(row?.attachments).toMatchObject([{ document: { kind: 'invoice', number: order.orderNumber } }]);
    // Changes that are made before it is sent are not in it.
    await shop.app.db.update(orders).set({ poNumber: 'PO-LATER' }).where(eq(orders._id, order._id));
    const mail = await received();
    const [page] = readPdf(Buffer.from(mail.attachments[0]?.content as ArrayBuffer));
    expect(page).not.toContain('PO-LATER');
  });

  it('goes as often as it is asked for', async () => {
    const order = await sold();
    for (let n = 0; n < 2; n++) await send(what, { _id: order._id, email: guest.email });
    expect((await mailsOf(order)).filter(mail => mail.template === template)).toHaveLength(
      template === 'order-confirmation' ? 3 : 2,
    );
    await shop.app.jobs.drain();
    smtp.mails.splice(0);
  });

  it('goes once under a key, however often and from wherever it is asked for', async () => {
    const order = await sold();
    const asked = { _id: order._id, email: OTHER, idempotencyKey: randomUUID() };
    const twice = await Promise.all([send(what, asked), send(what, asked)]);
    expect([...twice, await send(what, asked)]).toEqual(Array(3).fill({ ok: true }));
    await received();
    const mailed = async () => (await eventsOf(order)).filter(({ name }) => name === 'mailed').length;
    expect(await mailed()).toBe(1);
    // Neither another address nor somebody else’s mail is lost by the key of the first.
    await send(what, { ...asked, email: 'right@builder.example' });
    expect((await received()).envelope.to).toEqual(['right@builder.example']);
    await send(what, asked, await makeUser(shop.app.db, { permissionLevel: 'Employee' }));
    expect((await received()).envelope.to).toEqual([OTHER]);
    expect(await mailed()).toBe(3);
    expect(await fieldsOf(send(what, { ...asked, idempotencyKey: 'again' }))).toEqual(['idempotencyKey']);
  });

  it('refuses what is no address beside the field, and writes nothing', async () => {
    const order = await sold();
    for (const email of BAD_ADDRESSES) {
      expect(await fieldsOf(send(what, { _id: order._id, email })), email).toEqual(['email']);
    }
    expect(await mailsOf(order)).toHaveLength(1);
    expect((await eventsOf(order)).map(event => event.name)).not.toContain('mailed');
  });

  it('is not for an order that does not exist, nor for one that waits for its payment', async () => {
    const before = await shop.app.db.$count(emails);
    expect(await reasonOf(send(what, { _id: randomUUID(), email: OTHER }))).toBe('not_found');
    expect(await shop.app.db.$count(emails)).toBe(before);
    const order = await sold();
    await shop.app.db
      .update(orders)
      .set({ status: 'Held', heldUntil: new Date().toISOString() })
      .where(eq(orders._id, order._id));
    expect(await reasonOf(send(what, { _id: order._id, email: OTHER }))).toBe('order_state');
    expect(await mailsOf(order)).toHaveLength(1);
  });

  it('is for staff alone', async () => {
    const buyer = await makeUser(shop.app.db);
    const order = await sold(buyer);
    expect(await reasonOf(send(what, { _id: order._id, email: buyer.email }, buyer))).toBe('forbidden');
    expect(await reasonOf(send(what, { _id: order._id, email: OTHER }, null))).toBe('signed_out');
    const admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
    expect(await send(what, { _id: order._id, email: OTHER }, admin)).toEqual({ ok: true });
    await received();
  });

  it("leads an account to the order's page, behind its sign-in", async () => {
    const order = await sold(await makeUser(shop.app.db));
    await send(what, { _id: order._id, email: order.email });
    const { text } = await received();
    expect(text).toContain(`/user/orders/${order._id}`);
    expect(text).not.toContain('orderKey');
  });
});

it('an order on account is confirmed and billed to any address, and its later payment is told', async () => {
  const { db } = shop.app;
  const company = await makeCompany(db, { creditLimit: usd(1000) });
  const buyer = await makeUser(db, { company });
  const order = await shop.as(buyer).orders.submit({
    ...guest,
    cart: [lineOf(await makeVariant(db, { price: usd(10) }), 4)],
    ...{ shippingMethod: 'local', paymentType: 'Terms', total: usd(43.3), idempotencyKey: randomUUID() },
  });
  await shop.app.jobs.drain();
  smtp.mails.splice(0);
  for (const [what, about] of [
    ['emailConfirmation', `Order ${order.orderNumber} at Knurl`],
    ['emailInvoice', `Invoice ${order.orderNumber}`],
  ] as const) {
    await send(what, { _id: order._id, email: OTHER });
    const mail = await received();
    expect(mail.envelope.to).toEqual([OTHER]);
    expect(mail.subject).toContain(about);
    const [page] = readPdf(Buffer.from(mail.attachments[0]?.content as ArrayBuffer));
    expect(close(page)).toContain('Balancedue$43.30');
  }
  const paid = { orders: order._id, card: { testOutcome: 'approve' as const }, total: usd(43.3) };
  await shop.as(buyer).orders.pay({ ...paid, idempotencyKey: randomUUID() });
  const told = await received();
  expect(told.envelope.to).toEqual([order.email]);
  expect(told.subject).toBe(`Payment for your order ${order.orderNumber} at Knurl`);
  expect(told.text).toContain('We have received $43.30');
  expect(told.text).toContain('It is now paid in full.');
});

describe('a canceled order', () => {
  it('has an invoice that says so, and no confirmation', async () => {
    const order = await sold();
    await shop.app.db
      .update(orders)
      .set({ status: 'Canceled', amountRefunded: order.total })
      .where(eq(orders._id, order._id));
    expect(await reasonOf(send('emailConfirmation', { _id: order._id, email: OTHER }))).toBe('order_state');
    await send('emailInvoice', { _id: order._id, email: OTHER });
    const mail = await received();
    expect(mail.text).toContain('Terms: Canceled');
    expect(mail.text).toContain('Balance due: $0.00');
    const [page] = readPdf(Buffer.from(mail.attachments[0]?.content as ArrayBuffer));
    expect(close(page)).toContain('CANCELED');
  });
});

describe('a mail in words of the staff', () => {
  const words = { subject: 'Your pulls', content: 'Hello Ada,\n\nThey are <here>.\nCome in & see.' };

  it('goes as it was written, in the frame of the shop', async () => {
    expect(await shop.as(clerk).site.sendEmail({ to: OTHER, ...words })).toEqual({ ok: true });
    const mail = await received();
    expect(mail).toMatchObject({ envelope: { to: [OTHER] }, subject: 'Your pulls', attachments: [] });
    expect(mail.text).toContain('Hello Ada,\n\nThey are <here>.\nCome in & see.');
    expect(mail.html).toContain('They are &lt;here&gt;.<br>Come in &amp; see.');
    const [row] = await shop.app.db.select().from(emails).where(eq(emails.subject, 'Your pulls'));
    expect(row).toMatchObject({ template: 'staff-message', order: null, status: 'sent' });
    const [entry] = await shop.app.db
      .select()
      .from(logEntries)
      .where(eq(logEntries.subject, row?._id ?? ''));
    expect(entry).toMatchObject({
      ...{ type: 'user', category: 'mail', userEmail: clerk.email },
      name: `Sent the mail “Your pulls” to ${OTHER}`,
    });
  });

  it('about an order belongs to it, and stands in its history', async () => {
    const order = await sold();
    await shop.as(clerk).site.sendEmail({ to: order.email, ...words, orderId: order._id });
    await received();
    const row = (await mailsOf(order)).at(-1);
    expect(row).toMatchObject({ template: 'staff-message', to: order.email });
    expect((await eventsOf(order)).at(-1)).toMatchObject({
      ...{ userEmail: clerk.email, name: 'mailed', details: { mail: row?._id } },
      description: `“Your pulls” to ${order.email}`,
    });
    const before = await shop.app.db.$count(emails);
    const asked = { to: OTHER, ...words, orderId: randomUUID() };
    expect(await reasonOf(shop.as(clerk).site.sendEmail(asked))).toBe('not_found');
    expect(await shop.app.db.$count(emails)).toBe(before);
  });

  it('goes once under a key, as long as it says the same', async () => {
    const order = await sold();
    const asked = { to: OTHER, ...words, orderId: order._id, idempotencyKey: randomUUID() };
    const sending = () => shop.as(clerk).site.sendEmail(asked);
    expect(await Promise.all([sending(), sending()])).toEqual([{ ok: true }, { ok: true }]);
    await sending();
    await received();
    expect((await eventsOf(order)).filter(({ name }) => name === 'mailed')).toHaveLength(1);
    await shop.as(clerk).site.sendEmail({ ...asked, content: 'Hello Ada, they are there.' });
    expect((await received()).text).toContain('they are there');
    const { orderId: _, ...unbound } = asked;
    for (let n = 0; n < 2; n++) await shop.as(clerk).site.sendEmail(unbound);
    await received();
    const sent = `Sent the mail “${words.subject}” to ${OTHER}`;
    expect(
      await shop.app.db.$count(
        logEntries,
        and(eq(logEntries.name, sent), eq(logEntries.userEmail, clerk.email)),
      ),
    ).toBe(3);
  });

  it('needs an address, a subject of one line and some words', async () => {
    const asked = { to: OTHER, ...words };
    const fields = (changes: object) => fieldsOf(shop.as(clerk).site.sendEmail({ ...asked, ...changes }));
    expect(await fields({ to: 'nobody' })).toEqual(['to']);
    expect(await fields({ subject: ' ' })).toEqual(['subject']);
    expect(await fields({ subject: 'x'.repeat(151) })).toEqual(['subject']);
    expect(await fields({ content: '' })).toEqual(['content']);
    expect(await fields({ content: 'x'.repeat(10_001) })).toEqual(['content']);
    expect(await fields({ orderId: '10001' })).toEqual(['orderId']);
    await shop.as(clerk).site.sendEmail({ ...asked, subject: 'Two\r\nBcc: lines' });
    expect(await received()).toMatchObject({ subject: 'Two Bcc: lines', envelope: { to: [OTHER] } });
  });

  it('is for staff alone', async () => {
    const asked = { to: OTHER, ...words };
    const buyer = await makeUser(shop.app.db);
    expect(await reasonOf(shop.as(buyer).site.sendEmail(asked))).toBe('forbidden');
    expect(await reasonOf(shop.as(null).site.sendEmail(asked))).toBe('signed_out');
  });
});

it('one of the staff sends so many mails an hour, of whichever kind', async () => {
  const order = await sold();
  const asked = { _id: order._id, email: OTHER };
  const words = { to: OTHER, subject: 'Hello', content: 'Again.' };
  const { most } = LIMITS.staffMail;
  const first = { ...words, idempotencyKey: randomUUID() };
  await shop.as(clerk).site.sendEmail(first);
  for (let n = 0; n < most - 4; n++) await shop.as(clerk).site.sendEmail(words);
  for (const what of BOTH) await send(what, asked);
  await shop.as(clerk).site.sendEmail(words);
  const before = await shop.app.db.$count(emails);
  for (const what of BOTH) expect(await reasonOf(send(what, asked))).toBe('too_many');
  expect(await reasonOf(shop.as(clerk).site.sendEmail(words))).toBe('too_many');
  // A mail that went already is no further one.
  expect(await shop.as(clerk).site.sendEmail(first)).toEqual({ ok: true });
  expect(await shop.app.db.$count(emails)).toBe(before);
  const other = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  expect(await send('emailInvoice', asked, other)).toEqual({ ok: true });
});
