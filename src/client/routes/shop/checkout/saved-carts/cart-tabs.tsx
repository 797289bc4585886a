import { Tabs } from '#client/ui/tabs.tsx';
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

/** Returns the address at which a saved cart is shown. */
export const cartHref = (_id: string) => `/checkout?cart=${_id}`;

export function CartTabs({ working, carts, chosen }: Props) {
  const worth = addMoney(
    ...working.cart.map(line => multiplyMoney(wholesalePrice(line, line.quantity), line.quantity)),
  );
  const tabs = [
    {
      to: '/checkout',
      isCurrent: chosen === null,
      content: <CartTab name="Current cart" count={countItems(working.cart)} subTotal={worth} />,
    },
    ...carts.map(({ _id, orderName, itemCount, subTotal }) => ({
      to: cartHref(_id),
      isCurrent: _id === chosen,
      content: <CartTab name={orderName} count={itemCount} subTotal={subTotal} />,
    })),
  ];
  return <Tabs label="Your carts" tabs={tabs} />;
}

function CartTab({ name, count, subTotal }: { name: string; count: number; subTotal: Money }) {
  const items = `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`;
  return (
    <>
      <b className={styles.cartName}>{name}</b>
      <small className={styles.cartWorth}>{count > 0 ? `${items}, ${formatMoney(subTotal)}` : 'Empty'}</small>
    </>
  );
}
