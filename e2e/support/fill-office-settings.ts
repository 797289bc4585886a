import { hashPassword } from '#server/auth/passwords.ts';
import { siteSettings } from '#server/site/tables.ts';
import { makeUser } from '#server/test/factories.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;
const passwordHash = await hashPassword(PASSWORD);
await makeUser(db, { name: 'Ada Kent', email: PEOPLE.admin, passwordHash, permissionLevel: 'Admin' });
await makeUser(db, { name: 'Erin Field', email: PEOPLE.employee, passwordHash, permissionLevel: 'Employee' });
await db.update(siteSettings).set({
  phone: '(512) 555-0134',
  email: 'counter@knurl.example',
  address: '118 Foundry Street, Austin, TX 78702',
  popularSearches: ['bar pull', 'cup pull'],
  synonyms: { button: ['knob'], stopper: ['bumper'] },
});
await database.close();
