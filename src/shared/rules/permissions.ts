import type { ApprovalState, COMPANY_ROLES, PaymentType, PERMISSION_LEVELS } from '#shared/enumerations.ts';
import { addMoney, type Money, toCents } from '#shared/rules/money.ts';

export type PermissionLevel = (typeof PERMISSION_LEVELS)[number];
export type CompanyRole = (typeof COMPANY_ROLES)[number];

/** The signed-in user as far as their rights go; null is a guest. */
export type Actor = {
  _id: string;
  permissionLevel: PermissionLevel;
  role?: CompanyRole | null;
  company?: string | null;
  /** One of the two accounts that the site settings name. */
  special?: boolean;
} | null;

type Levelled = { permissionLevel: PermissionLevel };

interface PermissionFlags {
  authorized: boolean;
  admin: boolean;
  commercial: boolean;
}

/** Tells the flags of a level (rule A1); unknown levels and guests have none. */
export function permissionFlags(level: string | null | undefined): PermissionFlags {
  return {
    authorized: level === 'Admin' || level === 'Employee',
    admin: level === 'Admin',
    commercial: level === 'Commercial',
  };
}

export function isStaff(user: Levelled | null | undefined): boolean {
  return permissionFlags(user?.permissionLevel).authorized;
}

export function isAdmin(user: Levelled | null | undefined): boolean {
  return permissionFlags(user?.permissionLevel).admin;
}

export function isCommercial(user: Levelled | null | undefined): boolean {
  return permissionFlags(user?.permissionLevel).commercial;
}

/** Opens the Variants screen and the information section of the home page (rule A2). */
export function isSpecial(actor: Actor): boolean {
  return isStaff(actor) && actor?.special === true;
}

/** Lets staff edit customers, and only an Admin edit staff (rule A3). One's own profile is another call. */
export function canEditUser(actor: Actor, target: Levelled): boolean {
  return isAdmin(actor) || (isStaff(actor) && !isStaff(target));
}

/** Shows an Employee of a staff account no more than name, address and level (rule A3). One's own is another call. */
export const canReadUser = canEditUser;

export function canSetPermissionLevel(actor: Actor): boolean {
  return isAdmin(actor);
}

/** Becomes staff, or an Admin. */
export function isRaise(from: Levelled, to: Levelled): boolean {
  return (isStaff(to) && !isStaff(from)) || (isAdmin(to) && !isAdmin(from));
}

export function canSetCreditLimit(actor: Actor): boolean {
  return isAdmin(actor);
}

/** Users, companies, tags and submitted orders. */
export function canDeleteRecords(actor: Actor): boolean {
  return isAdmin(actor);
}

/** An Admin, into customers' accounts alone. */
export function canLoginAs(actor: Actor, target: Levelled): boolean {
  return isAdmin(actor) && !isStaff(target);
}

/** Lets only the owner of an account change password, e-mail and keys, never an Admin who acts as them. */
export function canChangeCredentials(session: { impersonatorId: string | null }): boolean {
  return session.impersonatorId === null;
}

/** Admins read all logs, staff those of one user. */
export function canReadLogs(actor: Actor, asked: { userEmail?: string }): boolean {
  return isAdmin(actor) || (isStaff(actor) && Boolean(asked.userEmail));
}

/** Lets users without a staff flag upload an avatar only (rule A10). */
export function canUpload(actor: Actor, kind: string): boolean {
  return isStaff(actor) || (actor !== null && kind === 'avatar');
}

export function isPrimaryOf(actor: Actor, company: string | null | undefined): boolean {
  return company != null && actor?.company === company && actor.role === 'Primary';
}

export function isMemberOf(actor: Actor, company: string | null | undefined): boolean {
  return company != null && actor?.company === company;
}

/** Team, company data, billing, spending limits, approvals: the company's Primary, or staff. */
export function canManageCompany(actor: Actor, company: string): boolean {
  return isStaff(actor) || isPrimaryOf(actor, company);
}

/** Fields of their company that a Primary may set. */
const PRIMARY_FIELDS: readonly string[] = [
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'preferredPayment',
  'preferredShipping',
  'shippingMethod',
  'poRequired',
];

/** Prices, tiers and exemption of a company are set by staff, but by no Employee for their own (rule A15). */
export const canSetTermsOf = (actor: Actor, company: string | null): boolean =>
  isStaff(actor) && (canSetCreditLimit(actor) || !isMemberOf(actor, company));

/**
 * Lists those fields that the actor may not set: a customer may set few, and so may an Employee of their own company;
 * staff all but the company's credit.
 */
export function refusedCompanyFields(
  actor: Actor,
  fields: readonly string[],
  company: string | null,
): string[] {
  if (canSetCreditLimit(actor)) return [];
  if (canSetTermsOf(actor, company)) return fields.filter(field => field === 'creditLimit');
  return fields.filter(field => !PRIMARY_FIELDS.includes(field));
}

/** One's own, one's company's as its Primary, all as staff. Others get the answer of what does not exist. */
export function canReadOrder(actor: Actor, order: { user: string | null; company: string | null }): boolean {
  if (!actor) return false;
  return isStaff(actor) || order.user === actor._id || isPrimaryOf(actor, order.company);
}

/** The last Primary can't go, nor become a Member. */
export function canLeavePrimary(member: { role: CompanyRole | null }, primaries: number): boolean {
  return member.role !== 'Primary' || primaries > 1;
}

/** Tells if a Member's order waits for a Primary: above their limit (null: none), company store credit included. */
export function needsApproval(
  buyer: { role: CompanyRole | null; spendingLimit: Money | null },
  { total, storeCredit }: { total: Money; storeCredit: Money },
): boolean {
  const { role, spendingLimit } = buyer;
  return role === 'Member' && spendingLimit !== null && addMoney(total, storeCredit) > spendingLimit;
}

/** An order by what has to be approved of it: its carts, how it is paid, and the company's store credit that it takes. */
interface OrderToCover {
  cartIds: readonly string[];
  paymentType: PaymentType;
  total: Money;
  storeCredit: Money;
}

/**
 * Whether what a Primary approved is this order: just these saved carts, paid in this way, for no more than that, and with
 * no more of the company's store credit.
 */
export function coversOrder(approval: OrderToCover & { state: ApprovalState }, order: OrderToCover): boolean {
  const carts = new Set(order.cartIds);
  return (
    approval.state === 'approved' &&
    approval.paymentType === order.paymentType &&
    carts.size > 0 &&
    approval.cartIds.length === carts.size &&
    approval.cartIds.every(_id => carts.has(_id)) &&
    toCents(approval.total) >= toCents(order.total) &&
    toCents(approval.storeCredit) >= toCents(order.storeCredit)
  );
}
