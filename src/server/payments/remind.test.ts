import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let staff: SessionUser;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 1000 });
});
afterAll(() => shop.close());

const remind = (company: string, words = '') => shop.as(staff).statement.remind({ company, words });

/** A company with a Primary that owes 30.00 since yesterday, and 20.00 from next year on. */
async function owing() {
  const { db } = shop.app;
  const company = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
  const primary = await makeUser(db, { company, role: 'Primary' });
  const late = await shop.as(primary).orders.submit(onTerms(knob, 3));
  const later = await shop.as(primary).orders.submit(onTerms(knob, 2));
  await db.update(orders).set({ dueDate: '2020-01-02' }).where(eq(orders._id, late._id));
  await db.update(orders).set({ dueDate: '2099-01-01' }).where(eq(orders._id, later._id));
  return { company, primary, late, later };
}

const mailed = (to: string) =>
  shop.app.db
    .select()
    .from(emails)
    .where(and(eq(emails.to, to), eq(emails.template, 'account-reminder')));

it('a company is reminded of what is due, once a day, in the words of staff', async () => {
  const { company, primary, late, later } = await owing();
  await shop.app.db.update(companies).set({ email: 'books@example.com' }).where(eq(companies._id, company));
  expect(await remind(company, 'Please call Ann.')).toEqual({ sent: ['books@example.com'], sum: 30 });
  const [mail] = await mailed('books@example.com');
  expect(mail?.subject).toMatch(/^\$30\.00 is due at /);
  for (const said of [
    `Order ${late.orderNumber}`,
    '$30.00, due January 2, 2020',
    'Please call Ann.',
    '/user/statement',
  ])
    expect(mail?.text).toContain(said);
  expect(mail?.text).not.toContain(String(later.orderNumber));
  expect(await refusal(remind(company))).toMatchObject({
    issues: [{ path: ['company'], message: 'already got a reminder today' }],
  });
  expect(await mailed('books@example.com')).toHaveLength(1);
  expect(await reasonOf(shop.as(primary).statement.remind({ company }))).toBe('forbidden');
});

it('one without an address has its Primaries written to; one that owes nothing due is left alone', async () => {
  const { company, primary } = await owing();
  await shop.app.db.update(companies).set({ email: '' }).where(eq(companies._id, company));
  expect(await remind(company)).toEqual({ sent: [primary.email], sum: 30 });
  const other = await makeCompany(shop.app.db);
  expect(await refusal(remind(other))).toMatchObject({
    issues: [{ path: ['company'], message: 'has nothing due' }],
  });
});

it('staff see what would be asked for, why not, and what was sent to whom, when', async () => {
  const { company } = await owing();
  await shop.app.db.update(companies).set({ email: 'desk@example.com' }).where(eq(companies._id, company));
  const look = () => shop.as(staff).statement.reminders({ company });
  expect(await look()).toEqual({
    ...{ orders: 1, sum: 30, onAccount: 0, to: ['desk@example.com'], refused: null, sent: [] },
  });
  await remind(company);
  const after = await look();
  expect(after).toMatchObject({
    refused: 'already got a reminder today',
    sent: [{ to: 'desk@example.com', subject: expect.stringMatching(/^\$30\.00 is due at /), sentAt: null }],
  });
  await shop.app.jobs.drain();
  expect((await look()).sent).toMatchObject([{ status: 'captured', sentAt: expect.any(String) }]);
  // Another company's are not its own.
  const other = await owing();
  expect((await shop.as(staff).statement.reminders({ company: other.company })).sent).toEqual([]);
  expect(await reasonOf(shop.as(other.primary).statement.reminders({ company: other.company }))).toBe(
    'forbidden',
  );
  expect(await reasonOf(shop.as(staff).statement.reminders({ company: randomUUID() }))).toBe('not_found');
});

it('nobody is asked for what they have on account; of less than is due the mail tells', async () => {
  const { company, primary, later } = await owing();
  await shop.app.db.update(companies).set({ email: '' }).where(eq(companies._id, company));
  const pay = (amount: number, number: string) =>
    shop.as(staff).receipts.take({
      ...{ company, method: 'check', number, amount: usd(amount), receivedOn: '2026-11-24' },
      ...{ orders: [], key: randomUUID() },
    });
  await pay(29.99, '1');
  await shop.as(staff).statement.remind({ company });
  const [mail] = await mailed(primary.email);
  expect(mail?.text).toContain('$29.99 that you paid is on your account, and pays no order yet.');
  await pay(0.01, '2');
  expect(await refusal(remind(company))).toMatchObject({
    issues: [{ path: ['company'], message: 'has enough on account to pay what is due' }],
  });
  // It is due as long as no order has used it.
  const { due, onAccount, balance } = await shop.as(primary).statement.get({});
  expect({ due, onAccount, balance }).toEqual({ due: 30, onAccount: 30, balance: later.total });
});
