import type { Draft } from '#client/ui/record/use-draft.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { ORDER_LABELS, type OrderText } from '#shared/office-labels.ts';
import { dayText } from '#shared/rules/order-facts.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { PatchOrder } from '#shared/schemas/staff-orders.ts';

export interface Parcel {
  carrier: string;
  number: string;
}

/** How many units of a line are fulfilled. */
type CountOf = `count ${string}`;
export const countOf = (line: string): CountOf => `count ${line}`;

/** All that staff change of an order at its page. */
export type OrderFields = Record<OrderText, string> & { tracking: Parcel[] } & Record<CountOf, number>;
type OrderField = keyof OrderFields & string;
export type OrderDraft = Draft<OrderFields>;

const TEXTS = Object.keys(ORDER_LABELS) as OrderText[];

export const fieldsOf = (order: Order): OrderFields => ({
  ...(Object.fromEntries(TEXTS.map(name => [name, order[name]])) as Record<OrderText, string>),
  tracking: order.tracking.map(({ carrier, number }) => ({ carrier, number })),
  ...Object.fromEntries(order.cart.map(({ _id, fulfilled }) => [countOf(_id), fulfilled])),
});

/** Types one of the texts over. */
export function textChange(name: OrderText, value: string): Partial<OrderFields> {
  const change: Partial<Record<OrderText, string>> = { [name]: value };
  return change;
}

/** Gives what a draft changes, as the server takes it. */
export function changesOf({ typed }: Pick<OrderDraft, 'typed'>): Omit<PatchOrder, '_id' | 'version'> {
  const texts = TEXTS.flatMap(name => (typed[name] === undefined ? [] : [[name, typed[name]]]));
  const cart = Object.entries(typed).flatMap(([name, fulfilled]) =>
    name.startsWith('count ') ? [{ _id: name.slice('count '.length), fulfilled: Number(fulfilled) }] : [],
  );
  return {
    ...Object.fromEntries(texts),
    ...(typed.tracking && { tracking: typed.tracking }),
    ...(cart.length > 0 && { cart }),
  };
}

/** Tells what the server found wrong, by the fields of the page; `sent`: what it was about. */
export function issuesByField(
  issues: readonly FieldIssue[],
  { cart = [] }: Pick<PatchOrder, 'cart'>,
): FieldIssue[] {
  return issues.map(({ path, message }) => {
    const [field, index] = path;
    const line = field === 'cart' ? cart[Number(index)] : undefined;
    if (line) return { path: [countOf(line._id)], message };
    return { path: [field === 'tracking' ? 'tracking' : path.join('.')], message };
  });
}

/** Names a field. */
export function labelOf(order: Order, name: OrderField): string {
  if (name === 'tracking') return 'Parcels';
  const line = order.cart.find(({ _id }) => countOf(_id) === name);
  return line ? `Picked of ${line.productNum || line.name}` : ORDER_LABELS[name as OrderText];
}

/** Tells in words what a field holds. */
export function textOf(name: OrderField, value: unknown): string {
  if (name === 'deliveryDate') return dayText(String(value));
  if (name !== 'tracking') return String(value);
  return (value as Parcel[]).map(({ carrier, number }) => `${carrier} ${number}`).join(', ');
}

/** Tells whether an order can have parcels: none that is fetched or was sold at the counter, unless somebody entered one before. */
export const hasParcels = ({
  status,
  shippingMethod,
  tracking,
}: Pick<Order, 'status' | 'shippingMethod' | 'tracking'>): boolean =>
  status !== 'Canceled' && (shippingMethod !== 'local' || tracking.length > 0);
