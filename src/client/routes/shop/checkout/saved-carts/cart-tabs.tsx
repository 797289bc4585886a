import { cartHref } from '#client/features/cart/ordered-carts.ts';
import { shownWorkingLine } from '#client/features/cart/shown-line.ts';
import { useFigures } from '#client/routes/shop/checkout/figures.ts';
import { useAskedCost } from '#client/routes/shop/checkout/working-cost.ts';
import { Tabs } from '#client/ui/tabs.tsx';
import { countItems, type WorkingCart } from '#shared/rules/cart.ts';
import { formatMoney, type Money, sumMoney } from '#shared/rules/money.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import styles from './saved-carts.module.css';

interface Props {
  working: WorkingCart;
  carts: readonly SavedCart[];
  /** A saved cart's `_id`; null: the working cart. */
  chosen: string | null;
}

export function CartTabs({ working, carts, chosen }: Props) {
  const { inputOf } = useAskedCost(working);
  const { data: figures } = useFigures(inputOf(working.cart));
  // Until the server has said, it is worth what its lines show.
  const worth = figures?.subTotal ?? sumMoney(working.cart.map(line => shownWorkingLine(line).lineTotal));
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
