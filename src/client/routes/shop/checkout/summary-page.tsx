import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { CardEntry } from '#client/features/payment/card-entry.ts';
import { useUser } from '#client/features/session/session.ts';
import { useCompanyCheckout, useNeedsApproval } from '#client/routes/shop/checkout/company-checkout.ts';
import { Coupon } from '#client/routes/shop/checkout/coupon.tsx';
import { figuresKey, useFigures } from '#client/routes/shop/checkout/figures.ts';
import {
  Contact,
  Delivery,
  Extras,
  type FormPart,
  type TextName,
} from '#client/routes/shop/checkout/form-parts.tsx';
import { givenUp } from '#client/routes/shop/checkout/order-attempt.ts';
import type { PlacingFailure } from '#client/routes/shop/checkout/order-failure.ts';
import { OrderSummary } from '#client/routes/shop/checkout/order-summary.tsx';
import type { Ordered } from '#client/routes/shop/checkout/ordered.ts';
import { Payment } from '#client/routes/shop/checkout/payment.tsx';
import { PlaceBar } from '#client/routes/shop/checkout/place-bar.tsx';
import { usePlaceOrder } from '#client/routes/shop/checkout/place-order.ts';
import { Refused } from '#client/routes/shop/checkout/refused.tsx';
import {
  contentsOf,
  issuesOf,
  keepEntered,
  startingForm,
} from '#client/routes/shop/checkout/summary-form.ts';
import { useTakeRemedy } from '#client/routes/shop/checkout/take-remedy.ts';
import { unappliedIssues, useUnappliedCode } from '#client/routes/shop/checkout/unapplied-code.ts';
import { trpc } from '#client/trpc.ts';
import { useAfterPress } from '#client/ui/after-press.ts';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import type { Remedy } from '#shared/errors.ts';
import { ZERO } from '#shared/rules/money.ts';
import type { GetCostInput } from '#shared/schemas/checkout.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import styles from './summary.module.css';

/** The form of an order, and what it costs. */
export function SummaryPage({ ordered }: { ordered: Ordered }) {
  const { source, cartIds, chosen, choose } = ordered;
  const { couponCode } = chosen;
  const user = useUser();
  const { data: terms, refetch: askTerms } = trpc.payments.terms.useQuery(undefined, {
    enabled: user !== null,
  });
  const company = useCompanyCheckout();
  const [form, setForm] = useState(() =>
    startingForm(user, { ...ordered, terms, ...(company && { places: company.addresses }) }),
  );
  const element = useRef<HTMLFormElement>(null);
  const card = useRef<CardEntry>(null);
  const hasTried = useRef(false);
  const [failed, setFailed] = useState<PlacingFailure | null>(null);
  /** The remedy that was taken since, in words. */
  const [taken, setTaken] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const { errors, show, blame, forget } = useFormErrors(element);
  const unapplied = useUnappliedCode({ errors, blame, forget });
  const { place, isPlacing } = usePlaceOrder(ordered);
  const isPoRequired = company?.poRequired ?? false;
  /** The figures that were seen of a cart that turned out to be different. */
  const [seen, setSeen] = useState<Figures | null>(null);
  function costAsked(code: string): GetCostInput {
    const { shippingMethod } = form;
    const usesCredit = user !== null && form.useStoreCredit;
    return {
      ...source,
      ...givenUp(),
      shippingMethod,
      ...(code && { couponCode: code }),
      ...(usesCredit && { useStoreCredit: true }),
    };
  }
  const asked = useFigures(costAsked(couponCode), isPlacing);
  const { data: figures, error, isFetching, isPlaceholderData, refetch } = asked;
  const current = isPlaceholderData && !isPlacing ? undefined : figures;
  useKeptCouponStatus(ordered, current);
  const isToApprove = useNeedsApproval({ cartIds, paymentType: form.paymentType }, current);
  const judged = () => issuesOf(form, source, isPoRequired);
  const judge = useAfterPress((name: TextName) => {
    // Before the first try to order, no field is blamed for being empty.
    if (form[name] === '' && !hasTried.current) return;
    const issue = judged().find(({ path }) => path[0] === name);
    if (issue) blame(name, issue.message);
  });

  const part: FormPart = {
    form,
    errors,
    change: changed => {
      const next = { ...form, ...changed };
      setForm(next);
      keepEntered(user, next, cartIds);
      for (const name of Object.keys(changed)) forget(name);
      // The cart page shows the same shipping.
      if (changed.shippingMethod) choose({ shippingMethod: changed.shippingMethod });
    },
    judge,
  };

  /** The figures that the refusal says; a coupon that no longer holds is let go. */
  const showRefused = (failure: PlacingFailure) => {
    setFailed(failure);
    if (failure.isChanged) setSeen(figures ?? null);
    if (!failure.figures) return;
    const falls = couponCode !== '' && failure.figures.couponStatus !== 'success';
    if (falls) choose({ couponCode: '', couponStatus: null, couponType: null });
    queryClient.setQueryData(figuresKey(costAsked(falls ? '' : couponCode)), failure.figures);
  };

  const submit = async (isAsking: boolean) => {
    if (isPlacing || isFetching || !figures) return;
    setFailed(null);
    setTaken(null);
    setSeen(null);
    hasTried.current = true;
    const issues = [...judged(), ...unappliedIssues(unapplied.typed, couponCode)];
    if (issues.length > 0) return show(issues);
    show([]);
    // A coupon that takes nothing off, as the page says, is not part of the order.
    const coupon = figures.couponStatus === 'success' ? couponCode : '';
    const contents = {
      ...contentsOf(form, source, coupon),
      total: figures.total,
      ...(figures.carts && { cartVersions: figures.carts.map(({ version }) => version) }),
      ...(user && { signedInAs: user._id }),
    };
    const entry = form.paymentType === 'credit-card' ? card.current : null;
    const failure = await place(contents, entry, isAsking);
    if (!failure) return;
    // The company may owe more than the page knew of.
    if (form.paymentType === 'Terms') void askTerms();
    show(failure.issues);
    showRefused(failure);
  };
  const takeRemedy = useTakeRemedy(ordered, { change: part.change, ask: () => submit(true) });
  const onAgain = async (again: NonNullable<Remedy['again']>, { text }: Remedy) => {
    setFailed(null);
    setSeen(null);
    if (!again.to) setTaken(text);
    await takeRemedy(again);
  };

  return (
    <div className={styles.layout}>
      <Form
        className={styles.form}
        ref={element}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit(isToApprove);
        }}
        aria-label="Order"
      >
        <Contact {...part} />
        <Delivery {...part} subTotal={figures?.subTotal} freight={ordered.freight} />
        <div className={styles.section}>
          <Coupon {...{ chosen, choose, unapplied }} figures={current} />
          <Extras {...part} />
        </div>
        <Payment
          {...part}
          entry={card}
          total={figures?.total ?? ZERO}
          isFree={figures?.total === 0}
          failure={failed?.payment ?? null}
        />
        <Refused failure={failed} taken={taken} onAgain={onAgain} />
        <PlaceBar
          figures={error ? undefined : current}
          isFetching={isFetching}
          isPlacing={isPlacing}
          isToApprove={isToApprove}
          seen={seen}
          error={error}
          onRetry={refetch}
          onAgain={onAgain}
          cartIds={cartIds}
        />
      </Form>
      <OrderSummary figures={figures} ordered={ordered} isStale={isFetching} />
    </div>
  );
}

/** Keeps in the cart what the figures said of its coupon, for the steps before and after (rule O3). */
function useKeptCouponStatus({ chosen, choose }: Ordered, figures: Figures | undefined) {
  const { couponCode, couponStatus } = chosen;
  const said = couponCode && figures ? figures.couponStatus : couponStatus;
  useEffect(() => {
    if (said !== couponStatus) choose({ couponStatus: said });
  });
}
