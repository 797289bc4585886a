import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { logEntries } from '#server/logs/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { products } from '#server/products/tables.ts';
import { reviews } from '#server/reviews/tables.ts';
import { makeUser, makeVariant } from '#server/test/factories.ts';
import { openShop, refusal, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let product: string;
const people: SessionUser[] = [];

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const fresh = async () => {
  ({ productId: product } = await makeVariant(shop.app.db));
  people.length = 0;
  for (let n = 0; n < 3; n++) people.push(await makeUser(shop.app.db));
};
const by = (index: number) => shop.as(people[index] ?? null).reviews;
/** Reads the rating as the product page, the listing's tile and the list of reviews tell it. */
const told = async () => {
  const guest = shop.as(null);
  const { averageRating, reviewCount } = await guest.products.byId({ id: product });
  const { products: tiles } = await guest.products.list({ ids: [product] });
  const { average, total } = await guest.reviews.list({ product });
  return {
    page: [averageRating, reviewCount],
    tile: [tiles[0]?.averageRating, tiles[0]?.reviewCount],
    list: [average, total],
  };
};

describe('a review', () => {
  it('is posted, changed and deleted by who wrote it, nobody else [REV-01]', async () => {
    await fresh();
    const posted = await by(0).create({ product, rating: 4, title: 'Solid', text: 'Heavier than it looks.' });
    expect(posted).toMatchObject({ rating: 4, title: 'Solid', own: true });
    expect(await by(0).update({ _id: posted._id, rating: 5, text: 'Still solid.' })).toMatchObject({
      rating: 5,
      title: 'Solid',
      text: 'Still solid.',
    });
    expect((await refusal(by(1).update({ _id: posted._id, rating: 1 }))).reason).toBe('not_found');
    expect((await refusal(by(1).remove({ id: posted._id }))).reason).toBe('not_found');
    expect(await by(0).remove({ id: posted._id })).toEqual({ _id: posted._id });
    expect((await shop.as(null).reviews.list({ product })).total).toBe(0);
    expect((await refusal(by(0).remove({ id: posted._id }))).reason).toBe('not_found');
  });

  it('of a guest is refused with 403 and its notice, whatever he does [REV-01]', async () => {
    await fresh();
    const { _id } = await by(0).create({ product, rating: 3 });
    const guest = shop.as(null).reviews;
    for (const refused of [
      guest.create({ product, rating: 5 }),
      guest.update({ _id, rating: 1 }),
      guest.remove({ id: _id }),
    ]) {
      expect(await refusal(refused)).toMatchObject({
        reason: 'review_signed_out',
        code: 'FORBIDDEN',
        message: 'Only signed in users can leave ratings. Please sign in and try again.',
      });
    }
  });

  it('moves the product’s stars everywhere at once, and back when it goes [REV-02]', async () => {
    await fresh();
    await by(0).create({ product, rating: 5 });
    const second = await by(1).create({ product, rating: 2 });
    expect(await told()).toEqual({ page: [3.5, 2], tile: [3.5, 2], list: [3.5, 2] });
    await by(1).update({ _id: second._id, rating: 4 });
    expect(await told()).toEqual({ page: [4.5, 2], tile: [4.5, 2], list: [4.5, 2] });
    await by(1).remove({ id: second._id });
    expect(await told()).toEqual({ page: [5, 1], tile: [5, 1], list: [5, 1] });
  });

  it('is counted though several are posted at once', async () => {
    await fresh();
    const crowd = await Promise.all(Array.from({ length: 6 }, () => makeUser(shop.app.db)));
    await Promise.all(crowd.map((user, n) => shop.as(user).reviews.create({ product, rating: (n % 5) + 1 })));
    // (1 + 2 + 3 + 4 + 5 + 1) / 6
    expect((await told()).page).toEqual([2.67, 6]);
  });

  it('is one a person, of products on sale alone, with one to five whole stars', async () => {
    await fresh();
    await by(0).create({ product, rating: 4 });
    expect((await refusal(by(0).create({ product, rating: 5 }))).issues).toEqual([
      { path: ['product'], message: 'already has a review from you, which you can edit' },
    ]);
    await shop.app.db.update(products).set({ publish: false }).where(eq(products._id, product));
    expect((await refusal(by(1).create({ product, rating: 4 }))).reason).toBe('not_found');
    for (const rating of [0, 6, 2.5]) {
      await expect(by(1).create({ product, rating })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: ['rating'] }] },
      });
    }
  });

  it('is hidden and shown by staff, who leave a trace, and told to them', async () => {
    await fresh();
    const employee = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
    const rude = await by(0).create({ product, rating: 1, title: 'Rude' });
    const [note] = await shop.app.db.select().from(notifications).where(eq(notifications.user, employee._id));
    expect(note).toMatchObject({ type: 11, details: '1 of 5: Rude', link: `/product/${product}#reviews` });
    expect((await refusal(by(0).update({ _id: rude._id, approved: true }))).issues).toMatchObject([
      { path: ['approved'] },
    ]);
    await shop.as(employee).reviews.update({ _id: rude._id, approved: false });
    expect(await told()).toEqual({ page: [0, 0], tile: [0, 0], list: [0, 0] });
    // The one who wrote it still sees it.
    expect((await by(0).list({ product })).reviews).toHaveLength(1);
    const logs = await shop.app.db.select().from(logEntries).where(eq(logEntries.subject, product));
    expect(logs).toMatchObject([{ name: 'Updated review', userEmail: employee.email }]);
    await shop.as(employee).reviews.remove({ id: rude._id });
    expect(await shop.app.db.$count(reviews, eq(reviews.product, product))).toBe(0);
  });

  it('that staff hid does not come back by being removed and written again', async () => {
    await fresh();
    const staff = shop.as(await makeUser(shop.app.db, { permissionLevel: 'Employee' })).reviews;
    const rude = await by(0).create({ product, rating: 1, title: 'Rude', text: 'Words' });
    await staff.update({ _id: rude._id, approved: false });
    await by(0).remove({ id: rude._id });
    expect((await by(0).list({ product })).reviews).toEqual([]);
    const [left] = await shop.app.db.select().from(reviews).where(eq(reviews.product, product));
    expect(left).toMatchObject({ title: '', text: '', approved: false });
    expect((await refusal(by(0).update({ _id: rude._id, rating: 5 }))).reason).toBe('not_found');
    expect((await refusal(staff.remove({ id: rude._id }))).reason).toBe('not_found');

    const again = await by(0).create({ product, rating: 1, title: 'Rude' });
    expect(await told()).toEqual({ page: [0, 0], tile: [0, 0], list: [0, 0] });
    expect((await by(0).list({ product })).reviews).toMatchObject([{ title: 'Rude', text: '' }]);
    expect((await by(1).list({ product })).reviews).toEqual([]);
    expect((await refusal(by(0).create({ product, rating: 5 }))).issues).toMatchObject([
      { path: ['product'] },
    ]);
    await staff.update({ _id: again._id, approved: true });
    expect(await told()).toEqual({ page: [1, 1], tile: [1, 1], list: [1, 1] });
    // One that is taken back while everybody sees it leaves nothing.
    await by(0).remove({ id: again._id });
    expect(await shop.app.db.$count(reviews, eq(reviews.product, product))).toBe(0);
  });
});
