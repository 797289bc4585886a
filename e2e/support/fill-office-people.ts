import { hashPassword } from '#server/auth/passwords.ts';
import { priceTiers } from '#server/companies/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { chargeAccount } from '#server/payments/ledgers.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;
const passwordHash = await hashPassword(PASSWORD);
const staff = { passwordHash, emailConfirmedAt: '2026-01-01T00:00:00Z' };
await makeUser(db, {
  ...{ name: 'Erin Field', email: PEOPLE.employee, permissionLevel: 'Employee' as const },
  ...staff,
});
await makeUser(db, {
  ...{ name: 'Ada Kent', email: PEOPLE.admin, permissionLevel: 'Admin' as const, phone: '(512) 555-0100' },
  ...staff,
});
for (let n = 1; n <= 30; n++) {
  await makeUser(db, {
    name: `Person ${String(n).padStart(2, '0')}`,
    email: `person-${n}@example.com`,
    phone: `(512) 555-02${String(n).padStart(2, '0')}`,
  });
}
const company = await makeCompany(db, {
  ...{ name: 'Hollis Cabinetry', accountNumber: 'H-204', creditLimit: usd(300), salesman: 'Erin Field' },
  ...{ email: 'books@hollis.test', phone: '(512) 555-0134', address: '8 Elm Street', poRequired: true },
  ...{ city: 'Austin', state: 'TX', zip: '78701', preferredPayment: 'Terms' as const },
});
await makeCompany(db, { name: 'Alder Works', creditLimit: usd(5000) });
await makeCompany(db, { name: 'Cedar & Sons', taxExempt: true });
await db.insert(priceTiers).values({ company, scope: 'all', percent: 12 });
const dana = await makeUser(db, {
  ...{ name: 'Dana Hollis', email: PEOPLE.commercial, company, ...staff, phone: '(512) 555-0135' },
  ...{ shippingAddress: '8 Elm Street', shippingCity: 'Austin', shippingState: 'TX', shippingZip: '78701' },
});
await makeUser(db, {
  ...{ name: 'Fran Foreman', email: PEOPLE.foreman, company, role: 'Member' as const },
  spendingLimit: usd(75),
});

/** Days of so many hours ago, so that their order is known. */
const HOURS_AGO = 3_600_000;

for (let n = 1; n <= 12; n++) {
  const total = usd(n * 10);
  const [row] = await db
    .insert(orders)
    .values({
      ...{
        name: 'Dana Hollis',
        email: PEOPLE.commercial,
        user: dana._id,
        company,
        status: 'Submitted' as const,
      },
      ...{ orderKey: `people-${n}`, idempotencyKey: `people ${n}`, requestHash: '', poNumber: `PO-${n}` },
      ...{ paymentType: 'Terms' as const, shippingMethod: 'local' as const, taxRate: 0 },
      ...{ date: '2026-01-05', deliveryDate: '2026-01-07', dueDate: '2999-01-01', subTotal: total, total },
      ...{ discount: usd(0), shipping: usd(0), tax: usd(0), storeCredit: usd(0) },
      createdAt: new Date(Date.now() - n * HOURS_AGO).toISOString(),
    })
    .returning();
  if (row) await chargeAccount(db, company, row._id, total);
}
await database.close();
