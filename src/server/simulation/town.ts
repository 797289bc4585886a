import { eq } from 'drizzle-orm';
import type { Dice } from '#demo/dice.ts';
import { sessions } from '#server/auth/tables.ts';
import { priceTiers, specialPrices } from '#server/companies/tables.ts';
import type { Context, SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import type { Db } from '#server/database/db.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { products } from '#server/products/tables.ts';
import { openPriceBook, type PriceBook } from '#server/simulation/price-book.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { clock } from '#server/time-and-chance.ts';
import { recordOpening } from '#server/variants/stock-moves.ts';
import { bundleItems, stockMoves, variants } from '#server/variants/tables.ts';
import { toMoney } from '#shared/rules/money.ts';
import { fieldsOfTiers } from '#shared/schemas/quantity-prices.ts';

/** The people of a simulated shop, and the goods that it has. */
export interface Town {
  goods: readonly MadeVariant[];
  prices: PriceBook;
  /** Its uses are limited in all. */
  coupon: string;
  /** Can be used once by each customer. */
  onceEach: string;
  /**
   * The shop's phone number, and since when it is known to be so (milliseconds since 1970); `changing`: how many people
   * are about to change it, of whom each may have done so before their answer comes.
   */
  phone: { now: string; since: number; changing: number };
  company: string;
  primary: SessionUser;
  member: SessionUser;
  retail: SessionUser;
  employee: SessionUser;
  admin: SessionUser;
  sessions: ReadonlyMap<string, Context['session']>;
}

/** One that is soon reached, and one that hardly is. */
const CREDIT_LIMITS = [700, 5000];

const KINDS = { Knob: 'Amerock', Pull: 'Amerock', Hinge: 'Blum', Slide: 'Blum' };
export const VENDORS = [...new Set(Object.values(KINDS))];
const SET = 'SET-4';
const SET_PERCENT = 10;

/** Makes the goods that each town has: once, as to index them costs as much as a few orders. */
export async function makeGoods(db: Db): Promise<void> {
  const goods: MadeVariant[] = [];
  for (const [nth, [kind, vendor]] of Object.entries(KINDS).entries()) {
    const product = { title: `${kind} of the town`, type: kind, vendor };
    goods.push(await makeVariant(db, { productNum: `${kind.toUpperCase()}-${nth}`, vendor }, product));
  }
  const set = { productNum: SET, price: usd(0), stock: 0, isBundle: true, bundleDiscountPer: SET_PERCENT };
  const { variantId: bundle } = await makeVariant(db, set, { title: 'Set of the town', type: 'Pull' });
  const parts = goods.slice(0, 2);
  await db
    .insert(bundleItems)
    .values(parts.map(({ variantId }, position) => ({ bundle, variant: variantId, quantity: 1, position })));
  // Their stock begins with their town.
  await db.delete(stockMoves);
}

/**
 * Makes what a shop of a seed has, besides its goods: few pieces of one of them, a coupon that is soon used up, a company
 * with credit, some store credit. `dayLimits`: the cents that an Employee may give back a day, one of them.
 */
export async function makeTown(db: Db, dice: Dice, dayLimits: readonly number[]): Promise<Town> {
  const goods = await fillShelves(db, dice);
  const coupon = 'TOWN10';
  const onceEach = 'ONCE';
  await db.insert(coupons).values([
    { code: coupon, type: 0, value: 10, maxUses: dice.int(1, 4) },
    { code: onceEach, type: 0, value: 5, maxUsesPerCustomer: 1 },
  ]);
  const company = await makeCompany(db, {
    name: 'Hollis Cabinets',
    accountNumber: 'T-1',
    creditLimit: usd(dice.pick(CREDIT_LIMITS)),
    taxExempt: true,
  });
  const people = {
    primary: { name: 'Dana Hollis', email: 'dana@hollis.test', company },
    member: {
      name: 'Sam Ortiz',
      email: 'sam@hollis.test',
      company,
      role: 'Member' as const,
      spendingLimit: usd(90),
    },
    retail: { name: 'Rita Brown', email: 'rita@home.test' },
    employee: { name: 'Erin Counter', email: 'erin@shop.test', permissionLevel: 'Employee' as const },
    admin: { name: 'Ann Owner', email: 'ann@shop.test', permissionLevel: 'Admin' as const },
  };
  const made = {} as Record<keyof typeof people, SessionUser>;
  const known = new Map<string, Context['session']>();
  for (const [name, person] of Object.entries(people)) {
    const user = await makeUser(db, { ...person, emailConfirmedAt: clock.now().toISOString() });
    const hash = `session of ${person.email}`;
    const expiresAt = new Date(clock.ms() + 90 * 86_400_000).toISOString();
    await db.insert(sessions).values({ hash, user: user._id, expiresAt });
    known.set(user._id, { hash, impersonatorId: null });
    made[name as keyof typeof people] = user;
  }
  await db.insert(storeCreditEntries).values([
    { user: made.retail._id, kind: 'granted', amount: usd(60) },
    { company, kind: 'granted', amount: usd(90) },
  ]);
  const limits = {
    employeeOrderLimit: usd(120),
    employeeDayLimit: toMoney(dice.pick(dayLimits)),
    employeePriceLimit: 40,
  };
  await db
    .insert(siteSettings)
    .values({ hoursOfOperation: [], ...limits })
    .onConflictDoUpdate({ target: siteSettings.only, set: limits });
  await agreeOnPrices(db, dice, { company, user: made.retail._id, goods });
  const phone = { now: '', since: clock.ms(), changing: 0 };
  const town = { goods, coupon, onceEach, phone, company, ...made, sessions: known };
  return { ...town, prices: await openPriceBook(db, [company, made.retail._id]) };
}

/** Chooses how many pieces there are, at which prices. */
async function fillShelves(db: Db, dice: Dice): Promise<MadeVariant[]> {
  const goods = await db
    .select({ productId: products._id, variantId: variants._id, productNum: variants.productNum })
    .from(variants)
    .innerJoin(products, eq(products._id, variants.product_id))
    .orderBy(variants.productNum);
  // One of them, in half of the shops.
  const scarce = dice.int(0, 7);
  for (const [nth, { variantId, productNum }] of goods.entries()) {
    if (productNum === SET) continue;
    const stock = nth === scarce ? dice.int(4, 40) : dice.int(40, 400);
    await db
      .update(variants)
      .set({ stock, ...drawPrices(dice), backOrder: dice.chance(0.15) })
      .where(eq(variants._id, variantId));
    await db
      .update(bundleItems)
      .set({ quantity: dice.int(1, 2) })
      .where(eq(bundleItems.variant, variantId));
  }
  await recordOpening(
    db,
    goods.map(({ variantId }) => variantId),
  );
  return goods;
}

/** Chooses what a variant costs, and what it costs from some quantities on. */
export function drawPrices(dice: Dice) {
  const cents = dice.int(150, 4999);
  let quantity = 1;
  const steps = Array.from({ length: dice.int(0, 3) }, (_, nth) => {
    quantity += dice.int(1, 2);
    return { quantity, price: toMoney(Math.round((cents * (93 - 7 * nth)) / 100)) };
  });
  return { price: toMoney(cents), ...fieldsOfTiers(steps) };
}

/** Gives the company and a person prices of their own, in half of the towns each. */
async function agreeOnPrices(
  db: Db,
  dice: Dice,
  { company, user, goods }: { company: string; user: string; goods: readonly MadeVariant[] },
): Promise<void> {
  for (const owner of [{ company }, { user }]) {
    const { variantId: variant } = dice.pick(goods);
    if (dice.chance(0.5))
      await db.insert(specialPrices).values({ ...owner, variant, price: usd(dice.int(1, 40)) });
    const vendor = dice.pick(VENDORS);
    if (dice.chance(0.5))
      await db.insert(priceTiers).values([
        { ...owner, scope: 'all', percent: dice.int(1, 12) },
        { ...owner, scope: 'vendor', ref: vendor, percent: dice.int(5, 30) },
      ]);
  }
}
