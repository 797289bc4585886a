import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#server/http/rate-limits.ts';
import { createMailTransport } from '#server/integrations/smtp.ts';
import { emails } from '#server/mail/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/test/fake-smtp.ts';
import { openShop, type Selling } from '#server/test/selling.ts';

let smtp: FakeSmtp;
let shop: Selling;

beforeAll(async () => {
  smtp = await startFakeSmtp();
  const mail = createMailTransport({ mail: 'smtp', smtpUrl: smtp.url(), mode: 'demo', timeoutMs: 2000 });
  shop = await openShop({ MAIL_FROM: 'Knurl <orders@knurl.example>' }, { mail });
  await shop.app.db.update(siteSettings).set({ email: 'counter@knurl.example' });
});
beforeEach(async () => {
  smtp.mails.splice(0);
  await shop.app.db.delete(emails);
});
afterAll(async () => {
  shop.app.mail.close();
  await shop.close();
  await smtp.close();
});

const message = { name: 'Ada Carver', email: 'ada@example.com', message: 'Do you cut slides to length?' };

describe('the contact form', () => {
  it("reaches the shop's own address, and an answer goes to the visitor", async () => {
    expect(
      await shop.as(null).site.contactUs({ ...message, phone: '512 555 0143', subject: 'Slides' }),
    ).toEqual({
      ok: true,
    });
    const [kept] = await shop.app.db.select().from(emails);
    expect(kept).toMatchObject({ template: 'contact', to: 'counter@knurl.example', status: 'queued' });

    await shop.app.jobs.drain();
    expect(smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail?.envelope).toEqual({ from: 'orders@knurl.example', to: ['counter@knurl.example'] });
    expect(mail?.replyTo).toMatchObject([{ address: 'ada@example.com' }]);
    expect(mail?.subject).toContain('Slides');
    for (const text of ['Ada Carver', '512 555 0143', 'Do you cut slides to length?']) {
      expect(mail?.text).toContain(text);
    }
    expect((await shop.app.db.select().from(emails)).map(({ status }) => status)).toEqual(['sent']);
  });

  it('is text alone, whatever is written into it', async () => {
    await shop.as(null).site.contactUs({
      name: 'Eve\r\nBcc: all@example.com',
      email: 'eve@example.com',
      message: '<script>steal()</script>\n<img src=x onerror=steal()>',
    });
    await shop.app.jobs.drain();
    const [mail] = smtp.mails;
    expect(mail?.envelope.to).toEqual(['counter@knurl.example']);
    expect(mail?.html).not.toMatch(/<script|<img/);
    expect(mail?.raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^Bcc:/im);
    expect(mail?.text).toContain('<script>steal()</script>');
  });

  it("goes to the sender's address where the shop has not said another", async () => {
    await shop.app.db.update(siteSettings).set({ email: '' });
    await shop.as(null).site.contactUs(message);
    const [kept] = await shop.app.db.select().from(emails);
    expect(kept?.to).toBe('orders@knurl.example');
    await shop.app.db.update(siteSettings).set({ email: 'counter@knurl.example' });
  });

  it('is refused when it says nothing, or where its answer can not go', async () => {
    for (const wrong of [
      { message: ' ' },
      { name: '' },
      { email: 'ada@' },
      { email: 'a@b.example, c@d.example' },
    ]) {
      await expect(shop.as(null).site.contactUs({ ...message, ...wrong })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
    expect(await shop.app.db.select().from(emails)).toEqual([]);
  });

  it('is not taken without end from one address', async () => {
    const ip = '192.0.2.77';
    for (let n = 0; n < LIMITS.contact.most; n++) await shop.as(null, ip).site.contactUs(message);
    await expect(shop.as(null, ip).site.contactUs(message)).rejects.toMatchObject({ reason: 'too_many' });
    const kept = await shop.app.db.select().from(emails).where(eq(emails.template, 'contact'));
    expect(kept).toHaveLength(LIMITS.contact.most);
  });
});
