/** Where what is open of orders is paid (spec §2): of one, of one of its carts, or of several at once. */
export function makePaymentHref(orders: readonly string[], cart?: string): string {
  const [first, ...more] = orders;
  const path = ['/user/make-payment', first, ...(cart ? [cart] : [])].join('/');
  return more.length === 0 ? path : `${path}?${new URLSearchParams({ with: more.join() })}`;
}
