import { Link } from 'react-router-dom';
import { recordHref } from '#client/features/office/record-links.ts';
import { Panel } from '#client/features/office/record-page.tsx';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { ageOf } from '#shared/rules/ageing.ts';
import { formatMoney, sumMoney } from '#shared/rules/money.ts';
import { longDate, orderNames } from '#shared/rules/order-facts.ts';
import type { Statement } from '#shared/schemas/payments.ts';
import styles from './account.module.css';

/** The orders on account that are not paid whole, the longest due first. */
export function OpenOrders({ statement: { open, date } }: { statement: Statement }) {
  return (
    <Panel title="Open orders">
      {open.length === 0 ? (
        <p>Every order on account is paid.</p>
      ) : (
        <Scrolling className={styles.scroll} label="Orders to be paid">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Due</th>
                <th scope="col" className={styles.figure}>
                  Total
                </th>
                <th scope="col">Open</th>
              </tr>
            </thead>
            <tbody>
              {open.map(order => (
                <tr key={order._id}>
                  <th scope="row">
                    <Link to={recordHref('order', order._id)}>{order.orderNumber}</Link>
                    <small>{orderNames(order).join(', ')}</small>
                  </th>
                  <td data-late={ageOf(order.dueDate, date) !== 'current' || undefined}>
                    {order.dueDate && longDate(order.dueDate)}
                    <small>{lateWords(order.dueDate, date)}</small>
                  </td>
                  <td className={styles.figure}>{formatMoney(order.total)}</td>
                  <td>{formatMoney(order.open)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  {open.length === 1 ? '1 order' : `${open.length} orders`}
                </th>
                <td>{formatMoney(sumMoney(open.map(order => order.open)))}</td>
              </tr>
            </tfoot>
          </table>
        </Scrolling>
      )}
    </Panel>
  );
}

const DAY_MS = 86_400_000;

function lateWords(dueDate: string | null, today: string): string {
  const days = dueDate === null ? 0 : (Date.parse(today) - Date.parse(dueDate)) / DAY_MS;
  if (days < 1) return '';
  return days === 1 ? '1 day late' : `${days.toLocaleString('en-US')} days late`;
}
