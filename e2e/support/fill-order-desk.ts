import { hashPassword } from '#server/auth/passwords.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { chargeAccount } from '#server/payments/ledgers.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;
const passwordHash = await hashPassword(PASSWORD);
const person = (name: string, email: string, more: object) =>
  makeUser(db, { name, email, passwordHash, ...more });
await person('Erin Field', PEOPLE.employee, { permissionLevel: 'Employee' });
await person('Ada Frost', PEOPLE.admin, { permissionLevel: 'Admin' });
await person('Rae Moss', PEOPLE.retail, { permissionLevel: 'Retail' });
const company = await makeCompany(db, { name: 'Hollis Cabinetry', creditLimit: usd(20_000) });
const dana = await person('Dana Hollis', PEOPLE.commercial, { company });
const pull = await makeVariant(db, { productNum: 'HP-4410-BN', price: usd(6.85), stock: 10_000 });

/** Days of so many hours ago, so that their order is known. */
const HOURS_AGO = 3_600_000;

let made = 0;
async function order(
  status: OrderStatus,
  quantity: number,
  fulfilled: number,
  said: object = {},
): Promise<void> {
  made += 1;
  const total = usd(Math.round(quantity * 685) / 100);
  const [row] = await db
    .insert(orders)
    .values({
      ...{ name: 'Dana Hollis', email: PEOPLE.commercial, user: dana._id, company, status },
      ...{ orderKey: `desk-${made}`, idempotencyKey: `desk ${made}`, requestHash: '' },
      ...{ paymentType: 'Terms' as const, shippingMethod: 'local' as const, poNumber: `PO-${700 + made}` },
      ...{ date: '2026-01-05', deliveryDate: '2026-01-07', dueDate: '2999-01-01', taxRate: 0 },
      ...{ subTotal: total, discount: usd(0), shipping: usd(0), tax: usd(0), storeCredit: usd(0), total },
      ...{ linesText: 'avalon bar pull\nhp-4410-bn\n' },
      createdAt: new Date(Date.now() - made * HOURS_AGO).toISOString(),
      ...said,
    })
    .returning();
  if (!row) throw new Error('no order was made');
  const free = { itemShipping: usd(0), itemTax: usd(0), itemDiscount: usd(0), itemCredit: usd(0) };
  await db.insert(orderLines).values({
    ...{ order: row._id, position: 0, productId: pull.productId, variantId: pull.variantId },
    ...{ name: 'Avalon Bar Pull', productNum: pull.productNum, quantity, fulfilled },
    ...{ price: usd(6.85), originalPrice: usd(6.85), ...free },
  });
  if (row.company) await chargeAccount(db, row.company, row._id, total);
}

await order('Submitted', 40, 0, { orderName: 'Barton Hills kitchen' });
for (let n = 0; n < 28; n++) await order('Submitted', 2 + n, 0);
await order('Processing', 3, 0);
await order('Processing', 4, 4, { shippingMethod: 'ground', shippingCity: 'Austin' });
await order('Ready', 50, 46);
await order('Canceled', 1, 0, {
  ...{ name: 'Wanda Walker', email: 'wanda@example.com', user: null, company: null },
  ...{ paymentType: 'credit-card', dueDate: null, alert: 'Charged after its hold was over' },
});
await database.close();
