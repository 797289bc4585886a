import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockOrder } from '#server/orders/read-order.ts';
import { testDriver } from '#server/test/database.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, onTerms, openShop, type Selling } from '#server/test/selling.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

// The embedded database runs one transaction at a time.
it.runIf(testDriver === 'postgres')(
  'a sale at the counter waits for no other order of its company',
  async () => {
    const { db } = shop.app;
    const company = await makeCompany(db, { creditLimit: usd(500), taxExempt: true });
    const buyer = await makeUser(db, { company });
    const knob = await makeVariant(db, { price: usd(10) });
    const open = await shop.as(buyer).orders.submit(onTerms(knob, 5));
    const clerk = shop.as(await makeUser(db, { permissionLevel: 'Admin' }));
    await db.transaction(async tx => {
      await lockOrder(tx, open._id);
      // If it waited here, it would be refused: the lock is held until it has answered.
      const sold = await clerk.orders.createByStaff({
        ...{ company, cart: [lineOf(knob, 1)], total: usd(10), paymentType: 'Check' },
        ...{ takenAlong: { method: 'check', number: '12' }, idempotencyKey: randomUUID() },
      });
      expect(sold).toMatchObject({ status: 'Completed', paid: true });
    });
    expect(await shop.as(buyer).orders.byId({ id: open._id })).toMatchObject({ amountPaid: 0 });
  },
);
