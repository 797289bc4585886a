import { Picture } from '#client/features/catalog/picture.tsx';
import { FigureTable } from '#client/features/orders/figure-table.tsx';
import { PAYMENT_TEXTS, SHIPPING_TEXTS, STATUS_TEXTS } from '#client/features/orders/order-texts.ts';
import { formatMoney, multiplyMoney } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import styles from './order-view.module.css';

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const shownDate = (date: string) => DATE.format(new Date(date));

function addressOf(order: Order): string {
  const { name, shippingAddress, shippingCity, shippingState, shippingZip } = order;
  return [name, shippingAddress, `${shippingCity}, ${shippingState} ${shippingZip}`].join('\n');
}

/** An order as its customer sees it. */
export function OrderView({ order }: { order: Order }) {
  return (
    <div className={styles.view}>
      <dl className={styles.facts}>
        <div>
          <dt>Order</dt>
          <dd>{order.orderNumber}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{STATUS_TEXTS[order.status]}</dd>
        </div>
        <div>
          <dt>{SHIPPING_TEXTS[order.shippingMethod].label}</dt>
          <dd>{order.shippingMethod === 'local' ? order.name : addressOf(order)}</dd>
        </div>
        <div>
          <dt>Expected</dt>
          <dd>{shownDate(order.deliveryDate)}</dd>
        </div>
        <div>
          <dt>Payment</dt>
          <dd>
            {PAYMENT_TEXTS[order.paymentType]}
            {order.paid ? ', paid' : ''}
            {order.test ? ' (TEST, no money moved)' : ''}
          </dd>
        </div>
        <div>
          <dt>Confirmation to</dt>
          <dd>{order.email}</dd>
        </div>
      </dl>
      <ul className={styles.lines} aria-label="Items">
        {order.cart.map(line => (
          <li key={`${line.variantId} ${line.variantGroup}`}>
            <Picture path={line.image} alt="" sizes="64px" />
            <div>
              <p>{line.name}</p>
              <p className="muted">{`${line.productNum}, ${line.quantity} × ${formatMoney(line.price)}`}</p>
            </div>
            <p className={styles.amount}>{formatMoney(multiplyMoney(line.price, line.quantity))}</p>
          </li>
        ))}
      </ul>
      <div className={styles.sums}>
        <FigureTable figures={order} />
      </div>
    </div>
  );
}
