import { asc, like } from 'drizzle-orm';
import { hashPassword } from '#server/auth/passwords.ts';
import { setSpecialPrices } from '#server/companies/companies.ts';
import { associatedAccounts, companyAddresses } from '#server/companies/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { variants } from '#server/variants/tables.ts';
import { openShop } from './open-shop.ts';
import { pastOrder } from './past-order.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;

const company = await makeCompany(db, { name: 'Hollis Cabinetry', creditLimit: usd(2000) });
const passwordHash = await hashPassword(PASSWORD);
const dana = await makeUser(db, {
  name: 'Dana Hollis',
  email: PEOPLE.commercial,
  passwordHash,
  company,
  emailConfirmedAt: '2026-01-01T00:00:00Z',
});
const colleague = { role: 'Member' as const, company, passwordHash, spendingLimit: usd(5) };
await makeUser(db, { name: 'Fran Foreman', email: PEOPLE.foreman, ...colleague });
await makeUser(db, { name: 'Sam Saw', email: 'sam@example.com', ...colleague });
await makeUser(db, { name: 'Rae Moss', email: PEOPLE.retail, passwordHash });
await makeUser(db, { name: 'Ada Kent', email: PEOPLE.admin, passwordHash, permissionLevel: 'Admin' });
await db.insert(companyAddresses).values({
  ...{ company, name: 'Old shop', address: '8 Elm Street', city: 'Austin', state: 'TX', zip: '78701' },
});
await db.insert(associatedAccounts).values({ company, email: 'otto@example.com', name: 'Otto Oak' });
await db.insert(notifications).values(['First', 'Second'].map(title => ({ user: dana._id, type: 0, title })));

const hooks = await db
  .select()
  .from(variants)
  .where(like(variants.productNum, 'ZH-%'))
  .orderBy(asc(variants.productNum))
  .limit(2);
await setSpecialPrices(
  db,
  { company },
  hooks.map(({ _id }) => [_id, usd(1.5)]),
);
const buyer = { name: 'Dana Hollis', email: PEOPLE.commercial };
await pastOrder(db, { ...buyer, user: dana._id, key: 'a' }, hooks);
await pastOrder(db, { ...buyer, user: null, key: 'b' }, hooks);
await database.close();
