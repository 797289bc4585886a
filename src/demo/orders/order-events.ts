import type { DemoClock } from '#demo/clock.ts';
import { demoId } from '#demo/demo-id.ts';
import type { OrderRows } from '#demo/orders/order-rows.ts';
import type { PlacedOrder } from '#demo/orders/place-orders.ts';
import type { Settled } from '#demo/orders/settle-order.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { OrderEventName } from '#shared/rules/order-events.ts';

const HOURS_BETWEEN = 19;

interface DemoEvent {
  name: OrderEventName;
  description: string;
  who: 'buyer' | 'system' | 'staff';
  hours: number;
}

/** The history that staff read on an order, in the words that the shop itself writes. */
export function recordEvents(
  order: PlacedOrder,
  { amountPaid }: Settled,
  rows: OrderRows,
  clock: DemoClock,
): void {
  const { fate, occasion, paymentType } = order;
  const { buyer, byStaff, at } = occasion;
  const events: DemoEvent[] = [
    { name: 'submitted', description: fate.path[0] ?? '', who: byStaff ? 'staff' : 'buyer', hours: 0 },
  ];
  if (paymentType === 'credit-card' && amountPaid > 0)
    events.push({
      name: 'paid',
      description: `${formatMoney(amountPaid)} by card`,
      who: 'system',
      hours: 0.02,
    });
  for (const [index, status] of fate.path.entries()) {
    const from = fate.path[index - 1];
    if (!from) continue;
    if (status === 'Canceled')
      events.push({ name: 'canceled', description: fate.reason, who: 'staff', hours: 26 });
    else
      events.push({
        name: 'status',
        description: `${from} → ${status}`,
        who: status === 'Submitted' ? 'system' : 'staff',
        hours: status === 'Submitted' ? 0.02 : index * HOURS_BETWEEN,
      });
  }
  const staff = byStaff ?? null;
  for (const [index, { name, description, who, hours }] of events.entries()) {
    const user = who === 'buyer' ? buyer.user : who === 'staff' ? staff : null;
    rows.orderEvents.push({
      _id: demoId('order event', `${order.number} ${index}`),
      order: order._id,
      date: clock.later(at, hours),
      user: user?._id ?? null,
      userEmail:
        user?.email ??
        (who === 'buyer' ? buyer.email : who === 'staff' ? 'employee@knurl.example' : 'system'),
      name,
      description,
      details: null,
    });
  }
}
