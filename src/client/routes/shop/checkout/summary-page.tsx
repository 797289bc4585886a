import { type FormEvent, useRef, useState } from 'react';
import { linesForServer, workingCart } from '#client/features/cart/cart.ts';
import { useFigures } from '#client/features/cart/figures.ts';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import type { CardEntry } from '#client/routes/shop/checkout/card-payment.ts';
import { Contact, Delivery, Extras, type FormPart } from '#client/routes/shop/checkout/form-parts.tsx';
import { OrderSummary } from '#client/routes/shop/checkout/order-summary.tsx';
import { Payment } from '#client/routes/shop/checkout/payment.tsx';
import { usePlaceOrder } from '#client/routes/shop/checkout/place-order.ts';
import { keepEntered, type SummaryForm, startingForm } from '#client/routes/shop/checkout/summary-form.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import type { WorkingCart } from '#shared/rules/cart.ts';
import { formatMoney, ZERO } from '#shared/rules/money.ts';
import { checkoutSchema, SHIPPING_FIELDS } from '#shared/schemas/orders.ts';
import styles from './summary.module.css';

const BILLING_FIELDS = ['billingAddress', 'billingCity', 'billingState', 'billingZip'] as const;

/** The order as it is submitted, but for key and total. Pick-up needs no address, and what is not billed elsewhere is empty. */
function contentsOf(form: SummaryForm, working: WorkingCart) {
  const { billsElsewhere, deliveryDate, ...fields } = form;
  for (const name of form.shippingMethod === 'local' ? SHIPPING_FIELDS : []) fields[name] = '';
  for (const name of billsElsewhere ? [] : BILLING_FIELDS) fields[name] = '';
  return {
    ...fields,
    cart: linesForServer(working.cart),
    businessName: '',
    businessEmail: '',
    associatedAccountNumber: '',
    useStoreCredit: false,
    ...(deliveryDate && { deliveryDate }),
  };
}

export function SummaryPage({ working }: { working: WorkingCart }) {
  const user = useUser();
  const [form, setForm] = useState(() =>
    startingForm(user, { shippingMethod: working.shippingMethod, couponCode: working.couponCode }),
  );
  const element = useRef<HTMLFormElement>(null);
  const card = useRef<CardEntry>(null);
  const [paymentFailure, setPaymentFailure] = useState<string | null>(null);
  const { errors, show, forget } = useFormErrors(element);
  const { place, isPlacing } = usePlaceOrder();
  const { shippingMethod, couponCode, shippingState, shippingZip } = form;
  const {
    data: figures,
    error,
    isFetching,
  } = useFigures({
    cart: linesForServer(working.cart),
    shippingMethod,
    ...(couponCode && { couponCode }),
    ...(shippingState && { shippingState }),
    ...(shippingZip && { shippingZip }),
  });

  const part: FormPart = {
    form,
    errors,
    change: changed => {
      const next = { ...form, ...changed };
      setForm(next);
      keepEntered(next);
      for (const name of Object.keys(changed)) forget(name);
      // The cart page shows the same shipping and coupon.
      workingCart.update({ shippingMethod: next.shippingMethod, couponCode: next.couponCode });
    },
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPlacing || isFetching || !figures) return;
    setPaymentFailure(null);
    const contents = { ...contentsOf(form, working), total: figures.total };
    const checked = checkoutSchema.safeParse({ ...contents, idempotencyKey: crypto.randomUUID() });
    if (!checked.success) return show(checked.error.issues);
    show([]);
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
        <Extras {...part} couponStatus={figures?.couponStatus ?? null} />
        <Payment {...part} entry={card} total={total} failure={paymentFailure} />
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
