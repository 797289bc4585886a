import { linesForServer } from '#client/features/cart/cart.ts';
import { useUser } from '#client/features/session/session.ts';
import { givenUp } from '#client/routes/shop/checkout/order-attempt.ts';
import { trpc } from '#client/trpc.ts';
import { shippingOf, type WorkingCart, type WorkingLine } from '#shared/rules/cart.ts';

/** Tells how the server is asked for the cost of the working cart, or of some of its lines. */
export function useAskedCost(cart: WorkingCart) {
  const { data: terms } = trpc.payments.terms.useQuery(undefined, { enabled: useUser() !== null });
  const shippingMethod = shippingOf(cart, terms?.shippingMethod);
  const { couponCode } = cart;
  return {
    shippingMethod,
    inputOf: (lines: readonly WorkingLine[]) => ({
      ...{ cart: linesForServer(lines), shippingMethod },
      ...givenUp(),
      ...(couponCode && { couponCode }),
    }),
  };
}
