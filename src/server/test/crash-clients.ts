import { randomUUID } from 'node:crypto';
import type { MadeVariant } from '#server/test/factories.ts';
import type { FakeStripe } from '#server/test/fake-stripe.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import type { Figures, Order } from '#shared/schemas/orders.ts';

/** A checkout as its client saw it. */
export interface Checkout {
  key: string;
  /** The order that the shop acknowledged; null when none was. */
  order: Order | null;
  /** The shop said that it is paid. */
  paid: boolean;
}

/** The things that clients share while the shop under them is killed and started again. */
export interface Street {
  /** Tells where the shop is open now; a killed one is still asked until it is open again. */
  url: () => string;
  random: () => number;
  stripe: FakeStripe;
  goods: MadeVariant[];
  checkouts: Checkout[];
  over: () => boolean;
}

/** In which a shop that is killed at every turn must have found time for one answer (ms). */
const PATIENCE = 10 * 60_000;

interface Answer {
  status: number;
  body: { reason?: string } & Record<string, unknown>;
}

/** One customer after the other: fills a cart, submits it, pays it, and asks again whenever no answer came. */
export async function shopOn(street: Street): Promise<void> {
  while (!street.over()) {
    const cart = pickLines(street);
    const cost = await insist(street, 'PATCH', '/orders/getCost', { cart, shippingMethod: 'ground' });
    if (cost.status !== 200) throw new Error(`getCost answered ${JSON.stringify(cost)}`);
    const checkout: Checkout = { key: randomUUID(), order: null, paid: false };
    street.checkouts.push(checkout);
    const { total } = cost.body as unknown as Figures;
    const body = { ...guest, cart, total, idempotencyKey: checkout.key };
    if (!(await submit(street, checkout, body))) continue;
    // Some walk away: their payment is never made, and the hold has to end by itself.
    if (street.random() < 0.1) continue;
    await pay(street, checkout);
    await lookAtEarlier(street);
  }
}

function pickLines({ goods, random }: Street) {
  const picked = [...goods].sort(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 3));
  return picked.map(good => lineOf(good, 1 + Math.floor(random() * 4)));
}

/** Whether the shop took the order. The same submit again must answer the same order. */
async function submit(street: Street, checkout: Checkout, body: object): Promise<boolean> {
  const answer = await insist(street, 'POST', '/orders', body);
  if (answer.status === 409 && answer.body.reason === 'out_of_stock') return false;
  if (answer.status !== 200) throw new Error(`submit answered ${JSON.stringify(answer)}`);
  checkout.order = answer.body as unknown as Order;
  if (street.random() < 0.2) {
    const again = await insist(street, 'POST', '/orders', body);
    const same = again.body as unknown as Order;
    if (same._id !== checkout.order._id) throw new Error(`another order: ${JSON.stringify(again)}`);
  }
  return true;
}

async function pay(street: Street, checkout: Checkout): Promise<void> {
  const order = { _id: checkout.order?._id, orderKey: checkout.order?.orderKey };
  const charge = (card: 'approve' | 'decline') => {
    const confirmationToken = street.stripe.confirmationToken(card);
    return insist(street, 'POST', '/creditCard/charge', { order, card: { confirmationToken } });
  };
  if (street.random() < 0.1) {
    const declined = await charge('decline');
    if (declined.status !== 402) throw new Error(`decline answered ${JSON.stringify(declined)}`);
  }
  const answer = await charge('approve');
  if (answer.status === 200) checkout.paid = true;
  else if (answer.status !== 502) throw new Error(`charge answered ${JSON.stringify(answer)}`);
}

/** Checks that what was acknowledged before the last kills is still there. */
async function lookAtEarlier(street: Street): Promise<void> {
  const acknowledged = street.checkouts.filter(checkout => checkout.order !== null);
  const one = acknowledged[Math.floor(street.random() * acknowledged.length)];
  if (!one?.order) return;
  const wasPaid = one.paid;
  const answer = await insist(street, 'GET', `/orders/${one.order._id}?orderKey=${one.order.orderKey}`);
  const found = answer.body as unknown as Order;
  if (found.orderNumber !== one.order.orderNumber) throw new Error(`lost: ${JSON.stringify([one, answer])}`);
  if (wasPaid && !found.paid) throw new Error(`the payment was lost: ${JSON.stringify([one, answer])}`);
}

/** Asks until an answer comes that is about the question: not while the shop is down, starting or too busy. */
async function insist(street: Street, method: string, path: string, body?: object): Promise<Answer> {
  const answers = new Map<string, number>();
  for (const since = Date.now(); Date.now() - since < PATIENCE; ) {
    const answer = await ask(`${street.url()}/api/v1${path}`, method, body);
    if (answer && ![429, 500, 503].includes(answer.status)) return answer;
    const how = answer ? JSON.stringify(answer) : 'none';
    answers.set(how, (answers.get(how) ?? 0) + 1);
    await new Promise(resolve => setTimeout(resolve, 30 + street.random() * 120));
  }
  throw new Error(`no answer to ${method} ${path} but ${JSON.stringify([...answers])}`);
}

let asked = 0;

/** Comes from everywhere: one address alone may not leave so many orders unpaid. */
function someAddress(): string {
  asked += 1;
  return `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
}

async function ask(url: string, method: string, body?: object): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(30_000),
      headers: { 'x-forwarded-for': someAddress(), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  } catch {
    return null;
  }
}
