import { type AddressName, BILL_TO, SHIP_TO } from '#client/features/office/address-group.tsx';
import { type EditLine, linesOf } from '#client/routes/admin/orders/edit-lines.ts';
import type { ShippingMethod } from '#shared/enumerations.ts';
import { ORDER_LABELS } from '#shared/office-labels.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { dayText, SHIPPING_WORDS, STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { EditOrder } from '#shared/schemas/edit-order.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const ADDRESS: readonly AddressName[] = [...SHIP_TO, ...BILL_TO];

/** A change of an order as it is typed, onto the order as it was read. */
export interface EditDraft {
  of: OrderRecord;
  lines: readonly EditLine[];
  couponCode: string;
  shippingMethod: ShippingMethod;
  /** Tells where it goes, and whom the bill goes to. */
  address: Readonly<Record<AddressName, string>>;
}

export const beginEdit = (order: OrderRecord): EditDraft => ({
  of: order,
  lines: linesOf(order),
  couponCode: order.couponCode,
  shippingMethod: order.shippingMethod,
  address: {
    ...{ shippingAddress: order.shippingAddress, shippingCity: order.shippingCity },
    ...{ shippingState: order.shippingState, shippingZip: order.shippingZip },
    ...{ billingAddress: order.billingAddress, billingCity: order.billingCity },
    ...{ billingState: order.billingState, billingZip: order.billingZip },
  },
});

/** Asks of how and where it goes no more than what was typed over. */
export function deliveryOf({ of, shippingMethod, address }: EditDraft): Partial<EditOrder> {
  const moved = ADDRESS.filter(name => address[name].trim() !== of[name]);
  return {
    ...(shippingMethod !== of.shippingMethod && { shippingMethod }),
    ...Object.fromEntries(moved.map(name => [name, address[name].trim()])),
  };
}

/**
 * Puts a draft onto what somebody else made of its order meanwhile. Whatever was typed stays, the rest is as they have it;
 * `others` says what they changed.
 */
export function rebaseEdit(draft: EditDraft, order: OrderRecord): { draft: EditDraft; others: string[] } {
  const { of } = draft;
  const goods = rebaseLines(draft, order);
  const pick = <Value>(mine: Value, was: Value, is: Value) => (mine === was ? is : mine);
  const address = { ...draft.address };
  for (const name of ADDRESS) address[name] = pick(address[name], of[name], order[name]);
  const labels: readonly (AddressName | 'deliveryDate' | 'poNumber' | 'notes')[] = [
    ...ADDRESS,
    ...(['deliveryDate', 'poNumber', 'notes'] as const),
  ];
  const others = [
    ...goods.others,
    ...(of.couponCode === order.couponCode ? [] : [`The coupon is ${order.couponCode || 'taken off'} now`]),
    ...(of.shippingMethod === order.shippingMethod
      ? []
      : [`Delivery is ${SHIPPING_WORDS[order.shippingMethod].name} now`]),
    ...(of.status === order.status ? [] : [`The status is ${STATUS_WORDS[order.status]} now`]),
    ...labels.flatMap(name =>
      of[name] === order[name] ? [] : [`${ORDER_LABELS[name]} is ${dayText(order[name]) || 'empty'} now`],
    ),
  ];
  return {
    draft: {
      ...{ of: order, lines: goods.lines, address },
      couponCode: pick(draft.couponCode, of.couponCode, order.couponCode),
      shippingMethod: pick(draft.shippingMethod, of.shippingMethod, order.shippingMethod),
    },
    others,
  };
}

function rebaseLines({ of, lines }: EditDraft, order: OrderRecord): { lines: EditLine[]; others: string[] } {
  const [old, now] = [linesOf(of), linesOf(order)];
  const others: string[] = [];
  const kept = lines.flatMap(line => {
    if (line._id === null) return [line];
    const was = old.find(({ _id }) => _id === line._id);
    const is = now.find(({ _id }) => _id === line._id);
    const isCounted = line.quantity !== was?.quantity;
    const isPriced = line.price !== was?.price || line.reason !== was?.reason;
    if (is)
      return {
        ...is,
        ...(isCounted && { quantity: line.quantity }),
        ...(isPriced && { price: line.price, reason: line.reason }),
      };
    if (!isCounted && !isPriced) return [];
    return { ...line, _id: null, now: null, note: 'was taken out, and is added again' };
  });
  for (const was of old) {
    const is = now.find(({ _id }) => _id === was._id);
    if (!is) others.push(`${calledOf(was)} was taken out`);
    else if (is.quantity !== was.quantity || is.now !== was.now)
      others.push(`${calledOf(was)} is ${amountWords(is)} now, and was ${amountWords(was)}`);
  }
  const added = now.filter(({ _id }) => !old.some(one => one._id === _id));
  others.push(...added.map(line => `${calledOf(line)} was added, ${amountWords(line)}`));
  return { lines: [...kept, ...added], others };
}

const calledOf = ({ productNum, name }: EditLine) => productNum || name;
const amountWords = ({ quantity, now }: EditLine) =>
  now === null ? quantity : `${quantity} at ${formatMoney(now)}`;
