import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendResetLink } from '#server/auth/reset-password.ts';
import type { Invoice } from '#server/documents/invoice.ts';
import { createMailTransport } from '#server/integrations/smtp.ts';
import { deadJobs } from '#server/jobs/job-queues.ts';
import { countUnsentMails, queueMail, requeueMail } from '#server/mail/mail.ts';
import { emails, mailLinks } from '#server/mail/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { type FakeSmtp, type SmtpFault, startFakeSmtp } from '#server/test/fake-smtp.ts';
import { openMailingShop } from '#server/test/mailing-shop.ts';
import { close, readPdf } from '#server/test/read-pdf.ts';
import { guest, lineOf, paidOrder, type Selling } from '#server/test/selling.ts';
import type { Money } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

let smtp: FakeSmtp;
let shop: Selling;
let closeShop: () => Promise<void>;
beforeAll(async () => {
  ({ smtp, shop, close: closeShop } = await openMailingShop());
});
beforeEach(() => {
  smtp.recover();
  smtp.mails.splice(0);
});
afterAll(() => closeShop());

async function mailOf(order: Order, seller = shop) {
  const found = await seller.app.db.select().from(emails).where(eq(emails.order, order._id));
  expect(found).toHaveLength(1);
  const [{ status, attempts, response, sentAt, messageId } = {}] = found;
  return { status, attempts, response, sentAt, messageId };
}

const statusOf = async (order: Order) =>
  (await shop.app.db.select().from(orders).where(eq(orders._id, order._id)))[0]?.status;

describe('the confirmation of an order', () => {
  it('reaches the customer, once, with what he bought and where he finds it', async () => {
    const order = await paidOrder(shop);
    await shop.app.jobs.drain();
    await shop.app.jobs.drain({ delayed: true });
    expect(smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail?.envelope).toEqual({ from: 'shop@knurl.example', to: [guest.email] });
    expect(mail?.subject).toContain(String(order.orderNumber));
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('10.83');
      expect(part).toContain(order.orderKey);
    }
    expect(await mailOf(order)).toMatchObject({ status: 'sent', attempts: 1, messageId: mail?.messageId });
  });

  it.each<SmtpFault>(['temporary', 'drop'])(
    'goes later when the mail server answers with %s, and the order stands',
    async fault => {
      // The package tries a mail again by itself when a connection breaks.
      smtp.fail(fault, 20);
      const order = await paidOrder(shop);
      expect(await statusOf(order)).toBe('Submitted');
      await shop.app.jobs.drain();
      smtp.recover();
      expect(await mailOf(order)).toMatchObject({ status: 'queued', attempts: 1, sentAt: null });
      expect(await statusOf(order)).toBe('Submitted');
      // Not before its time.
      await shop.app.jobs.drain();
      expect((await mailOf(order)).attempts).toBe(1);
      await shop.app.jobs.drain({ delayed: true });
      const { messageId, ...mail } = await mailOf(order);
      expect(mail).toMatchObject({ status: 'sent', attempts: 2, sentAt: expect.any(String) });
      expect(smtp.mails.map(one => one.messageId)).toEqual([messageId]);
    },
  );

  it.each<SmtpFault>(['drop_after', { delayMs: 4000 }])(
    'is sent again under the same Message-ID when nobody knows whether it arrived: %s',
    async fault => {
      smtp.fail(fault);
      const order = await paidOrder(shop);
      await shop.app.jobs.drain();
      await shop.app.jobs.drain({ delayed: true });
      const { status, messageId } = await mailOf(order);
      expect(status).toBe('sent');
      await expect.poll(() => smtp.mails.length, { timeout: 20_000 }).toBe(2);
      expect(smtp.mails.map(mail => mail.messageId)).toEqual([messageId, messageId]);
    },
  );

  it('ends as failed when the address is refused for good, and is not tried again', async () => {
    smtp.fail('permanent');
    const order = await paidOrder(shop);
    await shop.app.jobs.drain();
    await shop.app.jobs.drain({ delayed: true });
    expect(await mailOf(order)).toMatchObject({
      status: 'failed',
      attempts: 1,
      response: expect.stringContaining('550'),
    });
    expect(await statusOf(order)).toBe('Submitted');
    expect(smtp.mails).toHaveLength(0);
    expect(await deadJobs(shop.app.db, { limit: 9 })).toEqual([]);
  });

  it('waits while there is no mail server at all', async () => {
    const down = await startFakeSmtp();
    const url = down.url();
    await down.close();
    const mail = createMailTransport({ mail: 'smtp', smtpUrl: url, mode: 'demo', timeoutMs: 2000 });
    const working = shop.app.mail;
    Object.assign(shop.app, { mail });
    const order = await paidOrder(shop);
    await shop.app.jobs.drain();
    expect(await mailOf(order)).toMatchObject({ status: 'queued', attempts: 1 });
    Object.assign(shop.app, { mail: working });
    mail.close();
    await shop.app.jobs.drain({ delayed: true });
    expect(await mailOf(order)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(smtp.mails).toHaveLength(1);
  });

  it('fails with its last error when the mail server stays away through all attempts, and can be sent again', async () => {
    const { failed: before } = await countUnsentMails(shop.app.db);
    smtp.fail('temporary', 20);
    const order = await paidOrder(shop);
    await shop.app.jobs.drain({ delayed: true });
    const { messageId, ...mail } = await mailOf(order);
    expect(mail).toEqual({
      status: 'failed',
      attempts: 14,
      response: expect.stringContaining('451'),
      sentAt: null,
    });
    expect(await countUnsentMails(shop.app.db)).toEqual({ queued: 0, failed: before + 1 });
    smtp.recover();
    // Nothing sends it by itself any more.
    await shop.app.jobs.drain({ delayed: true });
    expect(smtp.mails).toHaveLength(0);

    const [row] = await shop.app.db.select().from(emails).where(eq(emails.order, order._id));
    const _id = row?._id ?? '';
    const requeue = () => shop.app.db.transaction(tx => requeueMail(tx, shop.app, _id));
    const clicks = await Promise.all([requeue(), requeue()]);
    expect(clicks.sort()).toEqual([false, true]);
    await shop.app.jobs.drain();
    expect(await mailOf(order)).toMatchObject({ status: 'sent', attempts: 15, messageId });
    expect(smtp.mails.map(one => one.messageId)).toEqual([messageId]);
    expect(await requeue()).toBe(false);
  });
});

describe('what is queued', () => {
  const mail = {
    ...{ template: 'contact' as const, to: 'ada@example.com', subject: 'Hello' },
    ...{ html: '<p>Hi</p>', text: 'Hi' },
  };

  it('is one mail an event, however often it is told of', async () => {
    const dedupeKey = `test:${randomUUID()}`;
    for (let time = 0; time < 3; time++) {
      await shop.app.db.transaction(tx => queueMail(tx, shop.app, { ...mail, dedupeKey }));
    }
    await shop.app.jobs.drain();
    expect(smtp.mails).toHaveLength(1);
  });

  it('opens no account for whoever reads it in the books after it was sent', async () => {
    const user = await makeUser(shop.app.db);
    await sendResetLink(shop.app, user.email);
    await shop.app.jobs.drain();
    const [received] = smtp.mails;
    const [, token = ''] = /#token=([\w-]+)/.exec(received?.text ?? '') ?? [];
    expect(token).not.toBe('');
    expect(received?.html).toContain(token);
    const [row] = await shop.app.db.select().from(emails).where(eq(emails.to, user.email));
    expect(row).toMatchObject({ status: 'sent', text: expect.stringContaining(`[link 0 of ${row?._id}]`) });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await shop.app.db.$count(mailLinks, eq(mailLinks.email, row?._id ?? ''))).toBe(0);
  });

  it('says where an answer goes and carries its attachments', async () => {
    const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0xfe, 0x0a]);
    const attachments = [{ name: 'invoice ½.pdf', contentType: 'application/pdf', content: pdf }];
    await shop.app.db.transaction(tx =>
      queueMail(tx, shop.app, { ...mail, replyTo: 'carver@example.com', attachments }),
    );
    await shop.app.jobs.drain();
    const [received] = smtp.mails;
    expect(received?.replyTo).toMatchObject([{ address: 'carver@example.com' }]);
    expect(received?.attachments).toMatchObject([{ filename: 'invoice ½.pdf', mimeType: 'application/pdf' }]);
    expect(Buffer.from(received?.attachments[0]?.content as ArrayBuffer)).toEqual(pdf);
  });

  it('carries a paper, printed as it is sent', async () => {
    await shop.app.db.transaction(tx =>
      queueMail(tx, shop.app, {
        ...mail,
        attachments: [{ name: 'invoice-10001.pdf', contentType: 'application/pdf', document: PAPER }],
      }),
    );
    await shop.app.jobs.drain();
    const [received] = smtp.mails;
    expect(received?.attachments).toMatchObject([{ filename: 'invoice-10001.pdf' }]);
    const [text = ''] = readPdf(Buffer.from(received?.attachments[0]?.content as ArrayBuffer));
    expect(close(text)).toContain(close('Bar Pull 4 $12.50 $50.00'));
  });

  it('goes later when its paper could not be printed', async () => {
    const print = shop.app.printer.print;
    shop.app.printer.print = () => Promise.reject(new Error('out of paper'));
    const attachments = [{ name: 'a.pdf', contentType: 'application/pdf', document: PAPER }];
    const _id = await shop.app.db.transaction(tx => queueMail(tx, shop.app, { ...mail, attachments }));
    await shop.app.jobs.drain();
    const row = async () =>
      (
        await shop.app.db
          .select()
          .from(emails)
          .where(eq(emails._id, _id ?? ''))
      )[0];
    expect(await row()).toMatchObject({ status: 'queued', response: 'out of paper' });
    shop.app.printer.print = print;
    await shop.app.jobs.drain({ delayed: true });
    expect(await row()).toMatchObject({ status: 'sent', attempts: 2 });
    expect(smtp.mails).toHaveLength(1);
  });

  it('is refused with more attached than mail servers take', async () => {
    const content = Buffer.alloc(3_500_001);
    const attachments = ['a', 'b'].map(name => ({ name, contentType: 'image/png', content }));
    await expect(queueMail(shop.app.db, shop.app, { ...mail, attachments })).rejects.toThrow(RangeError);
  });

  it('is nothing when the event is rolled back', async () => {
    const before = await shop.app.db.$count(emails);
    const failing = shop.app.db.transaction(async tx => {
      await queueMail(tx, shop.app, mail);
      await tx.execute(sql`select 1 / 0`);
    });
    await expect(failing).rejects.toThrow();
    expect(await shop.app.db.$count(emails)).toBe(before);
    expect(await shop.app.jobs.drain()).toBe(0);
    expect(smtp.mails).toHaveLength(0);
  });

  it('leaves nothing for an order that was refused', async () => {
    const before = await shop.app.db.$count(emails);
    const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 1 });
    const refused = shop.as(null).orders.submit({
      ...guest,
      cart: [lineOf(knob, 2)],
      shippingMethod: 'local',
      total: 21.65 as Money,
      idempotencyKey: randomUUID(),
    });
    await expect(refused).rejects.toThrow();
    expect(await shop.app.db.$count(emails)).toBe(before);
  });

  it('does not let one bad address hold up the others', async () => {
    smtp.fail('temporary');
    const sent = ['first@example.com', 'second@example.com', 'third@example.com'];
    for (const to of sent) await shop.app.db.transaction(tx => queueMail(tx, shop.app, { ...mail, to }));
    await shop.app.jobs.drain();
    expect(smtp.mails).toHaveLength(2);
    await shop.app.jobs.drain({ delayed: true });
    expect(smtp.mails.flatMap(({ envelope }) => envelope.to).sort()).toEqual(sent);
  });
});

/** Stands in mails that wait since before an upgrade: it is printed for good, whatever papers have by then. */
const PAPER: Invoice = {
  kind: 'invoice',
  number: 10001,
  createdAt: '2026-11-25T12:00:00.000Z',
  shop: { name: 'Knurl', contact: ['1200 Foundry Street'], logo: '<svg width="10" height="10"></svg>' },
  stamp: '',
  facts: [{ label: 'Order', value: '10001' }],
  addresses: [{ label: 'Bill to', lines: ['Ada Carver'] }],
  groups: [
    {
      name: '',
      lines: [
        {
          productNum: 'BP-1',
          name: 'Bar Pull',
          details: [],
          quantity: '4',
          price: '$12.50',
          amount: '$50.00',
        },
      ],
    },
  ],
  figures: [{ label: 'Total', amount: '$50.00', isSum: true }],
};
