import { randomUUID } from 'node:crypto';
import type { MadeVariant } from '#server/test/factories.ts';
import { guest, lineOf, type Selling } from '#server/test/selling.ts';
import type { Trade } from '#server/test/trade.ts';
import type { PaymentType } from '#shared/enumerations.ts';
import type { Approve } from '#shared/schemas/team.ts';

/** Makes what a Member asks their Primary for, always of one item, and what the Primary sees of it. */
export function requestsOf(shop: Selling, trade: Trade, item: MadeVariant) {
  const checkout = async (quantity: number, paymentType: PaymentType = 'Terms', user = trade.member) => {
    const asked = { cart: [lineOf(item, quantity)], shippingMethod: 'local' as const };
    const { total } = await shop.as(user).orders.getCost(asked);
    return { ...guest, ...asked, total, paymentType, idempotencyKey: randomUUID() };
  };
  const requested = async (quantity = 10, paymentType: PaymentType = 'Terms') => {
    const input = await checkout(quantity, paymentType);
    const { approval } = await shop.as(trade.member).team.requestApproval(input);
    if (!approval) throw new Error('nothing waits');
    return approval;
  };
  /** Returns what a Primary sees of a request, which is what they approve. */
  const seen = async (_id: string): Promise<Approve> => {
    const { figures } = await shop.as(trade.primary).team.approval({ _id });
    if (!figures) throw new Error('there are no figures');
    return { _id, total: figures.total, cartVersions: (figures.carts ?? []).map(({ version }) => version) };
  };
  return { checkout, requested, seen };
}
