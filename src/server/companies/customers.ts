import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { associatedAccounts, companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { moneyOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { siteSettings } from '#server/site/tables.ts';
import { users } from '#server/users/tables.ts';
import { DEFAULT_TERMS_DAYS } from '#shared/constants.ts';
import type { PaymentType, ShippingMethod } from '#shared/enumerations.ts';
import type { Money } from '#shared/rules/money.ts';
import type { CompanyRole, PermissionLevel } from '#shared/rules/permissions.ts';

/**
 * A signed-in customer as prices, carts and orders need to know them. Without a company: no exemption, no credit,
 * nothing owed. Figures of ledgers are as of this reading: what spends them reads them again under a lock.
 */
export interface Customer {
  /** The user's `_id`. */
  user: string;
  email: string;
  name: string;
  phone: string;
  permissionLevel: PermissionLevel;
  role: CompanyRole | null;
  /** A Member's order above it waits for a Primary's approval; null: no limit. */
  spendingLimit: Money | null;
  /** The user's own preferences. */
  own: { paymentType: PaymentType | null; shippingMethod: ShippingMethod | null };
  /** The company's `_id`. */
  company: string | null;
  businessName: string;
  businessEmail: string;
  accountNumber: string | null;
  /** The company's record in accounting, an order's `customerRef`. */
  quickbooksId: string | null;
  salesman: string;
  taxExempt: boolean;
  /** Whether its orders are to bear a PO number. */
  poRequired: boolean;
  creditLimit: Money;
  /** Days until a Terms order is due: the company's, else the shop's. */
  termsDays: number;
  preferredPayment: PaymentType | null;
  preferredShipping: ShippingMethod | null;
  shippingMethod: ShippingMethod | null;
  /** Balance of the company's store-credit ledger; of the user's own where there is no company. */
  storeCredit: Money;
  /** The amount that the company owes: the sum of its account. */
  owed: Money;
}

/** Adds up what a company owes, in cents: whatever compares it with a limit reads it by these words. */
export const owedBy = (company: SQLWrapper): SQL =>
  sql`coalesce((select sum(e.amount) from account_entries e where e.company = ${company}), 0)`;

/** Reads everything about a signed-in customer in one statement. `not_found` if they are gone meanwhile. */
export async function customerOf(db: Db, user: Pick<SessionUser, '_id'>): Promise<Customer> {
  const [found] = await db
    .select({
      user: users._id,
      email: users.email,
      name: users.name,
      phone: users.phone,
      permissionLevel: users.permissionLevel,
      role: users.role,
      spendingLimit: users.spendingLimit,
      own: { paymentType: users.paymentType, shippingMethod: users.shippingMethod },
      company: users.company,
      businessName: sql<string>`coalesce(${companies.name}, '')`,
      businessEmail: sql<string>`coalesce(${companies.email}, '')`,
      accountNumber: companies.accountNumber,
      quickbooksId: companies.quickbooksId,
      salesman: sql<string>`coalesce(${companies.salesman}, '')`,
      taxExempt: sql<boolean>`coalesce(${companies.taxExempt}, false)`,
      poRequired: sql<boolean>`coalesce(${companies.poRequired}, false)`,
      creditLimit: moneyOf(sql`coalesce(${companies.creditLimit}, 0)`),
      termsDays: sql<number>`coalesce(${companies.termsDays}, ${siteSettings.termsDays}, ${DEFAULT_TERMS_DAYS}::int)`,
      preferredPayment: companies.preferredPayment,
      preferredShipping: companies.preferredShipping,
      shippingMethod: companies.shippingMethod,
      storeCredit: moneyOf(sql`coalesce(case
        when ${users.company} is null
        then (select sum(amount) from store_credit_entries where "user" = ${users._id})
        else (select sum(amount) from store_credit_entries where company = ${users.company})
      end, 0)`),
      owed: moneyOf(owedBy(users.company)),
    })
    .from(users)
    .leftJoin(companies, eq(companies._id, users.company))
    .leftJoin(siteSettings, eq(siteSettings.only, true))
    .where(and(eq(users._id, user._id), isNull(users.deletedAt)));
  if (!found) throw new AppError('not_found');
  return found;
}

/** Names the buyer of an order: somebody, or a company whoever of its people it is. */
export type Buyer = Pick<
  Customer,
  | ('email' | 'name' | 'phone' | 'company' | 'businessName' | 'accountNumber' | 'quickbooksId' | 'salesman')
  | ('taxExempt' | 'poRequired' | 'creditLimit' | 'termsDays' | 'preferredPayment' | 'storeCredit' | 'owed')
> & { user: string | null };

/** Reads the terms that a company buys by, whoever of its people asks. Throws `not_found`. */
export async function companyTermsOf(db: Db, company: string): Promise<Buyer> {
  const [found] = await db
    .select({
      ...{
        company: companies._id,
        name: companies.name,
        businessName: companies.name,
        phone: sql<string>`''`,
      },
      ...{ email: companies.email, accountNumber: companies.accountNumber, salesman: companies.salesman },
      ...{ quickbooksId: companies.quickbooksId, taxExempt: companies.taxExempt },
      poRequired: companies.poRequired,
      ...{ creditLimit: companies.creditLimit, preferredPayment: companies.preferredPayment },
      termsDays: sql<number>`coalesce(${companies.termsDays}, ${siteSettings.termsDays}, ${DEFAULT_TERMS_DAYS}::int)`,
      storeCredit: moneyOf(
        sql`coalesce((select sum(amount) from store_credit_entries where company = ${companies._id}), 0)`,
      ),
      owed: moneyOf(owedBy(companies._id)),
    })
    .from(companies)
    .leftJoin(siteSettings, eq(siteSettings.only, true))
    .where(eq(companies._id, company));
  if (!found) throw new AppError('not_found');
  return { ...found, user: null };
}

/**
 * Reads a customer as they stand, while what they may spend (credit limit, account, store credit) and what they pay
 * can't be changed by anybody else: their own row and their company's are locked, in that order. Each in a statement of
 * its own: one that waits for both goes on from the first before anybody can tell who is next at the second.
 */
export async function lockCustomer(tx: Db, user: Pick<SessionUser, '_id'>): Promise<Customer> {
  const [found] = await tx
    .select({ company: users.company })
    .from(users)
    .where(eq(users._id, user._id))
    .for('no key update');
  if (found?.company)
    await tx.execute(sql`select from companies where id = ${found.company} for no key update`);
  return customerOf(tx, user);
}

/**
 * Locks whoever an order belongs to, as `lockCustomer` does for who is about to buy: what they may spend can't be changed
 * by anybody else meanwhile.
 */
export async function lockOwner(
  tx: Db,
  order: { user: string | null; company: string | null },
): Promise<void> {
  if (order.user) await tx.execute(sql`select from users where id = ${order.user} for no key update`);
  if (order.company)
    await tx.execute(sql`select from companies where id = ${order.company} for no key update`);
}

/** Reads what a company may owe, and owes. Throws `not_found`. */
export async function creditOf(tx: Db, company: string): Promise<{ creditLimit: Money; owed: Money }> {
  const [found] = await tx
    .select({
      creditLimit: companies.creditLimit,
      owed: moneyOf(owedBy(companies._id)),
    })
    .from(companies)
    .where(eq(companies._id, company));
  if (!found) throw new AppError('not_found');
  return found;
}

/** Tells whether they may put this account number on an order: their company's, or one that has them as associated. */
export async function mayOrderFor(
  db: Db,
  customer: Customer | null,
  accountNumber: string,
): Promise<boolean> {
  if (!customer) return false;
  if (accountNumber === customer.accountNumber) return true;
  const associated = await db.$count(
    associatedAccounts,
    sql`${associatedAccounts.company} in (
        select ${companies._id} from ${companies} where ${companies.accountNumber} = ${accountNumber})
      and (${associatedAccounts.user} = ${customer.user}::uuid or lower(${associatedAccounts.email}) = (
        select lower(${users.email}) from ${users}
        where ${users._id} = ${customer.user}::uuid and ${users.emailConfirmedAt} is not null))`,
  );
  return associated > 0;
}
