import type { ReactNode } from 'react';
import { Picture } from '#client/features/catalog/picture.tsx';
import { FigureTable } from '#client/features/orders/figure-table.tsx';
import { orderSteps } from '#client/features/orders/order-steps.ts';
import { useShopDay } from '#client/features/site/shop-day.ts';
import { trpc } from '#client/trpc.ts';
import { Facts } from '#client/ui/facts.tsx';
import { KEPT_OF_BOUNCED, lineAmount, openBalance, paidSoFar } from '#shared/rules/figure-rows.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { cartsOf } from '#shared/rules/order-carts.ts';
import { longDate, PAYMENT_WORDS, SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import { trackingUrl } from '#shared/rules/tracking.ts';
import type { Order, OrderLine } from '#shared/schemas/orders.ts';
import styles from './order-view.module.css';

interface Props {
  order: Order;
  /** Shows what can be done with a line. */
  act?: (line: OrderLine) => ReactNode;
}

/** Shows an order as its customer sees it, wherever they look at it. */
export function OrderView({ order, act }: Props) {
  return (
    <div className={styles.view}>
      <Steps order={order} />
      {order.tracking.length > 0 && <Parcels order={order} />}
      <OrderFacts order={order} />
      {cartsOf(order).map(({ _id, orderName, cartItems }) => (
        <section key={_id}>
          {orderName && <h2 className={styles.cart}>{orderName}</h2>}
          <Lines lines={cartItems} label={orderName ? `Items in ${orderName}` : 'Items'} act={act} />
        </section>
      ))}
      <div className={styles.sums}>
        <FigureTable figures={order} coupon={order.couponCode} />
        <Payments order={order} />
      </div>
    </div>
  );
}

function Steps({ order }: { order: Order }) {
  return (
    <ol className={styles.steps} aria-label="Order progress">
      {orderSteps(order).map(({ label, isReached, isCurrent }) => (
        <li
          key={label}
          className={isReached ? styles.reached : undefined}
          aria-current={isCurrent ? 'step' : undefined}
        >
          {label}
          {isReached && !isCurrent && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}

function Parcels({ order }: { order: Order }) {
  return (
    <ul className={styles.parcels} aria-label="Parcels">
      {order.tracking.map(({ carrier, number, at }) => {
        const url = trackingUrl(carrier, number);
        return (
          <li key={`${carrier} ${number} ${at}`}>
            {`${carrier}: `}
            {url ? (
              <a href={url} rel="noreferrer" target="_blank">
                {number}
              </a>
            ) : (
              <b>{number}</b>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const shopDay = useShopDay();
  const { data } = trpc.site.get.useQuery({});
  const isPickedUp = order.shippingMethod === 'local';
  const due = order.dueDate && !order.paid ? `, due ${longDate(order.dueDate)}` : '';
  const facts: [label: string, value: string][] = [
    ['Order', String(order.orderNumber)],
    ['Ordered', shopDay(order.createdAt)],
    ['Requested for', order.status === 'Canceled' ? '' : longDate(order.deliveryDate)],
    [
      SHIPPING_WORDS[order.shippingMethod].label,
      isPickedUp ? joined([data?.site.address ?? '', order.name]) : shippingOf(order),
    ],
    ['Bill to', billingOf(order)],
    [
      'Payment',
      `${PAYMENT_WORDS[order.paymentType].label}${order.paid ? ', paid' : due}${order.test ? ' (TEST, no money moved)' : ''}`,
    ],
    ['Confirmation to', order.email],
    ['PO number', order.poNumber],
    ['Job', order.orderName],
    ['Notes', order.notes],
  ];
  return <Facts className={styles.facts} facts={facts} />;
}

const joined = (lines: string[]) => lines.filter(Boolean).join('\n');

function shippingOf({ name, businessName, ...order }: Order): string {
  const town = `${order.shippingCity}, ${order.shippingState} ${order.shippingZip}`;
  return joined([name, businessName, order.shippingAddress, town]);
}

/** Empty where it is where the goods go, and for who gave no address. */
function billingOf(order: Order): string {
  const { billingAddress, billingCity, billingState, billingZip } = order;
  const isSame = billingAddress === order.shippingAddress && billingZip === order.shippingZip;
  if (!billingAddress || (isSame && order.shippingMethod !== 'local')) return '';
  return joined([
    order.businessName || order.name,
    billingAddress,
    `${billingCity}, ${billingState} ${billingZip}`,
  ]);
}

function Lines({ lines, label, act }: { lines: readonly OrderLine[]; label: string; act: Props['act'] }) {
  return (
    <ul className={styles.lines} aria-label={label}>
      {lines.map(line => (
        <li key={line._id}>
          <Picture path={line.image} alt="" sizes="64px" />
          <div>
            <p>{line.name}</p>
            <p className="muted">
              {[
                line.productNum,
                line.partNumber && `your number ${line.partNumber}`,
                `${line.quantity} × ${formatMoney(line.price)}`,
                line.room,
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
            {line.bundleItems.map(item => (
              <p key={item.productNum} className="muted">
                {`${item.quantity} × ${item.productTitle} (${item.productNum})`}
              </p>
            ))}
          </div>
          <div className={styles.amount}>
            <p>{lineAmount(line)}</p>
            {act?.(line)}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Shows what was paid so far, unless that is plainly the total or nothing. */
function Payments({ order }: { order: Order }) {
  const { status, amountPaid, amountRefunded, amountCredited } = order;
  const { paid, keptOfBounced } = paidSoFar(order);
  const isPlain =
    amountRefunded === 0 && amountCredited === 0 && (order.paid ? paid === amountPaid : paid === 0);
  if (status === 'Held' || isPlain) return null;
  return (
    <dl className={styles.paid}>
      <dt>Paid</dt>
      <dd>{formatMoney(paid)}</dd>
      {keptOfBounced > 0 && (
        <>
          <dt>{KEPT_OF_BOUNCED}</dt>
          <dd>{formatMoney(keptOfBounced)}</dd>
        </>
      )}
      {amountRefunded > 0 && (
        <>
          <dt>Refunded</dt>
          <dd>{formatMoney(amountRefunded)}</dd>
        </>
      )}
      {amountCredited > 0 && (
        <>
          <dt>Credited for returns</dt>
          <dd>{formatMoney(amountCredited)}</dd>
        </>
      )}
      <dt>Still to pay</dt>
      <dd>{formatMoney(openBalance(order))}</dd>
    </dl>
  );
}
