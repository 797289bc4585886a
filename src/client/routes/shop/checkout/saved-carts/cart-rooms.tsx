import { type ReactNode, useId } from 'react';
import layout from '#client/features/cart/cart-layout.module.css';
import { linesByRoom } from '#client/features/cart/saved-cart.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { SavedCart, SavedLine } from '#shared/schemas/carts.ts';
import styles from './saved-carts.module.css';

interface Props {
  cart: SavedCart;
  row: (line: SavedLine) => ReactNode;
}

/** The lines of a saved cart, room by room where it has rooms, each with what it comes to. */
export function CartRooms({ cart, row }: Props) {
  const id = useId();
  const rooms = linesByRoom(cart.cart);
  if (rooms.length === 1 && rooms[0]?.room === '') {
    return (
      <ul className={layout.lines} aria-label={`In ${cart.orderName}`}>
        {cart.cart.map(row)}
      </ul>
    );
  }
  return (
    <div className={styles.rooms}>
      {rooms.map(({ room, lines, subTotal }, index) => (
        <section key={room} aria-labelledby={`${id}${index}`}>
          <h3 id={`${id}${index}`} className={styles.room}>
            {room || 'No room'} <span>{formatMoney(subTotal)}</span>
          </h3>
          <ul className={layout.lines}>{lines.map(row)}</ul>
        </section>
      ))}
    </div>
  );
}
