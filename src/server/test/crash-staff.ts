import { randomUUID } from 'node:crypto';
import { type Checkout, order, pay, type Street, untilAnswered } from '#server/test/crash-clients.ts';
import type { MadeVariant } from '#server/test/factories.ts';
import { lineOf } from '#server/test/selling.ts';
import { toCents } from '#shared/rules/money.ts';
import type { StaffFigures } from '#shared/schemas/create-order.ts';
import type { EditedOrder } from '#shared/schemas/edit-order.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { PaidByLink, PayLink } from '#shared/schemas/pay-links.ts';
import type { Receipt } from '#shared/schemas/receipts.ts';
import type { Return } from '#shared/schemas/returns.ts';

/** The money acts of staff, as each is found again in the books. */
type DoneKind = 'refund' | 'edit' | 'link' | 'receipt' | 'bounce' | 'onAccount' | 'sale' | 'terms' | 'return';

/** An act that the shop said it has done. */
export interface Done {
  kind: DoneKind;
  /** Its key; of a bounce and a return the `_id`, of a link its order's. */
  key: string;
  cents: number;
}

/** The things that staff share whose shop is killed under them. */
export interface Desk extends Street {
  /** An Employee's API key. */
  bearer: string;
  /** One that owes on account for each of the staff. */
  companies: readonly string[];
  done: Done[];
  /** Tells what edits made of orders, in cents. */
  edited: Map<string, number[]>;
}

/** One of the staff, who does one thing after the other and asks again whenever no answer came. */
export async function workOn(desk: Desk, company: string): Promise<void> {
  while (!desk.over()) {
    const drawn = desk.random();
    if (drawn < 0.2) await sellAndTakeBack(desk);
    else if (drawn < 0.55) await sellOnAccount(desk, company);
    else await workOnCardOrder(desk);
  }
}

/** A guest's order by card, of which something is given back, taken off, or added and paid by a link. */
async function workOnCardOrder(desk: Desk): Promise<void> {
  const checkout = await order(desk);
  if (!checkout) return;
  await pay(desk, checkout);
  if (!checkout.paid || !checkout.order) return;
  const { _id } = checkout.order;
  if (desk.random() < 0.6) await giveBack(desk, _id);
  if (desk.random() < 0.6) await edit(desk, _id);
  if (desk.random() < 0.4) await giveBack(desk, _id);
  const { paid } = await read(desk, _id);
  if (!paid) await payByLink(desk, checkout);
}

async function giveBack(desk: Desk, _id: string): Promise<void> {
  const { version } = await read(desk, _id);
  const key = randomUUID();
  const act = { order: _id, version, amount: 1, way: 'card', reason: 'late', key };
  const given = await ask(desk, 'refunds.make', act, ['stale']);
  if (!given) return;
  note(desk, { kind: 'refund', key, cents: 100 });
  await again(desk, 'refunds.make', act);
}

/** One fewer of the first line, or one more where there is no other. */
async function edit(desk: Desk, _id: string): Promise<void> {
  const { version, cart } = await read(desk, _id);
  const [first] = cart;
  const change = first && first.quantity > 1 ? -1 : 1;
  const act = {
    ...{ _id, version, idempotencyKey: randomUUID() },
    cart: cart.map((line, nth) => ({ _id: line._id, quantity: line.quantity + (nth === 0 ? change : 0) })),
  };
  const may = ['stale', 'order_state', 'out_of_stock'];
  const seen = await ask<EditedOrder>(desk, 'orders.adminReplace', { ...act, preview: true }, may);
  if (!seen) return;
  const sent = { ...act, figures: seen.edit.after };
  const edited = await ask<EditedOrder>(desk, 'orders.adminReplace', sent, may);
  if (!edited) return;
  const cents = toCents(edited.edit.after.total);
  desk.edited.set(_id, [...(desk.edited.get(_id) ?? []), cents]);
  note(desk, { kind: 'edit', key: act.idempotencyKey, cents });
  await again(desk, 'orders.adminReplace', sent);
}

async function payByLink(desk: Desk, { order: ordered }: Checkout): Promise<void> {
  const _id = ordered?._id ?? '';
  const link = await ask<PayLink>(desk, 'payLinks.make', { order: _id }, ['order_state']);
  if (!link) return;
  const paying = {
    ...{ order: _id, key: new URL(link.url).searchParams.get('key'), total: link.amount },
    ...{
      card: { confirmationToken: desk.stripe.confirmationToken('approve') },
      idempotencyKey: randomUUID(),
    },
  };
  const guest = { ...desk, bearer: '' };
  const paid = await ask<PaidByLink>(guest, 'payLinks.pay', paying, ['gateway_unavailable']);
  if (paid?.status === 'paid') note(desk, { kind: 'link', key: _id, cents: toCents(link.amount) });
}

/** Somebody takes things along, and brings some of them back at once. */
async function sellAndTakeBack(desk: Desk): Promise<void> {
  const sold = await sell(desk, 'sale', {
    ...{ paymentType: 'Cash', takenAlong: { method: 'cash' } },
  });
  const [line] = sold?.cart ?? [];
  if (!sold || !line || desk.random() < 0.4) return;
  const lines = [{ variantId: line.variantId, quantity: 1, reason: 'bent' }];
  const asked = { orderId: sold._id, lines, key: randomUUID() };
  const made = await must<Return>(desk, 'returns.create', asked);
  await must<Return>(desk, 'returns.update', { _id: made._id, status: 'Received' });
  const step = { _id: made._id, status: 'Refunded', refundTo: 'cash' };
  const settled = await must<Return>(desk, 'returns.update', step);
  note(desk, { kind: 'return', key: made._id, cents: toCents(settled.refund) });
  await again(desk, 'returns.update', step);
}

/** A company owes, pays by a check that is too much, and by what that left; or the check bounces. */
async function sellOnAccount(desk: Desk, company: string): Promise<void> {
  const sold = await sell(desk, 'terms', { company, paymentType: 'Terms' });
  if (!sold) return;
  if (desk.random() < 0.8) {
    const key = randomUUID();
    const used = await ask(desk, 'receipts.payFromAccount', { company, key }, ['invalid']);
    if (used) note(desk, { kind: 'onAccount', key, cents: 0 });
  }
  const amount = Math.round(sold.total * 100 + 500) / 100;
  const check = {
    ...{ company, method: 'check', number: randomUUID(), amount },
    ...{ receivedOn: '2026-11-24', key: randomUUID() },
  };
  const taken = await must<Receipt>(desk, 'receipts.take', check);
  note(desk, { kind: 'receipt', key: check.key, cents: toCents(taken.amount) });
  await again(desk, 'receipts.take', check);
  if (desk.random() < 0.4) await edit(desk, sold._id);
  if (desk.random() < 0.4) {
    await must(desk, 'receipts.bounce', { _id: taken._id });
    note(desk, { kind: 'bounce', key: taken._id, cents: toCents(taken.amount) });
    await again(desk, 'receipts.bounce', { _id: taken._id });
  }
}

async function sell(desk: Desk, kind: 'sale' | 'terms', how: object): Promise<Order | null> {
  const [good] = [...desk.goods].sort(() => desk.random() - 0.5) as [MadeVariant, ...MadeVariant[]];
  const cart = [lineOf(good, 1 + Math.floor(desk.random() * 4))];
  const { company } = how as { company?: string };
  const { total } = await must<StaffFigures>(desk, 'orders.priceForStaff', { cart, company });
  const act = { ...how, cart, total, idempotencyKey: randomUUID() };
  const sold = await ask<Order>(desk, 'orders.createByStaff', act, ['out_of_stock']);
  if (!sold) return null;
  note(desk, { kind, key: act.idempotencyKey, cents: toCents(sold.total) });
  await again(desk, 'orders.createByStaff', act);
  return sold;
}

const note = (desk: Desk, done: Done): void => void desk.done.push(done);

/** Sometimes the button is pressed again: it is answered, and does nothing. */
async function again(desk: Desk, procedure: string, input: object): Promise<void> {
  if (desk.random() < 0.3) await must(desk, procedure, input);
}

async function read(desk: Desk, _id: string): Promise<Order> {
  const path = `/api/v1/orders/${_id}`;
  const { status, body } = await untilAnswered(desk, { method: 'GET', path, bearer: desk.bearer });
  if (status !== 200) throw new Error(`${path} answered ${JSON.stringify(body)}`);
  return body as unknown as Order;
}

async function must<T>(desk: Desk, procedure: string, input: object): Promise<T> {
  const answer = await ask<T>(desk, procedure, input);
  if (answer === null) throw new Error(`${procedure} was refused`);
  return answer;
}

/** The answer of a call; null where it was refused for one of these reasons. */
async function ask<T>(
  desk: Desk,
  procedure: string,
  input: object,
  may: readonly string[] = [],
): Promise<T | null> {
  const question = { method: 'POST', path: `/trpc/${procedure}`, body: input, bearer: desk.bearer };
  const { body } = await untilAnswered(desk, question);
  const { result, error } = body as { result?: { data: T }; error?: { data: { reason?: string } } };
  if (result) return result.data;
  if (may.includes(error?.data.reason ?? '')) return null;
  throw new Error(`${procedure} of ${JSON.stringify(input)} answered ${JSON.stringify(body)}`);
}
