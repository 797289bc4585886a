import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/auth/passwords.ts';
import type { App } from '#server/context.ts';
import { openDatabase } from '#server/database/db.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { deadJobs } from '#server/jobs/job-queues.ts';
import { queueMail } from '#server/mail/mail.ts';
import { emails } from '#server/mail/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { payments } from '#server/payments/tables.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { appRouter } from '#server/router.ts';
import { SITE, siteSettings } from '#server/site/tables.ts';
import { createTestDatabase, dropTestDatabase, testDriver, wayTo } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/test/fake-smtp.ts';
import { guest, lineOf } from '#server/test/selling.ts';

interface Process {
  app: FastifyInstance;
  parts: App;
}

const PASSWORD = 'brass pull 96 mm';

describe.runIf(testDriver === 'postgres')('two processes on one database', () => {
  let name: string;
  let smtp: FakeSmtp;
  let one: Process;
  let two: Process;

  beforeAll(async () => {
    name = await createTestDatabase();
    smtp = await startFakeSmtp();
    [one, two] = await Promise.all([open(), open()]);
  });
  afterAll(async () => {
    await Promise.all([one, two].map(close));
    await smtp.close();
    await dropTestDatabase(name);
  });

  async function open(): Promise<Process> {
    const database = await openDatabase({ ...wayTo(name), dataDir: null });
    const variables = { MAIL: 'smtp', SMTP_URL: smtp.url(), MAIL_FROM: 'shop@knurl.example' };
    const opened = await openDoors(database, appRouter, { variables });
    registerJobs(opened.parts);
    await opened.parts.jobs.start({ work: true });
    return opened;
  }

  async function close({ app, parts }: Process): Promise<void> {
    await app.close();
    await parts.jobs.stop(1);
    parts.mail.close();
    await parts.cache.close();
    await parts.database.close();
  }

  async function call({ app }: Process, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const answer = await app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json(), cookies: answer.cookies };
  }
  let cookie = '';

  it('know each other’s sessions, from login to logout', async () => {
    const { email } = await makeUser(one.parts.db, { passwordHash: await hashPassword(PASSWORD) });
    const login = await call(one, 'POST', '/users/login', { email, password: PASSWORD });
    expect(login.status).toBe(200);
    cookie = login.cookies.map(({ name: key, value }) => `${key}=${value}`).join('; ');
    for (const each of [one, two]) expect((await call(each, 'GET', '/users')).body.user?.email).toBe(email);
    expect((await call(two, 'DELETE', '/users')).status).toBe(200);
    for (const each of [one, two]) expect((await call(each, 'GET', '/users')).body.user).toBeNull();
    cookie = '';
  });

  it('count wrong logins together', async () => {
    const { email } = await makeUser(one.parts.db, { passwordHash: await hashPassword(PASSWORD) });
    const statuses = [];
    for (let n = 0; n <= LIMITS.loginAccountAddress.most; n++) {
      const wrong = await call(n % 2 ? one : two, 'POST', '/users/login', { email, password: 'wrong' });
      statuses.push(wrong.status);
    }
    expect(statuses).toEqual([...Array(LIMITS.loginAccountAddress.most).fill(401), 429]);
  });

  it('show the settings that the other one changed', async () => {
    const taxAt = async (process: Process) => (await call(process, 'GET', '/site')).body.site.tax;
    for (const tax of [0.07, 0.065]) {
      expect(await taxAt(two)).not.toBe(tax);
      await one.parts.db.transaction(async tx => {
        await tx.update(siteSettings).set({ tax: String(tax) });
        await one.parts.cache.invalidate(tx, SITE);
      });
      await expect.poll(() => taxAt(two)).toBe(tax);
      expect(await taxAt(one)).toBe(tax);
    }
  });

  it('make one order and one payment of what is asked of both at once', async () => {
    await one.parts.db.transaction(async tx => {
      await tx.update(siteSettings).set({ tax: '0.0825' });
    });
    const knob = await makeVariant(one.parts.db, { price: usd(10) });
    const idempotencyKey = randomUUID();
    const cart = [lineOf(knob, 1)];
    const checkout = { ...guest, cart, shippingMethod: 'local', total: 10.83, idempotencyKey };
    const both = [one, two, one, two];
    const placed = await Promise.all(both.map(each => call(each, 'POST', '/orders', checkout)));
    expect(placed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(placed.map(({ body }) => body._id)).size).toBe(1);
    const { _id, orderKey } = placed[0]?.body ?? {};
    const paying = { order: { _id, orderKey }, card: { testOutcome: 'approve' } };
    const paid = await Promise.all(both.map(each => call(each, 'POST', '/creditCard/charge', paying)));
    expect(paid.map(({ body }) => body.status)).toEqual(['paid', 'paid', 'paid', 'paid']);
    expect(await one.parts.db.$count(orders)).toBe(1);
    expect(await one.parts.db.$count(payments, eq(payments.order, _id))).toBe(1);
    await expect.poll(() => smtp.mails.length, { timeout: 20_000 }).toBe(1);
  });

  it('send each mail once', async () => {
    smtp.mails.splice(0);
    const recipients = Array.from({ length: 40 }, (_, n) => `buyer-${n}@example.com`);
    await Promise.all(
      recipients.map((to, n) =>
        one.parts.db.transaction(tx =>
          queueMail(tx, (n % 2 ? one : two).parts, {
            template: 'contact',
            to,
            subject: 'Hi',
            html: 'Hi',
            text: 'Hi',
          }),
        ),
      ),
    );
    const queued = () => one.parts.db.$count(emails, eq(emails.status, 'queued'));
    await expect.poll(queued, { timeout: 30_000 }).toBe(0);
    expect(smtp.mails.flatMap(({ envelope }) => envelope.to).sort()).toEqual(recipients.sort());
    expect(await deadJobs(one.parts.db, { limit: 9 })).toEqual([]);
  });
});
