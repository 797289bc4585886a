import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { createApiKey } from '#server/auth/api-keys.ts';
import { cartLines, carts } from '#server/carts/tables.ts';
import { partNumbers, specialPrices } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { textOfLines } from '#server/orders/order-text.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import { multiplyMoney, sumMoney, toMoney } from '#shared/rules/money.ts';
import { pick, randomFrom, type Target } from './catalogue.ts';

/** A customer who buys much, seen by their key. */
export interface TradeCustomer {
  company: string;
  /** The key of the one who placed all of the company's orders. */
  key: string;
  /** A saved cart of sixty lines, half of them at the customer's own price. */
  cart: string;
  special: Target[];
}

const SPECIAL = 500;
const ORDERS = 2000;
const OPEN = 40;
/** Orders of everybody else, and the companies that made them. */
const OTHERS = 18_000;
const COMPANIES = 9;
const PORTION = 500;
const FIRST = Date.parse('2025-01-02T15:00:00Z');
const HOUR_MS = 3_600_000;
const JOBS = ['Smith kitchen', 'Lake house', 'Barton Hills', 'Unit 4', 'Mueller bath', 'Office fit-out'];

const random = randomFrom(41);
type Lines = { target: Target; quantity: number; cents: number }[];

/** A company with 500 special prices and part numbers and 2,000 orders, among 20,000 of the shop. */
export async function writeTradeCustomer(db: Db, targets: readonly Target[]): Promise<TradeCustomer> {
  const company = await makeCompany(db, { name: 'Hollis Cabinetry', creditLimit: usd(50_000) });
  const user = await makeUser(db, { name: 'Dana Hollis', company });
  const special = targets.slice(0, SPECIAL);
  await db
    .insert(specialPrices)
    .values(special.map(({ variant }, n) => ({ company, variant, price: toMoney(200 + (n % 300)) })));
  await db
    .insert(partNumbers)
    .values(special.map(({ variant }, n) => ({ company, variant, partNumber: `HC-${1000 + n}` })));
  await writeOrders(db, targets, { company, user: user._id }, ORDERS, OPEN);
  for (let n = 0; n < COMPANIES; n++) {
    const other = await makeCompany(db, { creditLimit: usd(50_000) });
    const buyer = await makeUser(db, { company: other });
    await writeOrders(db, targets, { company: other, user: buyer._id }, OTHERS / COMPANIES, OPEN);
  }
  const cart = uuidv7();
  await db.insert(carts).values({ _id: cart, user: user._id, company, orderName: 'Smith kitchen' });
  const half = [...special.slice(0, 30), ...targets.slice(SPECIAL, SPECIAL + 30)];
  await db.insert(cartLines).values(
    half.map(({ product, variant }, position) => ({
      ...{ cart, position, productId: product, variantId: variant },
      quantity: 1 + (position % 12),
    })),
  );
  const { key } = await createApiKey(db, user, { name: 'bench', scopes: KEY_SCOPES });
  return { company, key, cart, special };
}

async function writeOrders(
  db: Db,
  targets: readonly Target[],
  owner: { company: string; user: string },
  count: number,
  open: number,
): Promise<void> {
  for (let start = 0; start < count; start += PORTION) {
    const made = Array.from({ length: Math.min(PORTION, count - start) }, (_, n) =>
      makeOrder(owner, { index: start + n, count, isOpen: start + n >= count - open }, linesOf(targets)),
    );
    await db.insert(orders).values(made.map(one => one.order));
    await db.insert(orderLines).values(made.flatMap(one => one.lines));
    await db.insert(accountEntries).values(made.flatMap(one => one.entries));
  }
}

function linesOf(targets: readonly Target[]): Lines {
  return Array.from({ length: 3 + Math.floor(random() * 10) }, () => ({
    target: pick(random, targets),
    quantity: 1 + Math.floor(random() * 20),
    cents: 150 + Math.floor(random() * 2000),
  }));
}

function makeOrder(
  owner: { company: string; user: string },
  { index, count, isOpen }: { index: number; count: number; isOpen: boolean },
  sold: Lines,
) {
  const _id = uuidv7();
  const at = new Date(FIRST + (index / count) * 680 * 24 * HOUR_MS).toISOString();
  const total = sumMoney(sold.map(({ cents, quantity }) => multiplyMoney(toMoney(cents), quantity)));
  const zero = toMoney(0);
  const lines = sold.map(({ target, quantity, cents }, position) => ({
    ...{ order: _id, position, productId: target.product, variantId: target.variant, quantity },
    ...{ name: `Bar Pull ${cents}, Satin Nickel`, productNum: `BP-${cents}-SN`, partNumber: '' },
    ...{ price: toMoney(cents), originalPrice: toMoney(cents), fulfilled: isOpen ? 0 : quantity },
    ...{ itemShipping: zero, itemTax: zero, itemDiscount: zero, itemCredit: zero },
  }));
  const order = {
    ...{ _id, ...owner, orderKey: randomUUID(), idempotencyKey: `bench:${_id}`, requestHash: 'bench' },
    status: isOpen ? ('Submitted' as const) : ('Completed' as const),
    ...{ paymentType: 'Terms' as const, shippingMethod: 'local' as const },
    ...{ name: 'Dana Hollis', email: 'dana@example.com', businessName: 'Hollis Cabinetry' },
    ...{ orderName: pick(random, JOBS), poNumber: `PO-${10_000 + index}`, linesText: textOfLines(lines) },
    ...{ date: at.slice(0, 10), deliveryDate: at.slice(0, 10), dueDate: at.slice(0, 10) },
    ...{ subTotal: total, discount: zero, shipping: zero, tax: zero, taxRate: 0, storeCredit: zero, total },
    ...{ amountPaid: isOpen ? zero : total, createdAt: at, updatedAt: at },
  };
  const entry = { company: owner.company, order: _id, createdAt: at };
  const entries = [
    { ...entry, kind: 'charge' as const, amount: total },
    ...(isOpen ? [] : [{ ...entry, kind: 'payment' as const, amount: toMoney(-Math.round(total * 100)) }]),
  ];
  return { order, lines, entries };
}
