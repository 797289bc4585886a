import { and, eq, isNull, sql } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/db.ts';
import { AppError } from '#server/errors.ts';
import { siteSettings } from '#server/site/tables.ts';
import { users } from '#server/users/tables.ts';
import type { PaymentType, ShippingMethod } from '#shared/enumerations.ts';
import { type Money, toMoney } from '#shared/rules/money.ts';
import type { CompanyRole, PermissionLevel } from '#shared/rules/permissions.ts';

/**
 * A signed-in customer as prices, carts and orders need him. Without a company: no exemption, no credit, nothing
 * owed. Figures of ledgers are as of this reading: what spends them reads them again under a lock.
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
  /** What the user himself prefers. */
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
  creditLimit: Money;
  /** Days until a Terms order is due: the company's, else the shop's. */
  termsDays: number;
  preferredPayment: PaymentType | null;
  preferredShipping: ShippingMethod | null;
  shippingMethod: ShippingMethod | null;
  /** Balance of the company's store-credit ledger; of the user's own where there is no company. */
  storeCredit: Money;
  /** What the company owes: the sum of its account. */
  owed: Money;
}

const DEFAULT_TERMS_DAYS = 30;

/** Everything about a signed-in customer in one statement. `not_found` if he is gone meanwhile. */
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
      creditLimit: cents(sql`coalesce(${companies.creditLimit}, 0)`),
      termsDays: sql<number>`coalesce(${companies.termsDays}, ${siteSettings.termsDays}, ${DEFAULT_TERMS_DAYS}::int)`,
      preferredPayment: companies.preferredPayment,
      preferredShipping: companies.preferredShipping,
      shippingMethod: companies.shippingMethod,
      storeCredit: cents(sql`coalesce(case
        when ${users.company} is null
        then (select sum(amount) from store_credit_entries where "user" = ${users._id})
        else (select sum(amount) from store_credit_entries where company = ${users.company})
      end, 0)`),
      owed: cents(
        sql`coalesce((select sum(amount) from account_entries where company = ${users.company}), 0)`,
      ),
    })
    .from(users)
    .leftJoin(companies, eq(companies._id, users.company))
    .leftJoin(siteSettings, eq(siteSettings.only, true))
    .where(and(eq(users._id, user._id), isNull(users.deletedAt)));
  if (!found) throw new AppError('not_found');
  return found;
}

function cents(expression: ReturnType<typeof sql>) {
  return sql`(${expression})::text`.mapWith((value: string) => toMoney(Number(value)));
}
