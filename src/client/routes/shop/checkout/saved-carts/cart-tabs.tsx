import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { countItems, type WorkingCart } from '#shared/rules/cart.ts';
import { addMoney, formatMoney, type Money, multiplyMoney } from '#shared/rules/money.ts';
import { wholesalePrice } from '#shared/rules/pricing.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import styles from './saved-carts.module.css';

interface Props {
  working: WorkingCart;
  carts: readonly SavedCart[];
  /** A saved cart's `_id`; null: the working cart. */
  chosen: string | null;
}

/** Where a saved cart is shown. */
export const cartHref = (_id: string) => `/checkout?cart=${_id}`;

export function CartTabs({ working, carts, chosen }: Props) {
  const worth = addMoney(
    ...working.cart.map(line => multiplyMoney(wholesalePrice(line, line.quantity), line.quantity)),
  );
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another one to be seen
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return (
    <nav className={`${styles.tabs} no-print`} aria-label="Your carts" ref={nav}>
      <ul>
        <li>
          <Link to="/checkout" aria-current={chosen === null ? 'page' : undefined}>
            <Tab name="Current cart" count={countItems(working.cart)} subTotal={worth} />
          </Link>
        </li>
        {carts.map(cart => (
          <li key={cart._id}>
            <Link to={cartHref(cart._id)} aria-current={cart._id === chosen ? 'page' : undefined}>
              <Tab name={cart.orderName} count={cart.itemCount} subTotal={cart.subTotal} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Tab({ name, count, subTotal }: { name: string; count: number; subTotal: Money }) {
  const items = `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`;
  return (
    <>
      <b>{name}</b>
      <small>{count > 0 ? `${items}, ${formatMoney(subTotal)}` : 'Empty'}</small>
    </>
  );
}
