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
    issues: [{ path: ['company'], message: 'had a reminder today already' }],
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
    issues: [{ path: ['company'], message: 'has nothing that is due' }],
  });
});
