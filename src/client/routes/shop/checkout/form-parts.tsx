import { useState } from 'react';
import { SHIPPING_TEXTS } from '#client/features/orders/order-texts.ts';
import { useUser } from '#client/features/session/session.ts';
import type { SummaryForm } from '#client/routes/shop/checkout/summary-form.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox, Choice, TextArea, TextField } from '#client/ui/field.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import { SHIPPING_TIER_COUNT } from '#shared/constants.ts';
import type { CouponStatus } from '#shared/enumerations.ts';
import { COUPON_STATUS_TEXTS } from '#shared/messages.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { tomorrow } from '#shared/rules/open-hours.ts';
import { allowedShippingMethods, needsShippingAddress } from '#shared/rules/payment.ts';
import { shippingCost } from '#shared/rules/shipping.ts';
import styles from './summary.module.css';

export interface FormPart {
  form: SummaryForm;
  errors: FieldErrors;
  change: (changed: Partial<SummaryForm>) => void;
}

type TextName = Exclude<keyof SummaryForm, 'billsElsewhere'>;

/** What a text field of the form needs. */
const bound = ({ form, errors, change }: FormPart, name: TextName) => ({
  name,
  value: form[name],
  error: errors[name],
  onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
});

export function Contact(part: FormPart) {
  const isSignedIn = useUser() !== null;
  return (
    <section className={styles.section} aria-labelledby="contact">
      <h2 id="contact">Contact</h2>
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        hint={isSignedIn ? undefined : 'For the confirmation and the link to your order.'}
        {...bound(part, 'email')}
      />
      <TextField label="Full name" autoComplete="name" {...bound(part, 'name')} />
      <TextField
        label="Phone, in case there is a question about the order"
        type="tel"
        autoComplete="tel"
        optional
        {...bound(part, 'phone')}
      />
    </section>
  );
}

export function Delivery({ subTotal, ...part }: FormPart & { subTotal: Money | undefined }) {
  const { form, errors, change } = part;
  const { data } = trpc.site.get.useQuery({});
  const tiers = data?.site.shippingTiers.length === SHIPPING_TIER_COUNT ? data.site.shippingTiers : null;
  return (
    <>
      <fieldset className={styles.section}>
        <legend>Delivery</legend>
        <div>
          {allowedShippingMethods({ quoted: false }).map(method => {
            const cost = tiers && subTotal !== undefined ? shippingCost({ subTotal, method, tiers }) : null;
            return (
              <Choice
                key={method}
                name="shippingMethod"
                value={method}
                label={SHIPPING_TEXTS[method].label}
                hint={method === 'local' ? (data?.site.address ?? '') : SHIPPING_TEXTS[method].hint}
                aside={cost === null ? null : cost > 0 ? formatMoney(cost) : 'Free'}
                checked={form.shippingMethod === method}
                onChange={() => change({ shippingMethod: method })}
              />
            );
          })}
        </div>
        {errors.shippingMethod && <p className={styles.refused}>{errors.shippingMethod}</p>}
      </fieldset>
      {needsShippingAddress(form.shippingMethod) && (
        <section className={styles.section} aria-labelledby="shipping-address">
          <h2 id="shipping-address">Shipping address</h2>
          <TextField
            label="Street address"
            autoComplete="shipping street-address"
            {...bound(part, 'shippingAddress')}
          />
          <div className={styles.row}>
            <TextField label="City" autoComplete="shipping address-level2" {...bound(part, 'shippingCity')} />
            <TextField
              label="State"
              autoComplete="shipping address-level1"
              {...bound(part, 'shippingState')}
            />
            <TextField
              label="Zip"
              autoComplete="shipping postal-code"
              inputMode="numeric"
              {...bound(part, 'shippingZip')}
            />
          </div>
        </section>
      )}
      <Billing {...part} />
    </>
  );
}

function Billing(part: FormPart) {
  const { form, change } = part;
  const same = needsShippingAddress(form.shippingMethod)
    ? 'The billing address is the shipping address'
    : 'No billing address is needed on the invoice';
  return (
    <section className={styles.section} aria-label="Billing address">
      <Checkbox
        label={same}
        checked={!form.billsElsewhere}
        onChange={event => change({ billsElsewhere: !event.target.checked })}
      />
      {form.billsElsewhere && (
        <>
          <TextField
            label="Billing street address"
            autoComplete="billing street-address"
            {...bound(part, 'billingAddress')}
          />
          <div className={styles.row}>
            <TextField
              label="Billing city"
              autoComplete="billing address-level2"
              {...bound(part, 'billingCity')}
            />
            <TextField
              label="Billing state"
              autoComplete="billing address-level1"
              {...bound(part, 'billingState')}
            />
            <TextField
              label="Billing zip"
              autoComplete="billing postal-code"
              inputMode="numeric"
              {...bound(part, 'billingZip')}
            />
          </div>
        </>
      )}
    </section>
  );
}

/** Coupon, and what most orders go without. */
export function Extras({ couponStatus, ...part }: FormPart & { couponStatus: CouponStatus | null }) {
  const { data } = trpc.site.get.useQuery({});
  const earliest = data ? tomorrow(new Date(), data.site.timeZone) : undefined;
  return (
    <section className={styles.section} aria-label="Coupon and notes">
      <Coupon {...part} couponStatus={couponStatus} />
      <details className={styles.more}>
        <summary>Add a note, an order name or a delivery date</summary>
        <div>
          <div className={styles.two}>
            <TextField label="Order name" optional maxLength={120} {...bound(part, 'orderName')} />
            <TextField label="PO number" optional maxLength={60} {...bound(part, 'poNumber')} />
          </div>
          <TextField
            label="Delivery date"
            type="date"
            optional
            min={earliest}
            hint="Tomorrow, unless you name a later day."
            {...bound(part, 'deliveryDate')}
          />
          <TextArea label="Notes" optional maxLength={2000} {...bound(part, 'notes')} />
        </div>
      </details>
    </section>
  );
}

/** The code counts only once it is applied: the server's figures say whether it holds. */
function Coupon({ form, change, couponStatus }: FormPart & { couponStatus: CouponStatus | null }) {
  const [typed, setTyped] = useState(form.couponCode);
  const apply = () => change({ couponCode: typed.trim() });
  return (
    <div className={styles.coupon}>
      <TextField
        label="Coupon code"
        name="coupon"
        optional
        autoComplete="off"
        value={typed}
        maxLength={60}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button style={{ minHeight: 44 }} onClick={apply} disabled={typed.trim() === form.couponCode}>
        {typed.trim() === '' && form.couponCode ? 'Remove' : 'Apply'}
      </Button>
      {form.couponCode && couponStatus && (
        <p className={couponStatus === 'success' ? styles.applied : styles.refused} role="status">
          {COUPON_STATUS_TEXTS[couponStatus]}
        </p>
      )}
    </div>
  );
}
