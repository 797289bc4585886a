import { bulkInsert } from '#demo/bulk-insert.ts';
import { analyze, indexCatalogue, writeCatalogue } from '#demo/catalogue/write-catalogue.ts';
import { type DemoClock, demoClock } from '#demo/clock.ts';
import { type DemoShop, demoShop } from '#demo/demo-shop.ts';
import { workForADay } from '#demo/office/what-staff-did.ts';
import { demoStockMoves } from '#demo/orders/stock-moves.ts';
import { writeOrders } from '#demo/orders/write-orders.ts';
import { demoLayouts } from '#demo/pages/layouts.ts';
import { DEMO_SITE } from '#demo/pages/site.ts';
import { demoCarts, demoFavorites } from '#demo/people/habits.ts';
import { demoNotes, demoNoteTemplates } from '#demo/people/notes.ts';
import { hashDemoPasswords } from '#demo/people/passwords.ts';
import { writePeople } from '#demo/people/write-people.ts';
import { cartLines, carts } from '#server/carts/tables.ts';
import { type Db, takeTurn } from '#server/database/db.ts';
import { layouts } from '#server/layouts/tables.ts';
import { notifications, notificationTemplates } from '#server/notifications/tables.ts';
import { products } from '#server/products/tables.ts';
import { reviews } from '#server/reviews/tables.ts';
import { loadSafeHtml } from '#server/safe-html.ts';
import { shopRates } from '#server/site/rates.ts';
import { siteSettings } from '#server/site/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { favorites, users } from '#server/users/tables.ts';
import { stockMoves } from '#server/variants/tables.ts';

const SEED_LOCK = 4_711_002;

/**
 * Fills an empty database with the demo shop: one transaction, so that a start that is cut short leaves it empty.
 * Everything is the same each time but dates, which count from `now`, secrets, and the `_id`s of what staff have done
 * today. The links of its mails lead to `publicUrl`; `begin` is told before the work. False: the shop is in use.
 */
export async function seedDemoShop(
  db: Db,
  {
    now = clock.now(),
    publicUrl = 'http://localhost:3000',
    begin = () => undefined,
  }: { now?: Date; publicUrl?: string; begin?: () => void } = {},
): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  begin();
  const time = demoClock(now);
  const shop = demoShop(time, await hashDemoPasswords(), await shopRates(db));
  return db.transaction(async tx => {
    await takeTurn(tx, SEED_LOCK);
    if (!(await isEmpty(tx))) return false;
    await writeCatalogue(tx, shop.catalogue);
    await writePeople(tx, shop.people, shop.agreed);
    await writeOrders(tx, shop.orders, shop.coupons, shop.learned);
    await bulkInsert(tx, stockMoves, demoStockMoves(shop.catalogue, shop.orders, time));
    await writeHabits(tx, shop, time);
    await writePages(tx, shop);
    await indexCatalogue(tx, shop.catalogue);
    await workForADay(tx, shop, time, publicUrl);
    await analyze(tx, [
      'orders',
      'order_lines',
      'order_events',
      'users',
      'reviews',
      'notifications',
      'favorites',
      'stock_moves',
    ]);
    return true;
  });
}

/** Nobody has an account and there is no product. */
async function isEmpty(db: Db): Promise<boolean> {
  return (await db.$count(users)) === 0 && (await db.$count(products)) === 0;
}

async function writeHabits(tx: Db, shop: DemoShop, clock: DemoClock): Promise<void> {
  await bulkInsert(tx, reviews, shop.reviews);
  await bulkInsert(tx, favorites, demoFavorites(shop.people, shop.sellables, clock));
  const kept = demoCarts(shop.people, shop.shelves, clock);
  await bulkInsert(tx, carts, kept.carts);
  await bulkInsert(tx, cartLines, kept.cartLines);
  await bulkInsert(tx, notificationTemplates, demoNoteTemplates());
  await bulkInsert(tx, notifications, demoNotes(shop.people, shop.orders, shop.catalogue, clock));
}

async function writePages(tx: Db, { people }: DemoShop): Promise<void> {
  await tx
    .update(siteSettings)
    .set({ ...DEMO_SITE, specialAccounts: [people.admin._id, people.employee._id] });
  const safeHtml = await loadSafeHtml();
  await bulkInsert(
    tx,
    layouts,
    demoLayouts().map(layout => ({ ...layout, content: safeHtml(layout.content ?? '') })),
  );
}
