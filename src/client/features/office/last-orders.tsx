import { Link } from 'react-router-dom';
import { recordHref } from '#client/features/office/record-links.ts';
import { Panel } from '#client/features/office/record-page.tsx';
import { refusal } from '#client/refusal.ts';
import { type Answer, Answered } from '#client/ui/list/answered.tsx';
import { DAY } from '#client/ui/moment.ts';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { isUnpaid, openBalance } from '#shared/rules/figure-rows.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { orderNames, STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { ListedOrder } from '#shared/schemas/orders.ts';
import styles from './last-orders.module.css';

/** The number of orders that are shown beside a record. */
export const LAST_ORDERS = 10;

interface Props {
  answer: Answer<{ orders: ListedOrder[]; total: number }>;
  /** Finds them at the order desk. */
  search: string;
}

/** The latest orders of a person or a company, and the way to all of them. */
export function LastOrders({ answer, search }: Props) {
  return (
    <Panel title="Orders">
      <Answered answer={answer} failure={error => refusal(error).message}>
        {({ orders, total }) =>
          total === 0 ? (
            <p>No orders yet.</p>
          ) : (
            <>
              <Scrolling className={styles.scroll} label="The latest orders">
                <table className={styles.orders}>
                  <thead>
                    <tr>
                      <th scope="col">Order</th>
                      <th scope="col">Ordered</th>
                      <th scope="col">Status</th>
                      <th scope="col">Total</th>
                    </tr>
                  </thead>
                  <tbody>
                    {orders.map(order => (
                      <tr key={order._id}>
                        <th scope="row">
                          <Link to={recordHref('order', order._id)}>{order.orderNumber}</Link>
                          <small>{orderNames(order).join(', ')}</small>
                        </th>
                        <td>{DAY.format(new Date(order.createdAt))}</td>
                        <td>{STATUS_WORDS[order.status]}</td>
                        <td>
                          {formatMoney(order.total)}
                          <small>{isUnpaid(order) ? `${formatMoney(openBalance(order))} open` : ''}</small>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolling>
              <p>
                <Link to={`/admin/orders?view=all&search=${encodeURIComponent(search)}`}>
                  {total === 1
                    ? 'At the order desk'
                    : `All ${total.toLocaleString('en-US')} at the order desk`}
                </Link>
              </p>
            </>
          )
        }
      </Answered>
    </Panel>
  );
}
