import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { stepHref } from '#client/features/cart/ordered-carts.ts';
import type { FormPart } from '#client/routes/shop/checkout/form-parts.tsx';
import { endAttempt, replaceNext } from '#client/routes/shop/checkout/order-attempt.ts';
import type { Ordered } from '#client/routes/shop/checkout/ordered.ts';
import type { Remedy } from '#shared/errors.ts';
import type { Checkout } from '#shared/schemas/checkout.ts';

type Again = NonNullable<Remedy['again']>;
/** The fields of a refused order that a remedy changes; null: left out. */
type Change = { [Field in keyof Checkout]?: Checkout[Field] | null };

const DECIDED_HERE: readonly string[] = ['total', 'cartVersions', 'couponCode'];

/** Whether the page has done it by itself: it shows the new figures, and lets a coupon go that no longer holds. */
export const isDoneByPage = ({ calls, again }: Remedy): boolean =>
  !calls && again !== undefined && Object.keys(again.change).every(field => DECIDED_HERE.includes(field));

/**
 * Puts what a remedy changes into the cart, the form and the attempt, for its owner to look at and to order: the
 * figures follow. `ask`: sends the order for approval, where that is what it says.
 */
export function useTakeRemedy(
  ordered: Ordered,
  { change: changeForm, ask }: { change: FormPart['change']; ask: () => unknown },
): (again: Again) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async ({ change: changed, to }) => {
    if (to) return void (await ask());
    const { cart, couponCode, paymentType, deliveryDate, replaces, idempotencyKey, cartIds } =
      changed as Change;
    if (cart) ordered.lower(cart);
    if (couponCode === '') ordered.choose({ couponCode: '', couponStatus: null, couponType: null });
    if (paymentType) changeForm({ paymentType });
    if (deliveryDate === null) changeForm({ deliveryDate: '' });
    if (idempotencyKey) endAttempt(localStorage);
    if (replaces !== undefined) replaceNext(localStorage, replaces);
    await queryClient.invalidateQueries({ queryKey: [['carts']] });
    await queryClient.invalidateQueries({ queryKey: ['figures'] });
    if (cartIds) await navigate(stepHref('/checkout/summary', cartIds));
  };
}
