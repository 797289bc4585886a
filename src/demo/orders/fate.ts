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
  const thrown = dice.next();
  // Those of today are taken on by `demo/office`.
  if (daysAgo < 1) return 0;
  if (daysAgo < 3) return thrown < 0.12 ? 1 : thrown < 0.52 ? 2 : 3;
  if (daysAgo < 7) return thrown < 0.16 ? 2 : 3;
  return thrown < 0.012 ? 2 : 3;
}
