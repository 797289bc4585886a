import { and, eq } from 'drizzle-orm';
import { approvalById } from '#server/approvals/approvals.ts';
import { approvals } from '#server/approvals/tables.ts';
import { accountColumns } from '#server/auth/accounts.ts';
import { refuseAboveKey } from '#server/auth/key-scopes.ts';
import { customerOf } from '#server/companies/customers.ts';
import type { App, Context, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { approvalDecided } from '#server/mail/templates/team-mails.ts';
import { notifyCustomer } from '#server/notifications/notifications.ts';
import { orderCost } from '#server/orders/cost.ts';
import { countPlaced } from '#server/orders/order-counts.ts';
import { placeApproved, refuseWrongChoices } from '#server/orders/submit-order.ts';
import { shopRates } from '#server/site/rates.ts';
import { siteSettings } from '#server/site/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { formatMoney, type Money, toCents } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import type { Checkout } from '#shared/schemas/checkout.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import type { Approval, Approve } from '#shared/schemas/team.ts';

type Primary = SessionUser & { company: string };
type ApprovalRow = typeof approvals.$inferSelect;

/** Returns what a request costs its Member now, or why it can't be ordered any more as it was asked for. */
export async function costOfApproval(
  app: App,
  { _id, user }: Pick<Approval, '_id' | 'user'>,
): Promise<{ figures: Figures | null; problem: string | null }> {
  const [row] = await app.db.select().from(approvals).where(eq(approvals._id, _id));
  if (!row) throw new AppError('not_found');
  const { shippingMethod, couponCode, useStoreCredit } = row.checkout;
  try {
    const member = await memberOf(app.db, row);
    const [customer, rates] = [await customerOf(app.db, member), await shopRates(app.db)];
    const input = stillToCome(row.checkout, rates.timeZone);
    await refuseWrongChoices(app.db, { input, now: clock.now() }, customer, rates);
    const asked = { cartIds: row.cartIds, shippingMethod, useStoreCredit, ...(couponCode && { couponCode }) };
    return { figures: await orderCost(app, member, asked), problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isGone = error.issues?.some(({ path }) => path[0] === 'cartIds');
    const problem = isGone
      ? `The cart no longer exists: ${user.name} removed it or ordered it.`
      : wordsOf(error);
    return { figures: null, problem };
  }
}

/** The Primary has no field to mend, so what is wrong with one is said in words. */
const wordsOf = ({ message, issues = [] }: AppError) =>
  issues.map(({ path, message: what }) => `${CHOICES[String(path[0])] ?? 'It'} ${what}.`).join(' ') ||
  message;

const CHOICES: Record<string, string> = { paymentType: 'The payment method', poNumber: 'A PO number' };

/** A day that passed while the request waited: the goods come as soon as they can. */
function stillToCome<T extends Pick<Checkout, 'deliveryDate'>>(checkout: T, timeZone: string): T {
  const { deliveryDate = '' } = checkout;
  return deliveryDate > shopDate(clock.now(), timeZone) ? checkout : { ...checkout, deliveryDate: undefined };
}

/**
 * Approves a Member's order at the figures that the Primary saw. It is placed in the same transaction, once, however
 * often it is approved; one by card is the Member's to pay from now on, up to this total. Throws what `submitOrder`
 * throws where it can't be placed any more, `key_amount` by an API key that may not order it, and `approval_state` for
 * one that was declined or taken back.
 */
export async function approve(
  { app, key }: Pick<Context, 'app' | 'key'>,
  by: Primary,
  input: Approve,
  now = clock.now(),
): Promise<Approval> {
  try {
    await approveOnce({ app, key }, by, input, now);
  } catch (error) {
    throw error instanceof AppError ? ofApproval(error, input._id) : error;
  }
  return approvalById(app.db, input._id);
}

/** A Primary can't mend the order itself, so that their ways on are others than its buyer's. */
const ofApproval = ({ reason, message, issues, details, about, cause }: AppError, approval: string) =>
  new AppError(reason, { message, ...(issues && { issues }), details, cause, about: { ...about, approval } });

async function approveOnce(
  { app, key }: Pick<Context, 'app' | 'key'>,
  by: Primary,
  input: Approve,
  now: Date,
): Promise<void> {
  const byCard = await refuseOtherFigures({ app, key }, by, input);
  const placed = await retrying(app.db, async tx => {
    const row = await lockWaiting(tx, by, input._id, ['ordered', 'approved']);
    if (row.state !== 'waiting') return null;
    const member = await memberOf(tx, row);
    const { total, cartVersions } = input;
    const decided = { decidedBy: by._id, decidedAt: now.toISOString(), total };
    if (byCard) {
      await tx
        .update(approvals)
        .set({ ...decided, state: 'approved', storeCredit: byCard.storeCredit })
        .where(eq(approvals._id, row._id));
      const checkout = `/checkout/summary?${new URLSearchParams(row.cartIds.map(_id => ['cart', _id]))}`;
      await tell(app, tx, member, { by, total, answer: '', outcome: { checkout } });
      return null;
    }
    const { cartIds } = row;
    const { timeZone } = await shopRates(tx);
    const kept = stillToCome(row.checkout, timeZone);
    const checkout = { ...kept, cartIds, cartVersions, total, idempotencyKey: row._id };
    const order = await placeApproved(app, tx, { user: member, approvedBy: by, input: checkout }, now);
    await tx
      .update(approvals)
      .set({ ...decided, state: 'ordered', order: order._id, storeCredit: order.storeCredit })
      .where(eq(approvals._id, row._id));
    await tell(app, tx, member, { by, total, answer: '', outcome: { order } });
    return order;
  });
  if (placed) countPlaced(placed);
}

/** A card order is not priced by being placed, so it is priced before; null: it is none. */
async function refuseOtherFigures(
  { app, key }: Pick<Context, 'app' | 'key'>,
  by: Primary,
  input: Approve,
): Promise<{ storeCredit: Money } | null> {
  const [row] = await app.db
    .select()
    .from(approvals)
    .where(and(eq(approvals._id, input._id), eq(approvals.company, by.company)));
  if (!row) throw new AppError('not_found');
  refuseAboveKey(key, { paymentType: row.checkout.paymentType, total: input.total });
  const paysByCard = row.checkout.paymentType === 'credit-card' && input.total > 0;
  if (!paysByCard) return null;
  if (row.state !== 'waiting') return row;
  const { shippingMethod, couponCode, useStoreCredit } = row.checkout;
  const asked = { cartIds: row.cartIds, shippingMethod, useStoreCredit, ...(couponCode && { couponCode }) };
  const figures = await orderCost(app, await memberOf(app.db, row), asked);
  const isChanged = figures.carts?.some(({ version }, index) => version !== input.cartVersions[index]);
  if (isChanged || toCents(figures.total) !== toCents(input.total)) {
    throw new AppError('figures_changed', { details: { figures } });
  }
  return figures;
}

/** Declines a Member's order; their cart stays theirs. `approval_state` for one that was decided or taken back. */
export async function decline(
  app: App,
  by: Primary,
  { _id, answer }: { _id: string; answer: string },
  now = clock.now(),
): Promise<Approval> {
  await retrying(app.db, async tx => {
    const row = await lockWaiting(tx, by, _id, ['declined']);
    if (row.state === 'declined') return;
    await tx
      .update(approvals)
      .set({ state: 'declined', decidedBy: by._id, decidedAt: now.toISOString(), answer })
      .where(eq(approvals._id, _id));
    await tell(app, tx, await memberOf(tx, row), { by, total: row.total, answer, outcome: null });
  });
  return approvalById(app.db, _id);
}

/** Locks a request before everything that its order is made of. One that is `done` already is answered as it is. */
async function lockWaiting(
  tx: Db,
  by: Primary,
  _id: string,
  done: readonly ApprovalRow['state'][],
): Promise<ApprovalRow> {
  const [row] = await tx
    .select()
    .from(approvals)
    .where(and(eq(approvals._id, _id), eq(approvals.company, by.company)))
    .for('no key update');
  if (!row) throw new AppError('not_found');
  if (row.state !== 'waiting' && !done.includes(row.state)) {
    throw new AppError('approval_state', { details: { state: row.state } });
  }
  return row;
}

/** Returns the Member as they stand now. Throws `not_found` for one who left the company. */
async function memberOf(db: Db, { user, company }: ApprovalRow): Promise<SessionUser> {
  const [member] = await db
    .select(accountColumns)
    .from(users)
    .leftJoin(siteSettings, eq(siteSettings.only, true))
    .where(and(eq(users._id, user), eq(users.company, company)));
  if (!member) throw new AppError('not_found');
  return member;
}

type Outcome = Parameters<typeof approvalDecided>[0];

async function tell(
  app: App,
  tx: Db,
  member: SessionUser,
  decided: Pick<Outcome, 'total' | 'answer' | 'outcome'> & { by: Primary },
): Promise<void> {
  const { by, outcome } = decided;
  const mail = approvalDecided({ ...decided, name: member.name, by: by.name }, await mailSite(app, tx));
  const link =
    outcome === null
      ? '/user/team'
      : 'order' in outcome
        ? `/user/orders/${outcome.order._id}`
        : outcome.checkout;
  await notifyCustomer(tx, member._id, {
    type: 2,
    title: mail.subject,
    details: [`${by.name}, ${formatMoney(decided.total)}`, decided.answer].filter(Boolean).join(': '),
    link,
  });
  await queueMail(tx, app, { ...mail, template: 'approval-decided', to: member.email, user: member._id });
}
