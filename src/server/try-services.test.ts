import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMailTransport } from '#server/integrations/smtp.ts';
import { createStripeGateway } from '#server/integrations/stripe.ts';
import { createLogger } from '#server/logging.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/test/fake-smtp.ts';
import { type FakeStripe, startFakeStripe } from '#server/test/fake-stripe.ts';
import { tryServices } from '#server/try-services.ts';

let stripe: FakeStripe;
let smtp: FakeSmtp;
beforeAll(async () => {
  [stripe, smtp] = await Promise.all([startFakeStripe(), startFakeSmtp({ login: true })]);
});
afterAll(() => Promise.all([stripe.close(), smtp.close()]));

/** Answers what the log says of services that are reached in this way. */
async function said({
  secretKey = stripe.options.secretKey,
  smtpUrl = smtp.url('shop', 'right'),
  timeoutMs = 30_000,
}) {
  const lines: string[] = [];
  const mail = createMailTransport({ mail: 'smtp', smtpUrl, mode: 'demo', timeoutMs });
  await tryServices({
    payments: createStripeGateway({ ...stripe.options, secretKey, timeoutMs }),
    mail,
    log: createLogger('error', { write: line => lines.push(JSON.parse(line).msg) }),
  });
  mail.close();
  return lines;
}

it('says nothing of services that answer', async () => {
  expect(await said({})).toEqual([]);
});

it('names the variable of a service that refuses the shop, and none of its secrets', async () => {
  const lines = await said({ secretKey: 'sk_test_wrong', smtpUrl: smtp.url('shop', 'hunter2') });
  expect(lines).toEqual([
    'STRIPE_SECRET_KEY: Stripe refuses the key',
    `SMTP_URL: 127.0.0.1:${smtp.port} refuses the user or password`,
  ]);
});

it('names the variable of a service that does not answer', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  stripe.fail('black_hole');
  const lines = await said({ smtpUrl: `smtp://127.0.0.1:${port}`, timeoutMs: 500 });
  expect(lines).toEqual([
    expect.stringContaining('STRIPE_SECRET_KEY: Stripe does not answer'),
    expect.stringContaining(`SMTP_URL: 127.0.0.1:${port} does not answer`),
  ]);
  silent.close();
});
