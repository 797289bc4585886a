import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { Remedies } from '#client/features/notices/remedies.tsx';
import { orderFailure } from '#client/features/orders/order-failure.ts';
import { CardChoice } from '#client/features/payment/card-choice.tsx';
import type { CardEntry } from '#client/features/payment/card-entry.ts';
import payment from '#client/features/payment/payment.module.css';
import { hasSession } from '#client/features/session/session.ts';
import { chosenDebts } from '#client/routes/user/make-payment/chosen-debts.ts';
import { Debts } from '#client/routes/user/make-payment/debts.tsx';
import { usePayOrders } from '#client/routes/user/make-payment/pay-orders.ts';
import { queriesContext, trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { useHydrated } from '#client/ui/hydrated.ts';
import { Icon } from '#client/ui/icon.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { backToCheckout, makePaymentHref } from '#shared/payment-href.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { formatMoney, sumMoney } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { OpenOrder } from '#shared/schemas/payments.ts';
import styles from './make-payment.module.css';

/** Reads what the card is charged by before the form is there: whoever presses at once finds its fields. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  if (!hasSession(request)) return null;
  const { orders, payments, savedCards } = context.get(queriesContext);
  await Promise.all([
    orders.byId.prefetch({ id: params.order_id ?? '' }),
    payments.terms.prefetch(),
    payments.gateway.prefetch(),
    savedCards.list.prefetch(),
  ]);
  return null;
}

/** /user/make-payment/{order_id}/{cart_id?}: pays what is open of an order, of one of its carts, or of several orders. */
export function Component() {
  const { order_id: id = '', cart_id: cart } = useParams();
  const [params] = useSearchParams();
  const { data: order, error, refetch } = trpc.orders.byId.useQuery({ id }, { staleTime: 0 });
  const { data: terms } = trpc.payments.terms.useQuery(undefined, { staleTime: 0 });
  const [paid, setPaid] = useState<Order[] | null>(null);
  const others = (params.get('with') ?? '').split(',').filter(Boolean);
  return (
    <>
      <PageHead title="Make a payment" description="Pay the balance on your orders." hidden />
      <h1>Make a payment</h1>
      {paid && <Paid orders={paid} onDone={() => setPaid(null)} />}
      {!paid && error && <LoadError message={orderFailure(error)} onRetry={refetch} />}
      {!paid && !error && !(order && terms) && <p role="status">Loading…</p>}
      {!paid && order && terms && (
        <PaymentForm
          key={`${id} ${cart}`}
          {...{ order, cart, others }}
          open={terms.credit?.open ?? []}
          onPaid={setPaid}
        />
      )}
    </>
  );
}

interface FormProps {
  order: Order;
  cart: string | undefined;
  /** Chosen with it by the address. */
  others: readonly string[];
  open: readonly OpenOrder[];
  onPaid: (orders: Order[]) => void;
}

function PaymentForm({ order, cart, others, open, onPaid }: FormProps) {
  const [chosen, choose] = useState<readonly string[]>([order._id, ...others]);
  const [carts, chooseCarts] = useState<readonly string[] | null>(cart ? [cart] : null);
  const isReady = useHydrated();
  const entry = useRef<CardEntry>(null);
  const { pay, isPaying, failure, remedies } = usePayOrders(onPaid);
  const besides = open.filter(({ _id }) => _id !== order._id);
  const isPayable = openBalance(order) > 0 && order.status !== 'Held';
  const debts = chosenDebts(
    isPayable && chosen.includes(order._id) ? order : null,
    carts,
    besides.filter(({ _id }) => chosen.includes(_id)),
  );
  if (!isPayable && besides.length === 0) return <NothingOpen order={order} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pay(debts, entry.current);
  };
  return (
    <Form className={styles.form} onSubmit={submit} aria-label="Payment">
      <Debts {...{ order: isPayable ? order : null, besides, chosen, choose, carts, chooseCarts }} />
      <section className={styles.section} aria-labelledby="card">
        <h2 id="card">Card</h2>
        <CardChoice entry={entry} total={debts.total} />
        {failure && (
          <p className={payment.error} role="alert">
            {failure}
          </p>
        )}
        <Remedies remedies={remedies} />
      </section>
      <Button
        look="primary"
        size="large"
        type="submit"
        unable={!isReady || debts.total === 0}
        busy={isPaying}
      >
        <Icon name="lock" size={18} />
        {isPaying ? 'Paying' : debts.total > 0 ? `Pay ${formatMoney(debts.total)}` : 'Choose what to pay'}
      </Button>
    </Form>
  );
}

function NothingOpen({ order }: { order: Order }) {
  return (
    <div className={styles.form}>
      <p>
        {order.status === 'Held'
          ? 'This order has to be paid in the checkout where it was started.'
          : `Nothing is due on order ${order.orderNumber}.`}
      </p>
      <p>
        <ButtonLink to={`/user/orders/${order._id}`}>Back to the order</ButtonLink>
      </p>
    </div>
  );
}

/** Shows what was paid, what of it is still open, and the way back to the order that waited for it. */
function Paid({ orders, onDone }: { orders: readonly Order[]; onDone: () => void }) {
  const words = useRef<HTMLDivElement>(null);
  const back = backToCheckout(useLocation().state);
  const open = orders.filter(({ finished }) => !finished);
  const rest = sumMoney(open.map(openBalance));
  // The button below, which had the focus, is gone with its form.
  useEffect(() => {
    window.scrollTo({ top: 0 });
    words.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.form} role="status" ref={words} tabIndex={-1}>
      {orders.map(order => (
        <p key={order._id} className={styles.paid}>
          <Icon name="check" size={20} />
          <span>
            {order.finished
              ? `${ORDER_NOTICES.paid(order.orderNumber).text} `
              : `${formatMoney(order.amountPaid)} of order ${order.orderNumber} is paid; ${formatMoney(openBalance(order))} is still due. `}
            <Link to={`/user/orders/${order._id}`}>{`See order ${order.orderNumber}`}</Link>
          </span>
        </p>
      ))}
      {(back !== null || open.length > 0) && (
        <p className={styles.ways}>
          {back !== null && (
            <ButtonLink look="primary" to={back}>
              Back to checkout
            </ButtonLink>
          )}
          {open.length > 0 && (
            <ButtonLink
              {...(back === null && { look: 'primary' })}
              to={makePaymentHref(open.map(({ _id }) => _id))}
              state={{ back }}
              onClick={onDone}
            >
              {`Pay the rest, ${formatMoney(rest)}`}
            </ButtonLink>
          )}
        </p>
      )}
    </div>
  );
}
