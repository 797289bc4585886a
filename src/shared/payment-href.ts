/** Leads to where an order is paid, one of its carts, or several orders at once (rule O12). */
export function makePaymentHref(orders: readonly string[], cart?: string): string {
  const [first, ...more] = orders;
  const path = ['/user/make-payment', first, ...(cart ? [cart] : [])].join('/');
  return more.length === 0 ? path : `${path}?${new URLSearchParams({ with: more.join() })}`;
}

/** The purpose of a payment, which goes along with the way there. */
export interface PaymentState {
  /** The checkout that waits for the payment. */
  back: string;
}

/** The checkout to which a payment leads back; null: none waits. */
export function backToCheckout(state: unknown): string | null {
  const back = typeof state === 'object' && state !== null && 'back' in state ? state.back : null;
  return typeof back === 'string' && back.startsWith('/checkout') ? back : null;
}
