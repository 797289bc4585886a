import { eq } from 'drizzle-orm';
import { hashPassword } from '#server/auth/passwords.ts';
import { coupons } from '#server/coupons/tables.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { makeUser, usd } from '#server/test/factories.ts';
import { variants } from '#server/variants/tables.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;

const passwordHash = await hashPassword(PASSWORD);
const rae = await makeUser(db, { name: 'Rae Moss', email: PEOPLE.retail, passwordHash });
await makeUser(db, { name: 'Dana Hollis', email: PEOPLE.commercial, passwordHash });
await db.insert(storeCreditEntries).values({ user: rae._id, kind: 'granted', amount: usd(20) });

const [latch] = await db.select().from(variants).where(eq(variants.productNum, 'TW-20'));
if (!latch) throw new Error('TW-20 is missing');
await db.insert(coupons).values([
  { code: 'LATCH', type: 8, appliesTo: latch._id, maxUsesPerCustomer: 1 },
  { code: 'TENTH', type: 0, value: 10 },
  { code: 'LASTONE', type: 1, value: 2, maxUses: 1 },
  { code: 'BYGONE', type: 0, value: 10, ends: '2020-01-01T00:00:00Z' },
  { code: 'BIGCART', type: 0, value: 10, minSubTotal: usd(500) },
]);
await database.close();
