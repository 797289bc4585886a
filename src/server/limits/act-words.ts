import { eq } from 'drizzle-orm';
import { carts } from '#server/carts/tables.ts';
import { companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { orders } from '#server/orders/tables.ts';
import { users } from '#server/users/tables.ts';
import type { waitingActs } from '#server/waiting-acts/tables.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { CreateOrder } from '#shared/schemas/create-order.ts';
import type { GrantStoreCredit } from '#shared/schemas/give-back.ts';

export type ActRow = typeof waitingActs.$inferSelect;

/** Ends the words of a change that waits because of its prices, and not of what it gives back. */
export const NAMED_PRICES = 'at prices they set';

/** Ends the words of what waits because its company would owe more than it may; stands in those of what waits for more. */
export const ABOVE_CREDIT = 'above the credit limit';

/** Ends the words of what waits because it is for whoever asks for it. */
export const TO_THEMSELVES = 'for themselves or their own company';

/** Ends the words of what an Admin did because somebody asked for it. */
export const byAsker = (name: string): string => name && `; asked for by ${name}`;

/** Reads whom an act without an order is for; as it was stored: what would not be taken today is told of as well. */
export const partyOf = ({ kind, input }: Pick<ActRow, 'kind' | 'input'>) =>
  kind === 'grant' || kind === 'order' ? (input as Partial<CreateOrder & GrantStoreCredit>) : null;

/** Names an act in a sentence to whoever asked for it, behind "your". */
export async function nameOfAct(tx: Db, act: ActRow): Promise<string> {
  const amount = formatMoney(act.amount);
  switch (act.kind) {
    case 'refund':
      return `refund of ${amount} for ${await orderOf(tx, act)}`;
    case 'return':
      return `refund of ${amount} for goods returned from ${await orderOf(tx, act)}`;
    case 'edit': {
      const does = {
        limit: `gives back ${amount}`,
        prices: `takes ${amount} off its prices`,
        credit: `goes ${amount} ${ABOVE_CREDIT}`,
      };
      return `change to ${await orderOf(tx, act)} that ${does[act.why]}`;
    }
    case 'grant': {
      const name = await nameOf(tx, partyOf(act) ?? {});
      return `grant of ${amount} as store credit${name && ` to ${name}`}`;
    }
    case 'order': {
      const { total, ...party } = partyOf(act) ?? {};
      const of = total === undefined ? '' : ` of ${formatMoney(total)}`;
      return `order${of} for ${(await nameOf(tx, party)) || 'a walk-in'}`;
    }
    case 'quote': {
      const name = await nameOfCart(tx, act);
      return `quote${name && ` for ${name}`}`;
    }
  }
}

async function orderOf(tx: Db, { order }: ActRow): Promise<string> {
  const number = await orderNumberOf(tx, order);
  return number === null ? 'an order' : `order ${number}`;
}

/** Reads an order's number; null for none. */
export async function orderNumberOf(tx: Db, order: string | null): Promise<number | null> {
  if (!order) return null;
  const [row] = await tx
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders._id, order));
  return row?.orderNumber ?? null;
}

/** Names the cart that a quote is for; '' where it is gone or has no name. */
async function nameOfCart(tx: Db, { cart }: ActRow): Promise<string> {
  if (!cart) return '';
  const [row] = await tx.select({ orderName: carts.orderName }).from(carts).where(eq(carts._id, cart));
  return row?.orderName ?? '';
}

/** Has a name: a company, else the name that was typed in, else a person. */
interface Named {
  company?: string | null | undefined;
  user?: string | null | undefined;
  name?: string | undefined;
}

/** Names whom something is for, or who did it; '' for nobody. */
export async function nameOf(db: Db, { company, user, name = '' }: Named): Promise<string> {
  if (company) {
    const [found] = await db
      .select({ name: companies.name })
      .from(companies)
      .where(eq(companies._id, company));
    return found?.name ?? name;
  }
  if (name || !user) return name;
  const [found] = await db.select({ name: users.name }).from(users).where(eq(users._id, user));
  return found?.name ?? '';
}
