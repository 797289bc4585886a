interface Ordered<Line, Cart> {
  _id: string;
  carts: readonly Cart[];
  cart: Line[];
}

/** The carts of a trade order; of another one all its lines, as a cart without a name. */
export function cartsOf<Line, Cart>({ _id, carts, cart }: Ordered<Line, Cart>) {
  return carts.length > 0 ? carts : [{ _id, orderName: '', cartItems: cart }];
}
