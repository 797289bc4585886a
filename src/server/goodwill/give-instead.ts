import { eq } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { hashOfContents } from '#server/orders/hash-contents.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { tellOfGivenBack } from '#server/orders/tell-customer.ts';
import { clearAlert } from '#server/payments/alerts.ts';
import { refuseDisputed } from '#server/payments/disputes.ts';
import { accountPaysOut, giveStoreCredit } from '#server/payments/ledgers.ts';
import { isPlayMoney } from '#server/payments/left-of-payments.ts';
import { isByHand, payByHand } from '#server/payments/left-to-give.ts';
import { noteGiven } from '#server/payments/note-given.ts';
import { type OwedRefund, owedRefunds } from '#server/payments/owed-refunds.ts';
import { alertsOfRefund } from '#server/payments/refunds.ts';
import { givenBack, refunds } from '#server/payments/tables.ts';
import type { GiveBackCause } from '#shared/enumerations.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { REFUND_WAY_WORDS } from '#shared/rules/refund-ways.ts';
import type { GiveInstead } from '#shared/schemas/give-back.ts';
import type { Order } from '#shared/schemas/orders.ts';

/**
 * Gives another way what a refund to a card did not get to its customer, once: by check, by transfer or as store credit,
 * never more than its payment has left. The same again changes nothing. Throws `not_found`, and `order_state` for a refund
 * of which nothing is owed (it got through, was asked for again, or was given another way), for one of a payment of the test
 * gateway where real cards are taken, and while a charge is disputed.
 */
export const giveInstead = (app: App, admin: SessionUser, input: GiveInstead): Promise<Order> =>
  retrying(app.db, async tx => {
    const [asked] = await tx.select().from(refunds).where(eq(refunds._id, input.refund));
    if (!asked) throw new AppError('not_found');
    const order = await lockOrder(tx, asked.order);
    const requestHash = hashOfContents(input);
    const [first] = await tx.select().from(givenBack).where(eq(givenBack.insteadOf, asked._id));
    if (first?.requestHash === requestHash) return orderById(tx, order._id, { withCost: true });
    const owed = (await owedRefunds(tx, order._id)).find(({ refund }) => refund._id === asked._id);
    if (!owed)
      throw new AppError('order_state', {
        message: 'Nothing is owed of this refund: it got through, or was given another way.',
        details: { order: { _id: order._id, status: order.status } },
      });
    if (isPlayMoney(app, owed.payment))
      throw new AppError('order_state', {
        message: 'It was a payment of the test gateway, which moved no money: nothing is given for it.',
        details: { order: { _id: order._id, status: order.status } },
      });
    await refuseDisputed(tx, order, 'It can be given another way');
    const { amount } = owed;
    const { way, reason } = input;
    const given = await noteGiven(tx, admin, {
      ...{ order: order._id, cause: causeOf(asked.idempotencyKey), way, amount, reason, requestHash },
      ...{ insteadOf: asked._id, key: `instead:${asked._id}` },
    });
    await payOut(tx, admin, order, owed, { given, input });
    await tell(tx, admin, order, owed, input);
    await tellOfGivenBack(app, tx, order._id, { given, amount, way });
    return orderById(tx, order._id, { withCost: true });
  });

/** Its card's refund stands in no account any more since it failed: its company has that much good until it is given. */
async function payOut(
  tx: Db,
  admin: SessionUser,
  order: OrderRow,
  { amount, isTaken }: OwedRefund,
  { given, input: { way, number, reason } }: { given: string; input: GiveInstead },
): Promise<void> {
  if (isTaken) await accountPaysOut(tx, order, amount, { given });
  if (isByHand(way))
    return payByHand(tx, order, { given, way, amount, number, createdBy: admin._id }, { ofPaid: isTaken });
  await giveStoreCredit(
    tx,
    order,
    { amount, kind: 'granted', given, note: reason, createdBy: admin._id },
    'way',
  );
}

async function tell(
  tx: Db,
  admin: SessionUser,
  order: OrderRow,
  { refund, amount }: OwedRefund,
  { way, number, reason }: GiveInstead,
): Promise<void> {
  for (const alert of await alertsOfRefund(tx, refund)) await clearAlert(tx, order._id, alert);
  await tx
    .update(orders)
    .set({ version: order.version + 1 })
    .where(eq(orders._id, order._id));
  const how = `${REFUND_WAY_WORDS[way]}${number ? ` ${number}` : ''}`;
  const words = `${formatMoney(amount)} ${how}, in the place of a refund to the card: ${reason}`;
  await recordOrderEvent(tx, order._id, admin, 'refund at will', words);
  await recordLog(tx, admin, {
    ...{ type: 'payment', category: 'refund', name: `Order ${order.orderNumber}` },
    ...{ description: words, subject: order._id },
  });
}

/** Names why money was to go back, as the refund's key says; a charge that came too late goes back as a canceled order's. */
function causeOf(idempotencyKey: string): GiveBackCause {
  if (idempotencyKey.startsWith('outside:')) return 'goodwill';
  const cause = idempotencyKey.split(':')[2];
  return cause === 'edit' || cause === 'return' || cause === 'goodwill' ? cause : 'cancel';
}
