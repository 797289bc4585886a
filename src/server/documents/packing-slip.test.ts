import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { partNumbers } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { appRouter } from '#server/router.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { close, readPdf } from '#server/test/read-pdf.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { makeTrade, type Trade } from '#server/test/trade.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

let shop: Selling;
let app: FastifyInstance;
let trade: Trade;
let order: { _id: string; orderNumber: number };

beforeAll(async () => {
  shop = await openShop();
  ({ app } = await openDoors(shop.database, appRouter));
  const { db } = shop.app;
  trade = await makeTrade(db);
  const pull = await makeVariant(
    db,
    { productNum: 'BP-16', binLocation: 'B-10', price: usd(12.5) },
    { title: 'Bar Pull' },
  );
  const knob = await makeVariant(
    db,
    { productNum: 'QK-2', binLocation: 'B-9', price: usd(3.35) },
    { title: 'Quiet Knob' },
  );
  const set = await makeVariant(db, { productNum: 'SET-1', isBundle: true }, { title: 'Kitchen Set' });
  await db.insert(bundleItems).values({ bundle: set.variantId, variant: knob.variantId, quantity: 10 });
  await db
    .insert(partNumbers)
    .values({ company: trade.company, variant: pull.variantId, partNumber: 'HC-1001' });
  const cart = [lineOf(pull, 4), { ...lineOf(knob, 3), room: 'Bath 2' }, lineOf(set, 2)];
  const asked = { cart, shippingMethod: 'ground' as const };
  const caller = shop.as(trade.primary);
  const { total } = await caller.orders.getCost(asked);
  order = await caller.orders.submit({
    ...guest,
    ...asked,
    ...{
      paymentType: 'Terms',
      total,
      poNumber: 'PO-7',
      notes: 'Ring at the gate',
      idempotencyKey: randomUUID(),
    },
  });
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

async function ask(user: SessionUser | null) {
  const bearer = user && (await createApiKey(shop.app.db, user, { name: 'test', scopes: KEY_SCOPES })).key;
  const headers = bearer ? { authorization: `Bearer ${bearer}` } : {};
  return app.inject({ url: `/orders/${order._id}/packing-slip.pdf`, headers });
}

describe('the packing slip of an order', () => {
  it('says by shelf what is to be packed, with the numbers of the company, and what nothing costs', async () => {
    const { db } = shop.app;
    await db.update(orderLines).set({ fulfilled: 1 }).where(eq(orderLines.productNum, 'BP-16'));
    const answer = await ask(trade.employee);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="packing-slip-${order.orderNumber}.pdf"`,
      'cache-control': 'private, no-store',
    });
    const pages = readPdf(answer.rawPayload);
    expect(pages).toHaveLength(1);
    const text = close(pages[0]);
    for (const said of [
      'Packing slip Ship to',
      'Ada Carver 12 Mill Lane Austin, TX 78701',
      `Order ${order.orderNumber}`,
      'PO number PO-7',
      'Notes: Ring at the gate',
      'Bin Number Your number Item Ordered Open',
    ]) {
      expect(text).toContain(close(said));
    }
    // Nine comes before ten; a set lies on no shelf, but stands where what it holds does.
    const packed = ['B-9QK-2QuietKnob33', 'Bath2', 'SET-1KitchenSet22', 'B-920×QuietKnob(QK-2)'];
    const at = [...packed, 'B-10BP-16HC-1001BarPull43'].map(line => text.indexOf(line));
    expect(at.every(index => index >= 0)).toBe(true);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(text).not.toContain('$');
  });

  it('leads to where a thing lies today, not where it lay when it was sold', async () => {
    const { db } = shop.app;
    const bin = eq(variants.productNum, 'BP-16');
    await db.update(variants).set({ binLocation: 'A-1' }).where(bin);
    const text = close(readPdf((await ask(trade.employee)).rawPayload)[0]);
    expect(text).toContain('A-1BP-16HC-1001');
    expect(text.indexOf('A-1BP-16')).toBeLessThan(text.indexOf('B-9QK-2'));
    await db.update(variants).set({ binLocation: 'B-10' }).where(bin);
  });

  it('of what is picked up names whoever comes for it', async () => {
    const { db } = shop.app;
    const at = eq(orders._id, order._id);
    await db.update(orders).set({ shippingMethod: 'local', phone: '(512) 555-0147' }).where(at);
    const text = close(readPdf((await ask(trade.employee)).rawPayload)[0]);
    expect(text).toContain(close('For'));
    expect(text).toContain(close('Ada Carver (512) 555-0147'));
    expect(text).toContain(close('Pick up at'));
    expect(text).toContain(close('PO number PO-7'));
    await db.update(orders).set({ shippingMethod: 'ground' }).where(at);
  });

  it('is for staff: who bought it finds as little as anybody else', async () => {
    expect((await ask(null)).json()).toMatchObject({ reason: 'signed_out' });
    for (const reader of [trade.primary, trade.member, trade.stranger]) {
      const { statusCode, body } = await ask(reader);
      expect([statusCode, JSON.parse(body).reason]).toEqual([404, 'not_found']);
    }
  });

  it('is not printed of an order that is not to be packed', async () => {
    const { db } = shop.app;
    for (const status of ['Held', 'Canceled'] as const) {
      await db
        .update(orders)
        .set({ status, heldUntil: new Date().toISOString() })
        .where(eq(orders._id, order._id));
      expect((await ask(trade.employee)).json()).toMatchObject({ reason: 'order_state' });
      expect((await ask(trade.primary)).json()).toMatchObject({ reason: 'not_found' });
    }
  });
});
