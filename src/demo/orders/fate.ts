import type { Dice } from '#demo/dice.ts';
import type { OrderStatus, PaymentType, ShippingMethod } from '#shared/enumerations.ts';

/** The course that an order took since it was placed. */
export interface Fate {
  status: OrderStatus;
  /** All it went through, in order. */
  path: OrderStatus[];
  /** Shipped or ready only in part. */
  partly: boolean;
  /** Why it was canceled. */
  reason: string;
}

const REASONS = [
  'ordered twice',
  'wrong finish',
  'the customer found other hardware in the meantime',
  'the job was put off',
  'could not be delivered in time',
];

/** How far an order has come, by its age. */
export function fateOf(
  dice: Dice,
  {
    daysAgo,
    shippingMethod,
    paymentType,
    newest,
  }: { daysAgo: number; shippingMethod: ShippingMethod; paymentType: PaymentType; newest: boolean },
): Fate {
  const none = { partly: false, reason: '' };
  const card = paymentType === 'credit-card';
  const begun: OrderStatus[] = card ? ['Held', 'Submitted'] : ['Submitted'];
  // Two carts whose owners stand before the card form at this moment.
  if (newest && card) return { ...none, status: 'Held', path: ['Held'] };
  if (dice.chance(0.05)) {
    const path: OrderStatus[] = dice.chance(0.4)
      ? [...begun, 'Processing', 'Canceled']
      : [...begun, 'Canceled'];
    return { ...none, status: 'Canceled', path, reason: dice.pick(REASONS) };
  }
  const local = shippingMethod === 'local';
  const out: OrderStatus = local ? 'Ready' : 'Shipped';
  const full: OrderStatus[] = [...begun, 'Processing', out, 'Completed'];
  const steps = stepsOf(dice, daysAgo) + begun.length;
  const path = full.slice(0, steps);
  const status = path.at(-1) ?? 'Submitted';
  return { ...none, status, path, partly: status === 'Shipped' && dice.chance(0.25) };
}

function stepsOf(dice: Dice, daysAgo: number): number {
  if (daysAgo < 1) return dice.chance(0.15) ? 1 : 0;
  if (daysAgo < 3) return dice.int(0, 1);
  if (daysAgo < 7) return dice.int(1, 2);
  if (daysAgo < 14) return dice.int(2, 3);
  return dice.chance(0.03) ? 2 : 3;
}
