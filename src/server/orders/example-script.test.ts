import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '#server/database/migrate.ts';
import { orders } from '#server/orders/tables.ts';
import { type Accounts, openAccounts, PASSWORD } from '#server/test/accounts.ts';
import { makeCompany, makeVariant, usd } from '#server/test/factories.ts';
import { freePort } from '#server/test/postgres.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Accounts;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  // Sessions are made at the shop's own address alone.
  shop = await openAccounts({ PUBLIC_URL: url });
  await shop.app.listen({ port, host: '127.0.0.1' });
});
afterAll(() => shop.close());

/** Runs docs/examples/order-on-terms.mjs as a customer would. */
function run(args: string[], variables: Record<string, string>) {
  const env = { PATH: process.env.PATH, KNURL_URL: url, ...variables };
  return new Promise<{ code: number; out: string; said: string }>(resolve =>
    execFile(
      process.execPath,
      [join(ROOT, 'docs/examples/order-on-terms.mjs'), ...args],
      { env },
      (error, out, said) => resolve({ code: Number(error?.code ?? 0), out, said }),
    ),
  );
}

it('the example script makes itself a key and orders on account, once a key, until the credit is used up [CHK-08]', async () => {
  const { db } = shop.database;
  const company = await makeCompany(db, { creditLimit: usd(100), taxExempt: true });
  const buyer = await shop.person({ company, name: 'Dana Hollis' });
  await makeVariant(db, { productNum: 'AV-100-SN', price: usd(7.5) });
  await makeVariant(db, { productNum: 'BP=128', price: usd(2) });
  const made = await run(['--make-key', 'Shop computer'], {
    KNURL_EMAIL: buyer.email,
    KNURL_PASSWORD: PASSWORD,
  });
  expect(made).toMatchObject({ code: 0, said: '' });
  const key = { KNURL_API_KEY: made.out.trim() };

  const twice = [
    '--key',
    randomUUID(),
    '--po',
    'PO-778',
    '--job',
    'Smith kitchen',
    'av-100-sn=10',
    'BP=128=4',
  ];
  const placed = await run(twice, key);
  expect(placed).toMatchObject({ code: 0, said: '' });
  const order = JSON.parse(placed.out) as Order;
  expect(order).toMatchObject({
    status: 'Submitted',
    paymentType: 'Terms',
    total: 83,
    poNumber: 'PO-778',
    orderName: 'Smith kitchen',
    user: buyer._id,
    company,
  });
  expect(JSON.parse((await run(twice, key)).out)._id).toBe(order._id);

  const over = await run(['AV-100-SN=3'], key);
  expect(over).toMatchObject({ code: 1, out: '' });
  expect(over.said).toContain('Your outstanding balance has exceeded your credit limit.');
  expect(await run(['NOWHERE=1'], key)).toMatchObject({ code: 1, said: 'Not found.\n' });
  expect(await run(['AV-100-SN=1'], { KNURL_API_KEY: 'wrong' })).toMatchObject({ code: 1, out: '' });
  expect((await run(['AV-100-SN'], key)).code).toBe(2);
  expect(await db.$count(orders, eq(orders.company, company))).toBe(1);
});
