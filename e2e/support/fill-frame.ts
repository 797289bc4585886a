import { asc, like } from 'drizzle-orm';
import { hashPassword } from '#server/auth/passwords.ts';
import { layouts } from '#server/layouts/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { tags } from '#server/tags/tables.ts';
import { makeCompany, makeUser } from '#server/test/factories.ts';
import { favorites } from '#server/users/tables.ts';
import { variants } from '#server/variants/tables.ts';
import { openShop } from './open-shop.ts';
import { pastOrder } from './past-order.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;

const passwordHash = await hashPassword(PASSWORD);
const company = await makeCompany(db, { name: 'Hollis Cabinetry' });
const rae = await makeUser(db, { name: 'Rae Moss', email: PEOPLE.retail, passwordHash });
await makeUser(db, { name: 'Nora Ivy', email: PEOPLE.unfinished, passwordHash, registeredFully: false });
await makeUser(db, { name: 'Nell Ash', email: PEOPLE.registering, passwordHash, registeredFully: false });
await makeUser(db, { name: 'Dana Hollis', email: PEOPLE.commercial, passwordHash, company });
await makeUser(db, { name: 'Erin Cole', email: PEOPLE.employee, passwordHash, permissionLevel: 'Employee' });
const sol = await makeUser(db, {
  name: 'Sol Park',
  email: PEOPLE.special,
  passwordHash,
  permissionLevel: 'Employee',
});
await makeUser(db, { name: 'Ada Kent', email: PEOPLE.admin, passwordHash, permissionLevel: 'Admin' });

await db.update(siteSettings).set({
  // Open at all times but the last minute of a day.
  hoursOfOperation: Array.from({ length: 7 }, () => ({ open: '00:00', close: '23:59' })),
  closedNote: 'Closed on public holidays',
  phone: '(512) 555-0134',
  email: 'counter@knurl.example',
  address: '118 Foundry Street, Austin, TX 78702',
  specialAccounts: [sol._id],
});

const layout = (template: (typeof layouts.$inferInsert)['template'], title: string, more: object = {}) => ({
  template,
  title,
  ...more,
});
await db.insert(layouts).values([
  layout('Banner', 'Retail: shipping', { subtitle: 'Orders of $500 ship free', link: '/products' }),
  layout('Banner', 'Commercial: terms', { subtitle: 'Thirty days to pay', link: '/learn-more-commercial' }),
  layout('Announcement', 'Pulls for the whole kitchen', {
    subtitle: 'From 3" to 24" centers',
    content: '<p>Twelve finishes.</p>',
    imgPath: '/art/bar-pull-satin-brass/800.webp',
    link: '{"path":"/category-products","query":{"type":"normal","categories":"Pulls"}}',
  }),
  layout('Announcement', 'Doors that close softly', { subtitle: 'By the piece or the box', position: 1 }),
  layout('Announcement', 'For cabinet shops', { link: 'https://example.com/trade', position: 2 }),
  layout('Information', 'This week', { page: 'home', content: '<p>Prices rise on Monday.</p>' }),
  ...['about', 'privacy', 'return', 'learn-more-commercial', 'learn-more-retail', 'qb-info'].map(page =>
    layout('Page', `All about ${page}`, { page, content: `<h2>Of ${page}</h2><p>What there is to say.</p>` }),
  ),
]);
// So many that their carousel scrolls on wide screens, too.
await db
  .insert(tags)
  .values(Array.from({ length: 16 }, (_, n) => ({ name: `Shelf ${n + 1}`, type: 'Category' as const })));

const hooks = await db
  .select()
  .from(variants)
  .where(like(variants.productNum, 'ZH-%'))
  .orderBy(asc(variants.productNum));
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
await db
  .insert(favorites)
  .values(hooks.slice(0, 12).map(({ _id }, n) => ({ user: rae._id, variant: _id, createdAt: at(n) })));
await pastOrder(db, { user: rae._id, name: 'Rae Moss', email: PEOPLE.retail, key: 'k' }, hooks.slice(20, 48));
await database.close();
