import { Link } from 'react-router-dom';
import type { Column } from '#client/features/office/index-table.tsx';
import { RecordLink } from '#client/features/office/record-link.tsx';
import { accountHref, recordHref } from '#client/features/office/record-links.ts';
import { PER_PAGE } from '#client/routes/admin/orders/desk-address.ts';
import { DATE } from '#client/ui/moment.ts';
import type { OrderColumn } from '#shared/office-lists.ts';
import { isUnpaid, openBalance } from '#shared/rules/figure-rows.ts';
import { formatMoney, type Money, toCents } from '#shared/rules/money.ts';
import {
  orderNames,
  PAYMENT_WORDS,
  SHIPPING_WORDS,
  STATUS_WORDS,
  townLine,
} from '#shared/rules/order-facts.ts';
import type { DeskOrder } from '#shared/schemas/order-desk.ts';
import styles from './orders.module.css';

/** Leaves out the year, for which a row of the desk has no room. */
const SHORT_MOMENT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Adds up all that match, whatever page is shown. */
interface DeskSums {
  total: number;
  sum: Money;
  open: Money;
}

/** The columns of the order desk. */
export const DESK_COLUMNS: readonly (Column<DeskOrder, DeskSums> & { id: OrderColumn })[] = [
  {
    id: 'number',
    head: 'Order',
    sort: 'number',
    cell: order => (
      <>
        <RecordLink to={recordHref('order', order._id)}>{order.orderNumber}</RecordLink>
        <small>{orderNames(order).join(', ')}</small>
        <span className={styles.onPhones}>
          {`${STATUS_WORDS[order.status]}, ${formatMoney(order.total)}`}
        </span>
        {order.alert && <small className={`${styles.alert} ${styles.onPhones}`}>{order.alert}</small>}
      </>
    ),
    foot: ({ total, sum }) => (
      <>
        {total > PER_PAGE ? 'All pages' : 'Sum'}
        <span className={styles.onPhones}>{formatMoney(sum)}</span>
      </>
    ),
  },
  {
    id: 'customer',
    head: 'Customer',
    sort: 'customer',
    isText: true,
    cell: ({ name, companyName, businessName }) => (
      <>
        {name}
        <small>{companyName ?? businessName}</small>
      </>
    ),
  },
  {
    id: 'date',
    head: 'Ordered',
    sort: 'date',
    cell: ({ createdAt }) => SHORT_MOMENT.format(new Date(createdAt)),
  },
  {
    id: 'status',
    head: 'Status',
    cell: order => (
      <>
        <span className={styles.status} data-status={order.status}>
          {STATUS_WORDS[order.status]}
        </span>
        {order.alert && <small className={`${styles.alert} ${styles.offPhones}`}>{order.alert}</small>}
      </>
    ),
  },
  {
    id: 'payment',
    head: 'Payment',
    sort: 'due',
    cell: ({ paymentType, paid, dueDate, overLimit, company }) => (
      <>
        {paid ? PAYMENT_WORDS[paymentType].paid : PAYMENT_WORDS[paymentType].name}
        {!paid && dueDate && <small>{`due ${DATE.format(new Date(dueDate))}`}</small>}
        {overLimit && company && (
          <small className={styles.alert}>
            {'over its limit: '}
            <Link to={`${accountHref(company)}?pay=release`}>pay to release</Link>
          </small>
        )}
      </>
    ),
  },
  { id: 'delivery', head: 'Delivery', cell: ({ shippingMethod }) => SHIPPING_WORDS[shippingMethod].name },
  {
    id: 'units',
    head: 'Units',
    isFigure: true,
    cell: ({ itemCount, openCount, status }) => (
      <>
        {itemCount.toLocaleString('en-US')}
        {openCount > 0 && openCount < itemCount && status !== 'Canceled' && (
          <small>{`${openCount.toLocaleString('en-US')} to come`}</small>
        )}
      </>
    ),
  },
  {
    id: 'total',
    head: 'Total',
    sort: 'total',
    isFigure: true,
    cell: order => (
      <>
        {formatMoney(order.total)}
        {isUnpaid(order) && <small>{`${formatMoney(openBalance(order))} open`}</small>}
      </>
    ),
    foot: ({ sum, open }) => (
      <>
        {formatMoney(sum)}
        {toCents(open) > 0 && <small>{`${formatMoney(open)} open`}</small>}
      </>
    ),
  },
  { id: 'job', head: 'Job', isText: true, cell: ({ orderName }) => orderName },
  { id: 'po', head: 'PO', isText: true, cell: ({ poNumber }) => poNumber },
  { id: 'email', head: 'Email', isText: true, cell: ({ email }) => email },
  { id: 'phone', head: 'Phone', cell: ({ phone }) => phone },
  {
    id: 'town',
    head: 'Ship to',
    isText: true,
    cell: order => townLine(order.shippingCity, order.shippingState, order.shippingZip),
  },
  { id: 'wanted', head: 'Requested for', cell: ({ deliveryDate }) => DATE.format(new Date(deliveryDate)) },
  { id: 'salesman', head: 'Salesperson', isText: true, cell: ({ salesman }) => salesman },
];
