import type { CardEntry, CollectedCard } from '#client/features/payment/card-entry.ts';
import type { trpc } from '#client/trpc.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Card } from '#shared/schemas/payments.ts';

type Client = ReturnType<typeof trpc.useUtils>['client'];

/** Charges a Held order. Null when the payer gave up the confirmation; a refused card throws like any call. */
export async function chargeCard(
  client: Client,
  entry: CardEntry,
  order: Order,
  { card, saveCard }: CollectedCard,
): Promise<Order | null> {
  const { _id, orderKey } = order;
  const charge = (with_: Card) =>
    client.payments.charge.mutate({
      order: { _id, ...(orderKey && { orderKey }) },
      card: with_,
      ...(saveCard && { saveCard }),
    });
  const answer = await charge(card);
  if (answer.status === 'paid') return answer.order;
  const confirmed = answer.clientSecret ? await entry.confirm(answer.clientSecret) : null;
  if (!confirmed) return null;
  const again = await charge(confirmed);
  return again.status === 'paid' ? again.order : null;
}

const ASK_EVERY_MS = 3000;
const ASK_TIMES = 20;

/** After a charge whose outcome nobody knows: asks until the order is paid, or no more. */
export async function awaitOutcome(client: Client, { _id, orderKey }: Order): Promise<Order | null> {
  for (let asked = 0; asked < ASK_TIMES; asked += 1) {
    await new Promise(resolve => setTimeout(resolve, ASK_EVERY_MS));
    const order = await client.orders.byId.query({ id: _id, orderKey }).catch(() => null);
    if (order?.paid) return order;
    if (order?.status === 'Canceled') return null;
  }
  return null;
}
