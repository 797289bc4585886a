import { hashPassword } from '#server/auth/passwords.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;

const company = await makeCompany(db, {
  name: 'Hollis Cabinetry',
  creditLimit: usd(2000),
  preferredPayment: 'Terms',
});
const passwordHash = await hashPassword(PASSWORD);
await makeUser(db, { name: 'Dana Hollis', email: PEOPLE.commercial, passwordHash, company });
await makeUser(db, { name: 'Rae Moss', email: PEOPLE.retail, passwordHash, company, role: 'Member' });
const foreman = { role: 'Member' as const, company, passwordHash, spendingLimit: usd(5) };
await makeUser(db, { name: 'Fran Foreman', email: PEOPLE.foreman, ...foreman });
await database.close();
