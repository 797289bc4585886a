import { Link, useLocation } from 'react-router-dom';
import { ButtonLink } from '#client/ui/button.tsx';
import { makePaymentHref, type PaymentState } from '#shared/payment-href.ts';
import { creditCheck, ordersToRelease } from '#shared/rules/credit.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { orderNames } from '#shared/rules/order-facts.ts';
import type { BuyerTerms, OpenOrder } from '#shared/schemas/payments.ts';
import styles from './account-credit.module.css';

type Credit = NonNullable<BuyerTerms['credit']>;

/**
 * How the company's account stands to this order; the server looks again when it is placed. `buyer`: who asked for it,
 * where another decides.
 */
export function AccountCredit({ credit, total, buyer }: { credit: Credit; total: Money; buyer?: string }) {
  const { creditLimit, owed, termsDays } = credit;
  const { allowed, left, missing, isNear } = creditCheck({ creditLimit, owed, total });
  const state = allowed ? (isNear ? styles.near : undefined) : styles.over;
  const share = (amount: Money) => `${Math.min(100, Math.max(0, (amount / creditLimit) * 100))}%`;
  return (
    <section className={[styles.credit, state].filter(Boolean).join(' ')} aria-label="Credit on account">
      <dl>
        <Row label="Credit limit" amount={creditLimit} />
        <Row label="Used" amount={owed} />
        <Row label="This order" amount={total} />
        {allowed ? (
          <Row label="Left after this order" amount={left} isSum />
        ) : (
          <Row label="Over the limit" amount={missing} isSum />
        )}
      </dl>
      <div className={styles.bar} aria-hidden="true">
        <span style={{ width: share(owed) }} />
        <span style={{ width: share(total) }} />
      </div>
      <p className="muted">{`An invoice will follow, due ${termsDays} days after the order.`}</p>
      {allowed && isNear && (
        <p role="status">
          {left > 0
            ? `This order brings your account to within ${formatMoney(left)} of its limit.`
            : 'This order uses up the rest of your credit.'}
        </p>
      )}
      {!allowed && <Release open={credit.open} missing={missing} buyer={buyer} />}
    </section>
  );
}

function Row({ label, amount, isSum }: { label: string; amount: Money; isSum?: boolean }) {
  return (
    <div className={isSum ? styles.sum : undefined}>
      <dt>{label}</dt>
      <dd>{formatMoney(amount)}</dd>
    </div>
  );
}

/** Over the limit: what to pay, so that the order can go on account after all. */
function Release({
  open,
  missing,
  buyer,
}: {
  open: readonly OpenOrder[];
  missing: Money;
  buyer: string | undefined;
}) {
  const { pathname, search } = useLocation();
  const state: PaymentState = { back: pathname + search };
  const { orders, sum, isEnough } = ordersToRelease(open, missing);
  const byCard = buyer ? `decline it and ask ${buyer} to pay by card` : 'pay it by card';
  return (
    <div role="status">
      <p>
        <b>{`This order is ${formatMoney(missing)} over your credit limit.`}</b>
        {isEnough
          ? ` Pay the orders listed here and it can go on account, or ${byCard}.`
          : ` Make a payment first, or ${byCard}; our accounting team is happy to help.`}
      </p>
      {orders.length > 0 && (
        <>
          <ul className={styles.open}>
            {orders.map(order => (
              <li key={order._id}>
                <Link to={makePaymentHref([order._id])} state={state}>
                  {nameOf(order)}
                </Link>
                <span>{formatMoney(order.open)}</span>
              </li>
            ))}
          </ul>
          {orders.length > 1 && (
            <ButtonLink size="small" to={makePaymentHref(orders.map(({ _id }) => _id))} state={state}>
              {`Pay these ${orders.length} orders, ${formatMoney(sum)}`}
            </ButtonLink>
          )}
        </>
      )}
    </div>
  );
}

const nameOf = (order: OpenOrder) => [`Order ${order.orderNumber}`, ...orderNames(order)].join(', ');
