import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { appRouter } from '#server/router.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { close, readPdf } from '#server/test/read-pdf.ts';
import { lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let app: FastifyInstance;

beforeAll(async () => {
  shop = await openShop();
  ({ app } = await openDoors(shop.database, appRouter));
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

async function invoiceText({ _id }: Order, user: SessionUser): Promise<string> {
  const { key } = await createApiKey(shop.app.db, user, { name: 'test', scopes: KEY_SCOPES });
  const headers = { authorization: `Bearer ${key}` };
  const { rawPayload } = await app.inject({ url: `/orders/${_id}/invoice.pdf`, headers });
  return close(readPdf(rawPayload)[0]);
}

it('the invoice of a company bears the address that is on file, also of an order stored without one', async () => {
  const { db } = shop.app;
  const staff = await makeUser(db, { permissionLevel: 'Employee' });
  const knob = await makeVariant(db, { price: usd(10) });
  const at = { address: '9 Kiln Road', city: 'Austin', state: 'TX', zip: '78702' };
  const company = await makeCompany(db, { name: 'Kiln Works', creditLimit: usd(500), ...at });
  const sell = (more: object = {}) =>
    shop.as(staff).orders.createByStaff({
      ...{ company, cart: [lineOf(knob, 1)], total: usd(10.83), idempotencyKey: randomUUID(), ...more },
    });
  const textOf = (order: Order) => invoiceText(order, staff);

  const order = await sell();
  expect(order).toMatchObject({ billingAddress: '9 Kiln Road', billingZip: '78702' });
  const older = await sell();
  const none = { billingAddress: '', billingCity: '', billingState: '', billingZip: '' };
  await db.update(orders).set(none).where(eq(orders._id, older._id));
  for (const one of [order, older]) {
    // Once by its name, although that is the customer's as well.
    expect(await textOf(one)).toContain(close('Bill to Kiln Works 9 Kiln Road Austin, TX 78702'));
  }
  const named = {
    billingAddress: '1 Own Way',
    billingCity: 'Waco',
    billingState: 'TX',
    billingZip: '76701',
  };
  expect(await textOf(await sell(named))).toContain(close('Bill to Kiln Works 1 Own Way Waco, TX 76701'));
});
