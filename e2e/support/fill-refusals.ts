import { hashPassword } from '#server/auth/passwords.ts';
import { coupons } from '#server/coupons/tables.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;

const company = await makeCompany(db, {
  name: 'Hollis Cabinetry',
  creditLimit: usd(60),
  preferredPayment: 'Terms',
});
const passwordHash = await hashPassword(PASSWORD);
const emailConfirmedAt = '2026-01-01T00:00:00Z';
await makeUser(db, { name: 'Rae Moss', email: PEOPLE.retail, passwordHash });
await makeUser(db, {
  name: 'Dana Hollis',
  email: PEOPLE.commercial,
  passwordHash,
  company,
  emailConfirmedAt,
});
await makeUser(db, {
  name: 'Mel Bench',
  email: PEOPLE.limited,
  passwordHash,
  company,
  role: 'Member',
  spendingLimit: usd(20),
});
await db.insert(coupons).values({ code: 'WELCOME', type: 0, value: 10, maxUsesPerCustomer: 1 });
await db.insert(accountEntries).values({ company, kind: 'charge', amount: usd(20) });
await database.close();
