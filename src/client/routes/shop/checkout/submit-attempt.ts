import { refusal } from '#client/refusal.ts';
import {
  type Attempt,
  answered,
  attemptFor,
  digestOf,
  forgetAttempt,
  keyOf,
  replacing,
  restartAttempt,
} from '#client/routes/shop/checkout/order-attempt.ts';
import type { trpc } from '#client/trpc.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import type { Checkout } from '#shared/schemas/checkout.ts';
import type { Order } from '#shared/schemas/orders.ts';

export type OrderContents = Omit<Checkout, 'idempotencyKey' | 'replaces'>;

type Client = ReturnType<typeof trpc.useUtils>['client'];

/** A digest: what was typed must not stay in the browser once the tab is closed. */
const fingerprintOf = (contents: OrderContents) => digestOf(JSON.stringify(contents));

/** The order of these contents: the one under way, a new one, or one made anew where the first ran out meanwhile. */
export async function submitAttempt(client: Client, contents: OrderContents): Promise<Order> {
  const fingerprint = fingerprintOf(contents);
  const fresh = (after?: string) =>
    submitAs(client, contents, restartAttempt(localStorage, fingerprint, after));
  try {
    const attempt = attemptFor(localStorage, fingerprint);
    const order = await submitHeldAnew(client, contents, attempt);
    return order.status === 'Canceled' ? await fresh(order._id) : order;
  } catch (error) {
    // Somebody else's order by now, after signing in or out: nothing of this browser's to replace.
    if (refusal(error).issues.some(({ path }) => path[0] === 'replaces')) return fresh();
    throw error;
  }
}

/** The same contents for a Primary to approve, once, however often it is sent. */
export async function askAttempt(client: Client, contents: OrderContents) {
  const attempt = attemptFor(localStorage, fingerprintOf(contents));
  return client.team.requestApproval.mutate({ ...contents, idempotencyKey: keyOf(attempt) });
}

/** A saved cart that waits in an unpaid order, of another browser, is taken out of that one. */
async function submitHeldAnew(client: Client, contents: OrderContents, attempt: Attempt): Promise<Order> {
  try {
    return await submitAs(client, contents, attempt);
  } catch (error) {
    const held = heldOrder(error);
    if (!held) throw error;
    return submitAs(client, contents, replacing(localStorage, attempt, held));
  }
}

function heldOrder(error: unknown): { _id: string } | null {
  const { reason, details } = refusal(error);
  if (reason !== 'cart_ordered') return null;
  const { order } = details as { order?: { _id: string; status: OrderStatus } };
  return order?.status === 'Held' ? { _id: order._id } : null;
}

async function submitAs(client: Client, contents: OrderContents, attempt: Attempt): Promise<Order> {
  const { replaces } = attempt;
  const order = await client.orders.submit.mutate({
    ...contents,
    idempotencyKey: keyOf(attempt),
    ...(replaces && { replaces }),
  });
  answered(localStorage, attempt, order);
  return order;
}

/** The earlier order that a changed cart wanted to replace, where it turned out to be paid; else null. */
export async function paidMeanwhile(client: Client, contents: OrderContents): Promise<Order | null> {
  const { replaces } = attemptFor(localStorage, fingerprintOf(contents));
  if (!replaces) return null;
  const { _id, orderKey } = replaces;
  const order = await client.orders.byId.query({ id: _id, orderKey }).catch(() => null);
  if (!order?.paid) return null;
  forgetAttempt(localStorage);
  return { ...order, orderKey };
}
