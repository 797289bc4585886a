import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { logEntries } from '#server/logs/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { receipts } from '#server/receipts/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { errorBody } from '#server/trpc.ts';
import type { TakeReceipt } from '#shared/schemas/receipts.ts';

let shop: Selling;
let admin: SessionUser;
let clerk: SessionUser;
beforeAll(async () => {
  shop = await openShop();
  admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
});
afterAll(() => shop.close());

const mistake = 'it was Maple’s, not theirs';

/** A company that owes 40.00 of one order, and money of which 10.00 is left over. */
async function paid(of: Pick<TakeReceipt, 'method' | 'number'>) {
  const company = await makeCompany(shop.app.db, { creditLimit: usd(500), taxExempt: true });
  const buyer = await makeUser(shop.app.db, { company });
  const knob = await makeVariant(shop.app.db, { price: usd(10) });
  const { _id: order } = await shop.as(buyer).orders.submit(onTerms(knob, 4));
  const said = { company, ...of, amount: usd(50), receivedOn: '2026-11-24', note: '' };
  const receipt = await shop.as(clerk).receipts.take({ ...said, key: randomUUID() });
  return { company, buyer, order, said, receipt };
}

it('an Admin takes cash back that was entered by mistake: its orders are owed again, and all say why', async () => {
  const { company, buyer, order, receipt } = await paid({ method: 'cash', number: '' });
  const gone = await shop.as(admin).receipts.bounce({ _id: receipt._id, mistake: ` ${mistake} ` });
  expect(gone).toMatchObject({
    ...{ mistake, orders: [], onAccount: 0 },
    tookBack: { orders: [{ _id: order, amount: 40 }], onAccount: 10 },
  });
  expect(await shop.as(clerk).receipts.debts({ company })).toMatchObject({
    ...{ owed: 40, onAccount: 0, credit: { owed: 40 } },
  });
  expect(await shop.as(clerk).orders.byId({ id: order })).toMatchObject({ paid: false, amountPaid: 0 });
  const { entries } = await shop.as(clerk).orders.history({ id: order });
  expect(entries).toContainEqual(
    expect.objectContaining({ name: 'receipt taken back', description: `$40.00 in cash: ${mistake}` }),
  );
  expect(entries).not.toContainEqual(expect.objectContaining({ name: 'receipt bounced' }));
  expect(entries).toContainEqual(expect.objectContaining({ name: 'paid' }));
  const logs = await shop.app.db.select().from(logEntries).where(eq(logEntries.subject, company));
  expect(logs.map(({ description }) => description)).toContain(`$50.00 was entered by mistake: ${mistake}`);
  // The customer is told that it was one, and not why.
  const statement = await shop.as({ ...buyer, role: 'Primary' }).statement.get({ company });
  const told = statement.entries.filter(one => one.receipt?.bounced);
  expect(told.map(one => [one.receipt?.mistaken, one.amount]).sort()).toEqual([
    [true, 10],
    [true, 40],
  ]);
  expect(JSON.stringify(statement)).not.toContain('Maple');
});

it('the deposit of the day on which it came keeps it, and the day on which it went has it as a minus', async () => {
  const { receipt } = await paid({ method: 'transfer', number: 'T-1' });
  await shop.as(admin).receipts.bounce({ _id: receipt._id, mistake });
  const came = await shop.as(clerk).receipts.list({ on: '2026-11-24' });
  expect(came.receipts.map(({ _id }) => _id)).toContain(receipt._id);
  const { today } = await shop.as(clerk).receipts.today();
  const { takenBack } = await shop.as(clerk).receipts.list({ on: today });
  expect(takenBack.find(({ _id }) => _id === receipt._id)).toMatchObject({ mistake, amount: 50 });
});

it('an Employee may not, nor without a reason, and nothing is changed by who tries', async () => {
  const { company, receipt } = await paid({ method: 'cash', number: '' });
  const { _id } = receipt;
  expect(await refusal(shop.as(clerk).receipts.bounce({ _id, mistake }))).toMatchObject({
    ...{ reason: 'forbidden', message: 'Only an Admin takes back what was entered by mistake.' },
  });
  const empty = await shop
    .as(admin)
    .receipts.bounce({ _id, mistake: ' ' })
    .catch(failed => failed);
  expect(errorBody(empty).body).toMatchObject({ reason: 'invalid', issues: [{ path: ['mistake'] }] });
  expect(await refusal(shop.as(admin).receipts.bounce({ _id }))).toMatchObject({
    ...{ reason: 'invalid', issues: [{ path: ['_id'], message: 'is cash, which no bank sends back' }] },
  });
  expect(await refusal(shop.as(admin).receipts.bounce({ _id: randomUUID(), mistake }))).toMatchObject({
    reason: 'not_found',
  });
  expect(await shop.as(clerk).receipts.debts({ company })).toMatchObject({ owed: 0, onAccount: 10 });
});

it('its number was never there: the same check is taken without a question', async () => {
  const { company, said, receipt } = await paid({ method: 'check', number: '77' });
  await shop.as(admin).receipts.bounce({ _id: receipt._id, mistake });
  // Once: it did not bounce as well.
  expect(await refusal(shop.as(clerk).receipts.bounce({ _id: receipt._id }))).toMatchObject({
    ...{ reason: 'order_state', message: 'It was taken back as entered by mistake before.' },
  });
  const [row] = await shop.app.db.select().from(receipts).where(eq(receipts._id, receipt._id));
  expect(row).toMatchObject({ mistake, bouncedBy: admin._id });
  await shop.as(clerk).receipts.take({ ...said, key: randomUUID() });
  expect(await shop.as(clerk).receipts.debts({ company })).toMatchObject({ owed: 0, onAccount: 10 });
});

it('an order of which money was given back out of it gets an alert that says what it was', async () => {
  const { order, receipt } = await paid({ method: 'cash', number: '' });
  const { version } = await shop.as(clerk).orders.byId({ id: order });
  const given = { order, version, amount: usd(5), reason: 'scratched', number: '' };
  await shop.as(clerk).refunds.make({ ...given, way: 'cash', key: randomUUID() });
  await shop.as(admin).receipts.bounce({ _id: receipt._id, mistake });
  const [row] = await shop.app.db.select().from(orders).where(eq(orders._id, order));
  expect(row?.alert).toContain(
    '$40.00 in cash was entered by mistake; $5.00 of the order had been given back',
  );
});
