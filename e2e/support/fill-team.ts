import { eq } from 'drizzle-orm';
import { hashPassword } from '#server/auth/passwords.ts';
import { setSpecialPrices } from '#server/companies/companies.ts';
import { coupons } from '#server/coupons/tables.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { variants } from '#server/variants/tables.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;

const company = await makeCompany(db, {
  name: 'Hollis Cabinetry',
  accountNumber: 'H-1042',
  creditLimit: usd(2000),
  preferredPayment: 'Terms',
});
const passwordHash = await hashPassword(PASSWORD);
const emailConfirmedAt = '2026-01-01T00:00:00Z';
await makeUser(db, {
  name: 'Dana Hollis',
  email: PEOPLE.commercial,
  passwordHash,
  company,
  emailConfirmedAt,
});
await makeUser(db, {
  name: 'Erin Vale',
  email: PEOPLE.employee,
  passwordHash,
  permissionLevel: 'Employee',
});
await makeUser(db, { name: 'Rae Moss', email: PEOPLE.retail, passwordHash });
const limited = { company, role: 'Member', spendingLimit: usd(20) } as const;
await makeUser(db, { name: 'Mel Bench', email: PEOPLE.limited, passwordHash, ...limited });
await db.insert(coupons).values({ code: 'TENTH', type: 0, value: 10 });
const [knob] = await db.select().from(variants).where(eq(variants.productNum, 'BX-300-SB'));
if (!knob) throw new Error('BX-300-SB is missing');
await setSpecialPrices(db, { company }, [[knob._id, usd(9.9)]]);
await database.close();
