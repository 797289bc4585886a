import { useSearchParams } from 'react-router-dom';

/** The saved carts that the steps of the checkout are about, as their address names them; none: the working cart. */
export function useOrderedCarts(): string[] {
  const [params] = useSearchParams();
  return [...new Set(params.getAll('cart'))];
}

/** Returns the address at which a saved cart is shown. */
export const cartHref = (_id: string) => `/checkout?cart=${_id}`;

/** A step of the checkout for these saved carts; without any for the working cart. */
export function stepHref(path: string, cartIds: readonly string[]): string {
  const query = new URLSearchParams(cartIds.map(_id => ['cart', _id]));
  return cartIds.length > 0 ? `${path}?${query}` : path;
}
