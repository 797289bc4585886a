import { hashPassword } from '#server/auth/passwords.ts';
import { coupons } from '#server/coupons/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
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
const company = await makeCompany(db, {
  ...{ name: 'Hollis Cabinetry', creditLimit: usd(1000), taxExempt: true, email: 'books@hollis.example' },
});
await person('Dana Hollis', PEOPLE.commercial, { company, role: 'Primary' });
const goods = (productNum: string, price: number, title: string, more: object = {}) =>
  makeVariant(db, { productNum, price: usd(price), stock: 1000, ...more }, { title });
await goods('HP-4410-BN', 6.85, 'Avalon Bar Pull');
await goods('KN-12-BN', 12.4, 'Mesa Knob', { cost: usd(6.2) });
await goods('ST-8', 12.4, 'Stepped Pull', { wholeSaleQtyOne: 8, wholeSalePriceOne: usd(11.9) });
// A cent each, for orders of any amount.
await goods('CENT', 0.01, 'Washer', { stock: 1_000_000 });
await db.insert(coupons).values({ code: 'TENTH', type: 0, value: 10 });
await database.close();
