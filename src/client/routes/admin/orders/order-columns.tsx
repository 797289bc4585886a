import { Link, useLocation } from 'react-router-dom';
import type { Column } from '#client/features/office/index-table.tsx';
import { packWay } from '#client/features/office/way-back.ts';
import { PER_PAGE } from '#client/routes/admin/orders/desk-address.ts';
import type { OrderColumn } from '#shared/office-lists.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
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

const MOMENT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

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
    cell: order => <OrderLink order={order} />,
    foot: ({ total }) => (total > PER_PAGE ? 'All pages' : 'Sum'),
  },
  {
    id: 'customer',
    head: 'Customer',
    sort: 'customer',
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
    cell: ({ createdAt }) => MOMENT.format(new Date(createdAt)),
  },
  {
    id: 'status',
    head: 'Status',
    cell: order => (
      <>
        <span className={styles.status} data-status={order.status}>
          {STATUS_WORDS[order.status]}
        </span>
        {order.alert && <small className={styles.alert}>{order.alert}</small>}
      </>
    ),
  },
  {
    id: 'payment',
    head: 'Payment',
    sort: 'due',
    cell: ({ paymentType, paid, dueDate, overLimit }) => (
      <>
        {paid ? PAYMENT_WORDS[paymentType].paid : PAYMENT_WORDS[paymentType].name}
        {!paid && dueDate && <small>{`due ${DAY.format(new Date(dueDate))}`}</small>}
        {overLimit && <small className={styles.alert}>over its limit</small>}
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
        {isOpen(order) && <small>{`${formatMoney(openBalance(order))} open`}</small>}
      </>
    ),
    foot: ({ sum, open }) => (
      <>
        {formatMoney(sum)}
        {toCents(open) > 0 && <small>{`${formatMoney(open)} open`}</small>}
      </>
    ),
  },
  { id: 'job', head: 'Job', cell: ({ orderName }) => orderName },
  { id: 'po', head: 'PO', cell: ({ poNumber }) => poNumber },
  { id: 'email', head: 'Email', cell: ({ email }) => email },
  { id: 'phone', head: 'Phone', cell: ({ phone }) => phone },
  {
    id: 'town',
    head: 'Ship to',
    cell: order => townLine(order.shippingCity, order.shippingState, order.shippingZip),
  },
  { id: 'wanted', head: 'Wanted for', cell: ({ deliveryDate }) => DAY.format(new Date(deliveryDate)) },
  { id: 'salesman', head: 'Salesperson', cell: ({ salesman }) => salesman },
];

/** Leads to the order, and from there back to the list as it is. */
function OrderLink({ order }: { order: DeskOrder }) {
  const { pathname, search } = useLocation();
  const way = packWay(pathname + search);
  return (
    <>
      <Link to={`/admin/orders/${order._id}${way && `/${way}`}`}>{order.orderNumber}</Link>
      <small>{orderNames(order).join(', ')}</small>
    </>
  );
}

const isOpen = ({ status, paid }: DeskOrder) => !paid && status !== 'Held' && status !== 'Canceled';
