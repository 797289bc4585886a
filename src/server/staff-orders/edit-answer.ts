import { eq } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { recordLog } from '#server/logs/logs.ts';
import { orderChanged } from '#server/mail/templates/order-changed.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderEdits } from '#server/orders/tables.ts';
import { tellCustomer } from '#server/orders/tell-customer.ts';
import { accountInWords, raiseHandOuts } from '#server/payments/hand-outs.ts';
import { sumByWay, type Way } from '#server/payments/ways-back.ts';
import type { DeliveryChange } from '#server/staff-orders/edit-delivery.ts';
import type { EditPrices } from '#server/staff-orders/edit-prices.ts';
import type { Before } from '#server/staff-orders/edited-lines.ts';
import { formatMoney, type Money, multiplyMoney, subtractMoney } from '#shared/rules/money.ts';
import type { CartFigures } from '#shared/rules/totals.ts';
import type { EditAnswer, EditOrder } from '#shared/schemas/edit-order.ts';

interface Settled {
  owed: Money;
  back: readonly { way: Way; amount: Money }[];
  before: Money;
}

/** Tells what an edit changes and comes to, and how the difference is settled. */
export function answerOf(
  order: OrderRow,
  before: Before,
  { priced, oursOf }: Pick<EditPrices, 'priced' | 'oursOf'>,
  settled: Settled,
): EditAnswer {
  return {
    before: figuresOf(order),
    after: figuresOf(priced),
    lines: priced.cart.flatMap(line =>
      line.priceSource === 'free'
        ? []
        : {
            line: line.stored?.row._id ?? null,
            price: line.price,
            amount: multiplyMoney(line.price, line.quantity),
            ours: oursOf(line),
            cost: line.known?.cost ?? null,
          },
    ),
    changes: changesOf(before, priced.cart),
    couponStatus: priced.couponStatus,
    owed: settled.owed,
    back: sumByWay(settled.back),
    backBefore: settled.before,
    storeCreditBack: subtractMoney(order.storeCredit, priced.storeCredit),
  };
}

const figuresOf = ({
  subTotal,
  discount,
  shipping,
  tax,
  storeCredit,
  total,
}: Omit<CartFigures, 'taxRate'>) => ({
  ...{ subTotal, discount, shipping, tax, storeCredit, total },
});

function changesOf({ lines, gift }: Before, cart: EditPrices['priced']['cart']): EditAnswer['changes'] {
  const old = [...lines, ...(gift ? [gift] : [])];
  const gone = old
    .filter(one => !cart.some(({ stored }) => stored === one))
    .map(({ row }) => ({ ...wordsOf(row), before: amountOf(row), after: null }));
  const changed = cart.flatMap(line => {
    const row = line.stored?.row;
    if (row && row.quantity === line.quantity && row.price === line.price) return [];
    return [{ ...wordsOf(row ?? line.known), before: row ? amountOf(row) : null, after: amountOf(line) }];
  });
  return [...gone, ...changed];
}

const wordsOf = (one: { productNum: string; name: string } | null) => ({
  productNum: one?.productNum ?? '',
  name: one?.name ?? '',
});
const amountOf = ({
  quantity,
  price,
}: Pick<EditAnswer['changes'][number]['after'] & object, 'quantity' | 'price'>) => ({
  quantity,
  price,
});

/** Writes an edit into the order's history and the log, and tells its customer unless staff don't want that. */
export async function tellOfEdit(
  app: App,
  tx: Db,
  user: SessionUser,
  order: OrderRow,
  {
    _id,
    edit,
    couponCode,
    delivery,
    input,
  }: { _id: string; edit: EditAnswer; couponCode: string; delivery: DeliveryChange; input: EditOrder },
): Promise<void> {
  const totals = `${formatMoney(edit.before.total)} → ${formatMoney(edit.after.total)}`;
  const description = [
    couponInWords(order, couponCode),
    changesInWords(edit),
    keptInWords(edit),
    input.reason,
  ]
    .filter(Boolean)
    .join('; ');
  await recordOrderEvent(tx, order._id, user, 'changed', description, { edit: _id });
  await handOut(tx, user, order, edit);
  await recordLog(tx, user, {
    type: 'order',
    category: 'edit',
    name: `Order ${order.orderNumber}`,
    description,
    subject: order._id,
    before: edit.before,
    after: edit.after,
  });
  if (!input.mail) return;
  await tellCustomer(app, tx, order._id, {
    template: 'order-changed',
    event: _id,
    mail: (told, site) => orderChanged(told, edit, delivery, site),
    note: { type: 2, title: told => `Order ${told.orderNumber} was changed`, details: totals },
  });
}

/** Asks for what goes back by hand to be handed out. */
async function handOut(tx: Db, user: SessionUser, order: OrderRow, { back }: EditAnswer): Promise<void> {
  // A second change that gives back as much has to be handed out as well.
  const nth = await tx.$count(orderEdits, eq(orderEdits.order, order._id));
  const why = nth > 1 ? `changed (change ${nth})` : 'changed';
  await raiseHandOuts(tx, user, order, back, { reason: 'order changed', why });
}

/** Tells which coupon an order bears once it is changed; '' for none. */
export const couponAfter = (
  order: OrderRow,
  { couponStatus, couponCode }: Pick<EditPrices['priced'], 'couponStatus' | 'couponCode'>,
): string => {
  const code = couponStatus === 'success' ? couponCode : '';
  return code.toLowerCase() === order.couponCode.toLowerCase() ? order.couponCode : code;
};

/** Says which coupon an order bears instead of the one that it had; '' where it is the same. */
export function couponInWords({ couponCode }: OrderRow, after: string): string {
  if (after === couponCode) return '';
  if (after === '') return `without the coupon ${couponCode}`;
  return `with the coupon ${after}${couponCode && ` instead of ${couponCode}`}`;
}

/** Puts an edit into words, for staff. */
export const changesInWords = ({ changes, before, after }: EditAnswer): string =>
  [
    changes.map(changeWords).join(', '),
    before.shipping === after.shipping
      ? ''
      : `shipping ${formatMoney(before.shipping)} → ${formatMoney(after.shipping)}`,
    `${formatMoney(before.total)} → ${formatMoney(after.total)}`,
  ]
    .filter(Boolean)
    .join('; ');

/** Says what of the money leaves no other trace in an order's history: it stays on their account, or is store credit again. */
export const keptInWords = ({ back, storeCreditBack }: EditAnswer): string =>
  [
    accountInWords(back),
    storeCreditBack > 0 ? `${formatMoney(storeCreditBack)} of store credit goes back` : '',
  ]
    .filter(Boolean)
    .join('; ');

/** Puts a change of a line into words, for staff. */
function changeWords({ productNum, before, after }: EditAnswer['changes'][number]): string {
  if (!before) return `added ${after?.quantity} × ${productNum}`;
  if (!after) return `removed ${before.quantity} × ${productNum}`;
  const isRepriced = before.price !== after.price;
  return [
    before.quantity !== after.quantity
      ? `${before.quantity} → ${after.quantity} × ${productNum}`
      : productNum,
    isRepriced ? `at ${formatMoney(after.price)} instead of ${formatMoney(before.price)}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
