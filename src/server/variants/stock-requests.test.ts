import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { importCatalogue } from '#server/imports/import-catalogue.ts';
import { readCatalogue } from '#server/imports/read-catalogue.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { products } from '#server/products/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';
import { takeStock } from '#server/variants/stock.ts';
import { tellOfStock } from '#server/variants/stock-requests.ts';
import { bundleItems, stockRequests, variants } from '#server/variants/tables.ts';

let shop: Selling;
let db: Db;
beforeAll(async () => {
  shop = await openShop();
  ({ db } = shop.app);
});
afterAll(() => shop.close());

const asked = ({ productId, variantId }: MadeVariant) => ({ product: productId, variant: variantId });
const ask = (who: SessionUser | null, knob: MadeVariant) => shop.as(who).variants.askForStock(asked(knob));
const awaited = (who: SessionUser, knob: MadeVariant) =>
  shop.as(who).variants.awaited({ product: knob.productId });

/** Lists what somebody was told once the sweep has gone by: titles of notifications, subjects of mails. */
async function told(who: SessionUser) {
  await tellOfStock(shop.app);
  const notes = await db
    .select({ title: notifications.title, link: notifications.link })
    .from(notifications)
    .where(and(eq(notifications.user, who._id), eq(notifications.type, 10)));
  const mails = await db
    .select({ subject: emails.subject, to: emails.to, text: emails.text })
    .from(emails)
    .where(and(eq(emails.user, who._id), eq(emails.template, 'back-in-stock')));
  return { notes, mails };
}
const NOTHING = { notes: [], mails: [] };

it('who asks for what is sold out is told once it is back from a canceled order, here and by mail, and once', async () => {
  const [buyer, waiting] = [await makeUser(db), await makeUser(db)];
  const knob = await makeVariant(db, { stock: 1 }, { title: 'Harbor Knob' });
  const { _id } = await shop.as(buyer).orders.submit({
    ...guest,
    shippingMethod: 'local',
    cart: [lineOf(knob, 1)],
    total: usd(10.83),
    idempotencyKey: randomUUID(),
  });
  expect(await ask(waiting, knob)).toEqual([knob.variantId]);
  expect(await ask(waiting, knob)).toEqual([knob.variantId]);
  expect(await told(waiting)).toEqual(NOTHING);

  await shop.as(buyer).orders.cancel({ _id });
  const { notes, mails } = await told(waiting);
  const link = `/product/${knob.productId}?variants=${knob.variantId}`;
  expect(notes).toEqual([{ title: 'Harbor Knob is back in stock', link }]);
  expect(mails).toEqual([
    {
      subject: 'Harbor Knob is back in stock at Knurl',
      to: waiting.email,
      text: expect.stringContaining(`http://shop.test${link}`),
    },
  ]);
  expect(await awaited(waiting, knob)).toEqual([]);
  expect(await told(buyer)).toEqual(NOTHING);

  // Sold out and back again: they would have to ask again.
  await takeStock(db, [{ variant: knob.variantId, pieces: 1 }], { reason: 'order' });
  await db.update(variants).set({ stock: 5 }).where(eq(variants._id, knob.variantId));
  await touchProducts(db, [knob.productId]);
  expect((await told(waiting)).notes).toHaveLength(1);
});

it('what comes in with a catalogue file is told of, and so is a set whose last part came', async () => {
  const waiting = await makeUser(db);
  const fileWith = (stock: number) =>
    readCatalogue(
      new TextEncoder().encode(
        `product.key,product.title,product.publish,productNum,price,stock\nik,Imported Knob,true,IK-1,10.00,${stock}\n`,
      ),
    );
  await importCatalogue(db, fileWith(0));
  const [row] = await db.select().from(variants).where(eq(variants.productNum, 'IK-1'));
  if (!row?.product_id) throw new Error('nothing was imported');
  const knob = { variantId: row._id, productId: row.product_id, productNum: row.productNum };
  const set = await makeVariant(db, { isBundle: true, stock: 0 }, { title: 'Set of knobs', isBundle: true });
  await db.insert(bundleItems).values({ bundle: set.variantId, variant: knob.variantId, quantity: 2 });
  await touchProducts(db, [set.productId]);
  await ask(waiting, knob);
  await ask(waiting, set);
  await importCatalogue(db, fileWith(1));
  expect((await told(waiting)).notes.map(({ title }) => title)).toEqual(['Imported Knob is back in stock']);
  await importCatalogue(db, fileWith(2));
  const { notes, mails } = await told(waiting);
  expect(notes.map(({ title }) => title).sort()).toEqual([
    'Imported Knob is back in stock',
    'Set of knobs is back in stock',
  ]);
  expect(mails).toHaveLength(2);
});

it('nobody is told of what he gave up, of what is off the shop, or once his account is gone', async () => {
  const [forgetful, patient, gone] = [await makeUser(db), await makeUser(db), await makeUser(db)];
  const knob = await makeVariant(db, { stock: 0 });
  for (const who of [forgetful, patient, gone]) await ask(who, knob);
  expect(await shop.as(forgetful).variants.forgetStock(asked(knob))).toEqual([]);
  expect(await awaited(patient, knob)).toEqual([knob.variantId]);
  await db.update(users).set({ deletedAt: new Date().toISOString() }).where(eq(users._id, gone._id));
  const change = async (publish: boolean) => {
    await db.update(products).set({ publish }).where(eq(products._id, knob.productId));
    await db.update(variants).set({ stock: 3 }).where(eq(variants._id, knob.variantId));
    await touchProducts(db, [knob.productId]);
  };
  await change(false);
  expect(await told(patient)).toEqual(NOTHING);
  await change(true);
  expect((await told(patient)).notes).toHaveLength(1);
  for (const who of [forgetful, gone]) expect(await told(who)).toEqual(NOTHING);
  expect(await db.$count(stockRequests, eq(stockRequests.variant, knob.variantId))).toBe(0);
});

it('two sweeps at once tell of each once', async () => {
  const waiting = await makeUser(db);
  const knobs = await Promise.all([1, 2, 3].map(() => makeVariant(db, { stock: 0 })));
  for (const knob of knobs) {
    await ask(waiting, knob);
    await db.update(variants).set({ stock: 1 }).where(eq(variants._id, knob.variantId));
    await touchProducts(db, [knob.productId]);
  }
  await Promise.all([tellOfStock(shop.app), tellOfStock(shop.app)]);
  const { notes, mails } = await told(waiting);
  expect([notes.length, mails.length]).toEqual([3, 3]);
});

it('a guest can’t ask, nor anybody for what is not on sale', async () => {
  const user = await makeUser(db);
  const hidden = await makeVariant(db, { stock: 0 }, { publish: false });
  expect((await refusal(ask(null, hidden))).reason).toBe('signed_out');
  expect((await refusal(ask(user, hidden))).reason).toBe('not_found');
  const unknown = { product: hidden.productId, variant: randomUUID() };
  expect((await refusal(shop.as(user).variants.askForStock(unknown))).reason).toBe('not_found');
  expect(await awaited(user, hidden)).toEqual([]);
});
