import { type FormEvent, useEffect, useRef, useState } from 'react';
import { linesForServer, workingCart } from '#client/features/cart/cart.ts';
import { useFigures } from '#client/features/cart/figures.ts';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import type { CardEntry } from '#client/routes/shop/checkout/card-payment.ts';
import { Coupon } from '#client/routes/shop/checkout/coupon.tsx';
import { Contact, Delivery, Extras, type FormPart } from '#client/routes/shop/checkout/form-parts.tsx';
import { OrderSummary } from '#client/routes/shop/checkout/order-summary.tsx';
import { Payment } from '#client/routes/shop/checkout/payment.tsx';
import { usePlaceOrder } from '#client/routes/shop/checkout/place-order.ts';
import {
  contentsOf,
  issuesOf,
  keepEntered,
  startingForm,
} from '#client/routes/shop/checkout/summary-form.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import type { WorkingCart } from '#shared/rules/cart.ts';
import { formatMoney, ZERO } from '#shared/rules/money.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import styles from './summary.module.css';

export function SummaryPage({ working }: { working: WorkingCart }) {
  const user = useUser();
  const [form, setForm] = useState(() => startingForm(user, working.shippingMethod));
  const element = useRef<HTMLFormElement>(null);
  const card = useRef<CardEntry>(null);
  const hasTried = useRef(false);
  const [paymentFailure, setPaymentFailure] = useState<string | null>(null);
  const { errors, show, blame, forget } = useFormErrors(element);
  const { place, isPlacing } = usePlaceOrder();
  const { couponCode } = working;
  const lines = linesForServer(working.cart);
  const {
    data: figures,
    error,
    isFetching,
    isPlaceholderData,
  } = useFigures({
    cart: lines,
    shippingMethod: form.shippingMethod,
    ...(couponCode && { couponCode }),
    ...(user && form.useStoreCredit && { useStoreCredit: true }),
  });
  const current = isPlaceholderData ? undefined : figures;
  useKeptCouponStatus(working, current);

  const part: FormPart = {
    form,
    errors,
    change: changed => {
      const next = { ...form, ...changed };
      setForm(next);
      keepEntered(user, next);
      for (const name of Object.keys(changed)) forget(name);
      // The cart page shows the same shipping.
      if (changed.shippingMethod) workingCart.update({ shippingMethod: changed.shippingMethod });
    },
    judge: name => {
      // What was not come to yet is not blamed for being empty.
      if (form[name] === '' && !hasTried.current) return;
      const issue = issuesOf(form, lines).find(({ path }) => path[0] === name);
      if (issue) blame(name, issue.message);
    },
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPlacing || isFetching || !figures) return;
    setPaymentFailure(null);
    hasTried.current = true;
    const issues = issuesOf(form, lines);
    if (issues.length > 0) return show(issues);
    show([]);
    // A coupon that takes nothing off, as the page says, is not part of the order.
    const coupon = figures.couponStatus === 'success' ? couponCode : '';
    const contents = { ...contentsOf(form, lines, coupon), total: figures.total };
    const failure = await place(contents, form.paymentType === 'credit-card' ? card.current : null);
    if (!failure) return;
    show(failure.issues);
    setPaymentFailure(failure.payment);
  };

  const total = figures?.total ?? ZERO;
  return (
    <div className={styles.layout}>
      <Form className={styles.form} ref={element} onSubmit={submit} aria-label="Order">
        <Contact {...part} />
        <Delivery {...part} subTotal={figures?.subTotal} />
        <div className={styles.section}>
          <Coupon working={working} figures={current} />
          <Extras {...part} />
        </div>
        <Payment
          {...part}
          entry={card}
          total={total}
          isFree={figures?.total === 0}
          failure={paymentFailure}
        />
        <div className={styles.place}>
          {error && (
            <p role="alert" className={styles.refused}>
              {`${refusal(error).message} `}
              <ButtonLink look="quiet" to="/checkout">
                Back to the cart
              </ButtonLink>
            </p>
          )}
          <Button
            look="primary"
            size="large"
            wide
            type="submit"
            disabled={isPlacing || isFetching || !figures || Boolean(error)}
          >
            {isPlacing ? 'Placing your order' : `Place order, ${formatMoney(total)}`}
          </Button>
        </div>
      </Form>
      <OrderSummary figures={figures} count={working.cart.length} isStale={isFetching} />
    </div>
  );
}

/** The cart keeps what the figures said of its coupon for the steps before and after (spec §4). */
function useKeptCouponStatus({ couponCode, couponStatus }: WorkingCart, figures: Figures | undefined) {
  const said = couponCode && figures ? figures.couponStatus : couponStatus;
  useEffect(() => {
    if (said !== couponStatus) workingCart.update({ couponStatus: said });
  }, [said, couponStatus]);
}
