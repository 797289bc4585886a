import row from '#client/features/orders/debt-row.module.css';
import { DebtRow } from '#client/features/orders/debt-row.tsx';
import { payableCarts } from '#client/routes/user/make-payment/chosen-debts.ts';
import { Checkbox } from '#client/ui/field.tsx';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { addMoney, formatMoney } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { OpenOrder } from '#shared/schemas/payments.ts';
import styles from './make-payment.module.css';

interface Props {
  /** The one that the address names; null: nothing is open of it. */
  order: Order | null;
  besides: readonly OpenOrder[];
  chosen: readonly string[];
  choose: (orders: readonly string[]) => void;
  /** The chosen carts of the order; null: all of it. */
  carts: readonly string[] | null;
  chooseCarts: (carts: readonly string[] | null) => void;
}

/** Lists what can be paid: the order, cart by cart where it has several, and what else is open. */
export function Debts({ order, besides, chosen, choose, carts, chooseCarts }: Props) {
  const isAlone = besides.every(({ _id }) => !chosen.includes(_id));
  const parts = order && isAlone && chosen.includes(order._id) ? payableCarts(order) : [];
  return (
    <fieldset className={styles.section}>
      <legend>What to pay</legend>
      <ul className={styles.debts}>
        {order && (
          <DebtRow debt={{ ...order, open: openBalance(order) }} chosen={chosen} choose={choose}>
            {parts.length > 0 && <Carts {...{ order, parts, carts, chooseCarts }} />}
          </DebtRow>
        )}
        {besides.map(debt => (
          <DebtRow key={debt._id} debt={debt} chosen={chosen} choose={choose} />
        ))}
      </ul>
    </fieldset>
  );
}

interface CartsProps extends Pick<Props, 'carts' | 'chooseCarts'> {
  order: Order;
  parts: Order['carts'];
}

/** The last ones bring what no cart has. */
function Carts({ order, parts, carts, chooseCarts }: CartsProps) {
  const all = parts.map(({ _id }) => _id);
  const chosen = carts ?? all;
  const toggle = (_id: string) => {
    const next = chosen.includes(_id) ? chosen.filter(one => one !== _id) : [...chosen, _id];
    chooseCarts(all.every(one => next.includes(one)) ? null : next);
  };
  const rest = order.shipping > 0 || order.discount > 0 || order.storeCredit > 0;
  return (
    <ul className={styles.carts} aria-label={`Carts of order ${order.orderNumber}`}>
      {parts.map(({ _id, orderName, subTotal, tax }) => (
        <li key={_id} className={row.debt}>
          <Checkbox label={orderName} checked={chosen.includes(_id)} onChange={() => toggle(_id)} />
          <span>{formatMoney(addMoney(subTotal, tax))}</span>
        </li>
      ))}
      {rest && <li className="muted">Shipping, less discount and credit, is paid with the last cart.</li>}
    </ul>
  );
}
