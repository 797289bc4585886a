import { hashPassword } from '#server/auth/passwords.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { chargeAccount } from '#server/payments/ledgers.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;
const passwordHash = await hashPassword(PASSWORD);
const person = (name: string, email: string, more: object) =>
  makeUser(db, { name, email, passwordHash, ...more });
await person('Erin Field', PEOPLE.employee, { permissionLevel: 'Employee' });
await person('Ada Stone', PEOPLE.admin, { permissionLevel: 'Admin' });
const company = await makeCompany(db, { name: 'Hollis Cabinetry', creditLimit: usd(20_000) });
const dana = await person('Dana Hollis', PEOPLE.commercial, { company });
const owing = await makeCompany(db, { name: 'Owing & Sons', creditLimit: usd(10) });
const thing = (productNum: string, binLocation: string, cents: number) =>
  makeVariant(db, { productNum, binLocation, price: usd(cents / 100), stock: 10_000 });
const pull = await thing('HP-4410-BN', 'A10', 685);
const hinge = await thing('HG-92-PN', 'A2', 1240);

const MINUTE = 60_000;
let made = 0;

type Line = readonly [of: MadeVariant, name: string, cents: number, quantity: number, fulfilled?: number];
const pulls = (quantity: number, fulfilled = 0): Line => [pull, 'Avalon Bar Pull', 685, quantity, fulfilled];
const hinges = (quantity: number, fulfilled = 0): Line => [
  hinge,
  'Soft-Close Hinge',
  1240,
  quantity,
  fulfilled,
];

/** An order for somebody by whose name a journey finds it; the first one is the oldest. */
async function order(name: string, lines: readonly Line[], said: object = {}): Promise<void> {
  made += 1;
  const total = usd(lines.reduce((sum, [, , cents, quantity]) => sum + cents * quantity, 0) / 100);
  const [row] = await db
    .insert(orders)
    .values({
      ...{ name, email: PEOPLE.commercial, user: dana._id, company, status: 'Submitted' as OrderStatus },
      ...{ orderKey: `pick-${made}`, idempotencyKey: `pick ${made}`, requestHash: '' },
      ...{ paymentType: 'Terms' as const, shippingMethod: 'local' as const, poNumber: `PO-${800 + made}` },
      ...{ date: '2026-01-05', deliveryDate: '2026-01-07', dueDate: '2999-01-01', taxRate: 0 },
      ...{ subTotal: total, discount: usd(0), shipping: usd(0), tax: usd(0), storeCredit: usd(0), total },
      createdAt: new Date(Date.now() - (60 - made) * MINUTE).toISOString(),
      ...said,
    })
    .returning();
  if (!row) throw new Error('no order was made');
  const free = { itemShipping: usd(0), itemTax: usd(0), itemDiscount: usd(0), itemCredit: usd(0) };
  await db.insert(orderLines).values(
    lines.map(([of, title, cents, quantity, fulfilled = 0], position) => ({
      ...{ order: row._id, position, productId: of.productId, variantId: of.variantId },
      ...{ name: title, productNum: of.productNum, quantity, fulfilled, stockTaken: quantity },
      ...{ price: usd(cents / 100), originalPrice: usd(cents / 100), ...free },
    })),
  );
  if (row.company) await chargeAccount(db, row.company, row._id, total);
}

await order('Walter Walk', [pulls(40), hinges(10)], { notes: 'Ring twice at the side door' });
await order('Sam Scanner', [pulls(2), hinges(3)]);
await order('Olga Offline', [pulls(5), hinges(4)]);
await order('Tina Taken', [pulls(7), hinges(1)]);
await order('Eddy Edited', [pulls(8), hinges(2)]);
await order('Cara Canceled', [pulls(1)]);
await order('Stan Sent', [hinges(2)], { shippingMethod: 'ground', shippingCity: 'Austin' });
await order('Otto Owing', [hinges(6)], { company: owing });
await order('Rita Ready', [pulls(40, 40), hinges(10, 6)], { status: 'Ready' });
await order('Carl Complete', [pulls(3, 3)], { status: 'Ready' });
await database.close();
