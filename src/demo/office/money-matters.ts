import { eq } from 'drizzle-orm';
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts';
import type { Day, DemoOrder } from '#demo/office/day.ts';
import { owedAt } from '#demo/orders/settle-order.ts';
import type { DemoPeople, StoredCompany } from '#demo/people/people.ts';
import { addComment } from '#server/comments/comments.ts';
import { updateCompany } from '#server/companies/save-company.ts';
import { checkDispute } from '#server/payments/check-dispute.ts';
import { reverseRefund } from '#server/payments/refunds.ts';
import { refunds } from '#server/payments/tables.ts';
import { formatMoney, toCents, toMoney } from '#shared/rules/money.ts';

const BEFORE_ITS_GOODS_LEFT: readonly string[] = ['Submitted', 'Processing', 'Ready'];

/**
 * Lowers the limits of companies below what they owe: their orders wait until somebody takes them on all the same. Those of
 * the account that is shown around stay.
 */
export async function exceedLimits(day: Day, { companies }: DemoPeople): Promise<void> {
  const others = companies.filter(
    ({ people }) => !people.some(({ email }) => email === DEMO_ACCOUNTS.trade.email),
  );
  for (const company of others) {
    const [waiting] = day.take(Number.POSITIVE_INFINITY, order => waits(order, company));
    if (waiting) await exceedLimit(day, company, waiting);
  }
}

async function exceedLimit(day: Day, { row }: StoredCompany, waiting: DemoOrder): Promise<void> {
  const { tx, time, at, admin, employee } = day;
  const owed = owedAt(day.rows, row._id, time.now.toISOString());
  const ordered = waiting.createdAt ?? '';
  await at(time.later(ordered, 0.1), () =>
    updateCompany(tx, admin, { _id: row._id, creditLimit: toMoney(belowHundred(owed)) }),
  );
  await at(time.later(ordered, 0.1), () =>
    addComment(tx, admin, {
      kind: 'company',
      subject: row._id,
      text: 'Our insurer covers less of what they owe us, so I lowered the limit. Nothing new leaves before they have paid.',
      mentions: [],
    }),
  );
  await at(time.later(ordered, 0.5), () =>
    addComment(tx, employee, {
      kind: 'order',
      subject: waiting._id,
      text: `@${admin.name} ${waiting.name} asks for this by Friday and says that a check for ${formatMoney(toMoney(owed))} is on its way. May it go out?`,
      mentions: [admin._id],
    }),
  );
}

const waits = ({ company, paymentType, status }: DemoOrder, { row }: StoredCompany) =>
  company === row._id && paymentType === 'Terms' && BEFORE_ITS_GOODS_LEFT.includes(status);

/** The whole hundreds of dollars below a sum, in cents. */
const belowHundred = (cents: number) => Math.floor((cents - 1) / 10_000) * 10_000;

const DISPUTED = [
  { status: 'needs_response', reason: 'product not received', minutes: 400 },
  { status: 'under_review', reason: 'fraudulent', minutes: 1600 },
] as const;

/** Two card payments that are disputed, and a refund that the customer's bank sent back. */
export async function bringAlerts(day: Day): Promise<void> {
  const { app, tx, time, at, rows } = day;
  for (const { status, reason, minutes } of DISPUTED) {
    const [order] = day.take(1, isPaidByCard);
    const payment = rows.payments.find(one => one.order === order?._id && one.status === 'succeeded');
    if (!order || !payment?.reference) continue;
    const reference = `test_dispute_${order.orderNumber}`;
    const respondBy = status === 'needs_response' ? new Date(time.daysAgo(-9)) : null;
    const amount = toCents(payment.amount);
    day.bank.set(reference, { status, reference, charge: payment.reference, amount, reason, respondBy });
    await at(time.minutesAgo(minutes), () => checkDispute(app, reference));
  }
  const sentBack = rows.refunds.findLast(({ status }) => status === 'succeeded');
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(eq(refunds._id, sentBack?._id ?? ''));
  if (refund)
    await at(time.minutesAgo(480), () => reverseRefund(app, refund, 'The account of the card is closed.'));
}

const isPaidByCard = ({ status, paymentType, amountPaid, total }: DemoOrder) =>
  status === 'Shipped' && paymentType === 'credit-card' && total > 0 && amountPaid === total;
