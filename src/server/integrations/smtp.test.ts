import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMailTransport, type Mail, MailError, type MailTransport } from '#server/integrations/smtp.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/test/fake-smtp.ts';

let smtp: FakeSmtp;
let transport: MailTransport;
beforeAll(async () => {
  smtp = await startFakeSmtp();
  transport = createMailTransport({ mail: 'smtp', smtpUrl: smtp.url(), mode: 'demo', timeoutMs: 400 });
});
afterEach(() => {
  smtp.recover();
  smtp.mails.splice(0);
});
afterAll(async () => {
  transport.close();
  await smtp.close();
});

const mail = (changes: Partial<Mail> = {}): Mail => ({
  from: 'Knurl <shop@knurl.example>',
  to: 'ann@example.com',
  subject: 'Order 10001 – Łódź pulls, 3½″',
  html: '<p>Thank <b>you</b> – £</p>',
  text: 'Thank you – £',
  messageId: '<fixed-1@knurl.example>',
  ...changes,
});

const failureOf = async (sending: Promise<unknown>) => {
  const error = await sending.then(
    () => null,
    error => error,
  );
  expect(error).toBeInstanceOf(MailError);
  return error as MailError;
};

describe('sending', () => {
  it('hands over subject, both bodies, attachments and the fixed Message-ID unharmed', async () => {
    const pdf = Buffer.from('%PDF-1.7 fake');
    const answer = await transport.send(
      mail({
        replyTo: 'desk@knurl.example',
        attachments: [{ name: 'invoice ½.pdf', content: pdf, contentType: 'application/pdf' }],
      }),
    );
    expect(answer).toEqual({ accepted: true, response: expect.stringContaining('250') });
    const [received] = smtp.mails;
    expect(received).toMatchObject({
      messageId: '<fixed-1@knurl.example>',
      subject: 'Order 10001 – Łódź pulls, 3½″',
      html: '<p>Thank <b>you</b> – £</p>\n',
      text: 'Thank you – £\n',
      from: { name: 'Knurl', address: 'shop@knurl.example' },
      replyTo: [{ address: 'desk@knurl.example' }],
      envelope: { from: 'shop@knurl.example', to: ['ann@example.com'] },
    });
    expect(received?.attachments[0]).toMatchObject({
      filename: 'invoice ½.pdf',
      mimeType: 'application/pdf',
    });
    expect(Buffer.from(received?.attachments[0]?.content as ArrayBuffer)).toEqual(pdf);
  });

  it('sends many at once', async () => {
    const patient = createMailTransport({ mail: 'smtp', smtpUrl: smtp.url(), mode: 'demo' });
    const sent = Array.from({ length: 20 }, (_, n) => patient.send(mail({ messageId: `<many-${n}@x>` })));
    await Promise.all(sent);
    patient.close();
    expect(new Set(smtp.mails.map(received => received.messageId)).size).toBe(20);
  });

  it('lets no line end in subject or address make a header or another recipient', async () => {
    await transport.send(mail({ subject: 'Hello\r\nBcc: thief@example.com\r\n\r\n<script>' }));
    expect(smtp.mails[0]?.envelope.to).toEqual(['ann@example.com']);
    expect(smtp.mails[0]?.bcc).toBeUndefined();
    expect(smtp.mails[0]?.raw).not.toMatch(/^Bcc:/im);
    await transport.send(mail({ to: 'ann@example.com, thief@example.com' })).catch(() => {});
    await transport.send(mail({ to: 'ann@example.com>\r\nRCPT TO:<thief@example.com' })).catch(() => {});
    for (const received of smtp.mails) expect(received.envelope.to).not.toContain('thief@example.com');
    smtp.mails.splice(0);
    await transport.send(mail({ replyTo: 'ann@example.com\r\nBcc: thief@example.com' }));
    expect(smtp.mails[0]?.envelope.to).toEqual(['ann@example.com']);
    expect(smtp.mails[0]?.raw).not.toMatch(/^Bcc:/im);
  });

  it('reads no file or address that a body names', async () => {
    const hostile = { path: '/etc/hostname' } as unknown as string;
    const error = await failureOf(transport.send(mail({ html: hostile })));
    expect(error.message).toMatch(/file access/i);
    expect(smtp.mails).toHaveLength(0);
  });
});

describe('failures', () => {
  it('tells a refusal for good from one for now', async () => {
    smtp.fail('permanent');
    expect(await failureOf(transport.send(mail()))).toMatchObject({
      permanent: true,
      message: expect.stringContaining('No such user'),
    });
    smtp.fail('temporary');
    expect(await failureOf(transport.send(mail()))).toMatchObject({ permanent: false });
    expect(await transport.send(mail())).toMatchObject({ accepted: true });
    expect(smtp.mails).toHaveLength(1);
  });

  it('is a failure for now when the server is slow, hangs up or is not there', async () => {
    smtp.fail({ delayMs: 1500 });
    expect(await failureOf(transport.send(mail()))).toMatchObject({ permanent: false });
    smtp.fail('drop');
    expect(await failureOf(transport.send(mail()))).toMatchObject({ permanent: false });

    const gone = await startFakeSmtp();
    await gone.close();
    const nowhere = createMailTransport({ mail: 'smtp', smtpUrl: gone.url(), mode: 'demo', timeoutMs: 400 });
    expect(await failureOf(nowhere.send(mail()))).toMatchObject({ permanent: false });
    nowhere.close();
  });

  it('repeats a mail whose answer was lost under the same Message-ID', async () => {
    smtp.fail('drop_after');
    await failureOf(transport.send(mail()));
    await transport.send(mail());
    expect(smtp.mails.map(received => received.messageId)).toEqual([
      '<fixed-1@knurl.example>',
      '<fixed-1@knurl.example>',
    ]);
  });

  it('keeps mails for later while the login is wrong, and never says the password', async () => {
    const guarded = await startFakeSmtp({ login: true });
    const options = { mail: 'smtp', mode: 'demo', timeoutMs: 400 } as const;
    const wrong = createMailTransport({ ...options, smtpUrl: guarded.url('shop', 'hunter2') });
    const error = await failureOf(wrong.send(mail()));
    expect(error.permanent).toBe(false);
    expect(error.message).not.toContain('hunter2');
    const right = createMailTransport({ ...options, smtpUrl: guarded.url('shop', 'right') });
    expect(await right.send(mail())).toMatchObject({ accepted: true });
    wrong.close();
    right.close();
    await guarded.close();
  });

  it('sends nothing in the clear to a server elsewhere in live mode', async () => {
    // This spelling reaches the local server, but is not one that counts as local.
    const options = { mail: 'smtp', smtpUrl: smtp.url().replace('127.0.0.1', '127.1') } as const;
    const demo = createMailTransport({ ...options, mode: 'demo' });
    expect(await demo.send(mail({ messageId: '<in-demo@x>' }))).toMatchObject({ accepted: true });
    const live = createMailTransport({ ...options, mode: 'live' });
    const sent = live.send(mail({ messageId: '<in-live@x>' }));
    expect(await failureOf(sent)).toMatchObject({ permanent: false });
    // A mail that was slow in a test before may still come.
    const arrived = smtp.mails.map(received => received.messageId);
    expect(arrived).toContain('<in-demo@x>');
    expect(arrived).not.toContain('<in-live@x>');
    demo.close();
    live.close();
  });
});

describe('captured', () => {
  it('takes mails and sends none', async () => {
    const captured = createMailTransport({ mail: 'captured', smtpUrl: smtp.url(), mode: 'demo' });
    expect(captured.name).toBe('captured');
    expect(await captured.send(mail())).toEqual({ accepted: true, response: 'captured' });
    expect(smtp.mails).toHaveLength(0);
    captured.close();
  });
});
