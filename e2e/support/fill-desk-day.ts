import { hashPassword } from '#server/auth/passwords.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;
const passwordHash = await hashPassword(PASSWORD);
const company = await makeCompany(db, { name: 'Hollis Cabinetry', creditLimit: usd(2000) });
await makeUser(db, {
  ...{ name: 'Erin Field', email: PEOPLE.employee, permissionLevel: 'Employee', passwordHash },
});
await makeUser(db, {
  ...{ name: 'Dana Hollis', email: PEOPLE.commercial, permissionLevel: 'Commercial', role: 'Primary' },
  ...{ company, passwordHash },
});
// Neither has steps, a special price or a tier; their bins are not in the order of the lines.
await makeVariant(
  db,
  { productNum: 'WALK-685', price: usd(6.85), stock: 500, binLocation: 'B12-1' },
  { title: 'Walker Bar Pull' },
);
await makeVariant(
  db,
  { productNum: 'WALK-1240', price: usd(12.4), stock: 500, binLocation: 'B2-7' },
  { title: 'Walker Cup Pull' },
);
await database.close();
