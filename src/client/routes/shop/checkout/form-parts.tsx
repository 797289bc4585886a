import { useState } from 'react';
import { StateOptions } from '#client/features/accounts/state-options.tsx';
import { useUser } from '#client/features/session/session.ts';
import { useCompanyCheckout } from '#client/routes/shop/checkout/company-checkout.ts';
import { type SummaryForm, shippingTo } from '#client/routes/shop/checkout/summary-form.ts';
import { trpc } from '#client/trpc.ts';
import { Checkbox, Choice, SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import { MAX_PO_LENGTH, SHIPPING_TIER_COUNT } from '#shared/constants.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { tomorrow } from '#shared/rules/open-hours.ts';
import { SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import { allowedShippingMethods, needsShippingAddress } from '#shared/rules/payment.ts';
import { shippingCost } from '#shared/rules/shipping.ts';
import { SHIPPING_FIELDS } from '#shared/schemas/checkout.ts';
import styles from './summary.module.css';

export interface FormPart {
  form: SummaryForm;
  errors: FieldErrors;
  change: (changed: Partial<SummaryForm>) => void;
  /** Judges a field that was left. */
  judge: (name: TextName) => void;
}

export type TextName = Exclude<keyof SummaryForm, 'billsElsewhere' | 'useStoreCredit'>;

/** Returns what a text field of the form needs. */
const bound = ({ form, errors, change, judge }: FormPart, name: TextName) => ({
  name,
  value: form[name],
  error: errors[name],
  onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  onBlur: () => judge(name),
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
        maxLength={254}
        hint={isSignedIn ? undefined : 'For the confirmation and the link to your order.'}
        {...bound(part, 'email')}
      />
      <TextField label="Full name" autoComplete="name" maxLength={120} {...bound(part, 'name')} />
      <TextField
        label="Phone, for questions about the order"
        type="tel"
        autoComplete="tel"
        optional
        maxLength={40}
        {...bound(part, 'phone')}
      />
    </section>
  );
}

interface DeliveryProps extends FormPart {
  subTotal: Money | undefined;
  /** The price that was quoted; null: it is not offered. */
  freight: Money | null;
}

export function Delivery({ subTotal, freight, ...part }: DeliveryProps) {
  const { form, errors, change } = part;
  const { data } = trpc.site.get.useQuery({});
  const tiers = data?.site.shippingTiers.length === SHIPPING_TIER_COUNT ? data.site.shippingTiers : null;
  return (
    <>
      <fieldset className={styles.section}>
        <legend>Delivery</legend>
        <div>
          {allowedShippingMethods({ quoted: freight !== null }).map(method => {
            const tiered = tiers && subTotal !== undefined ? shippingCost({ subTotal, method, tiers }) : null;
            const cost = method === 'freight' ? freight : tiered;
            return (
              <Choice
                key={method}
                name="shippingMethod"
                value={method}
                label={SHIPPING_WORDS[method].label}
                hint={method === 'local' ? (data?.site.address ?? '') : SHIPPING_WORDS[method].hint}
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
          <JobSite {...part} />
          <Address {...part} kind="shipping" />
        </section>
      )}
      <Billing {...part} />
    </>
  );
}

/** The addresses that the buyer's company keeps, by their names. */
function JobSite({ form, change }: FormPart) {
  const addresses = useCompanyCheckout()?.addresses ?? [];
  if (addresses.length === 0) return null;
  const chosen = addresses.find(one =>
    SHIPPING_FIELDS.every(field => shippingTo(one)[field] === form[field]),
  );
  return (
    <SelectField
      label="Shop or job site"
      name="jobSite"
      optional
      value={chosen?._id ?? ''}
      onChange={event => {
        const site = addresses.find(({ _id }) => _id === event.target.value);
        if (site) change(shippingTo(site));
      }}
    >
      <option value="">Another address</option>
      {addresses.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function Billing(part: FormPart) {
  const { form, change } = part;
  const same = needsShippingAddress(form.shippingMethod)
    ? 'The billing address is the same as the shipping address'
    : 'No billing address is needed on the invoice';
  return (
    <section className={styles.section} aria-label="Billing address">
      <Checkbox
        label={same}
        checked={!form.billsElsewhere}
        onChange={event => change({ billsElsewhere: !event.target.checked })}
      />
      {form.billsElsewhere && <Address {...part} kind="billing" />}
    </section>
  );
}

const ADDRESS = {
  shipping: {
    street: ['shippingAddress', 'Street address'],
    city: ['shippingCity', 'City'],
    state: ['shippingState', 'State'],
    zip: ['shippingZip', 'Zip code'],
  },
  billing: {
    street: ['billingAddress', 'Billing street address'],
    city: ['billingCity', 'Billing city'],
    state: ['billingState', 'Billing state'],
    zip: ['billingZip', 'Billing zip code'],
  },
} as const;

function Address({ kind, ...part }: FormPart & { kind: keyof typeof ADDRESS }) {
  const { street, city, state, zip } = ADDRESS[kind];
  return (
    <>
      <TextField
        label={street[1]}
        autoComplete={`${kind} street-address`}
        maxLength={200}
        {...bound(part, street[0])}
      />
      <div className={styles.row}>
        <TextField
          label={city[1]}
          autoComplete={`${kind} address-level2`}
          maxLength={100}
          {...bound(part, city[0])}
        />
        <SelectField label={state[1]} autoComplete={`${kind} address-level1`} {...bound(part, state[0])}>
          <StateOptions />
        </SelectField>
        <TextField
          label={zip[1]}
          autoComplete={`${kind} postal-code`}
          inputMode="numeric"
          maxLength={20}
          {...bound(part, zip[0])}
        />
      </div>
    </>
  );
}

const EXTRAS = ['orderName', 'poNumber', 'deliveryDate', 'notes'] as const;

/** Asks for what most orders go without; in sight once something of it was entered, or is wrong. */
export function Extras(part: FormPart) {
  const { data } = trpc.site.get.useQuery({});
  const earliest = data ? tomorrow(new Date(), data.site.timeZone) : undefined;
  const isRequired = useCompanyCheckout()?.poRequired ?? false;
  const poNumber = <PoNumber {...part} isRequired={isRequired} />;
  const within = EXTRAS.filter(name => !isRequired || name !== 'poNumber');
  const [isOpen, setOpen] = useState(() => within.some(name => part.form[name] !== ''));
  const isWrong = within.some(name => part.errors[name]);
  const date = bound(part, 'deliveryDate');
  return (
    <section className={styles.section} aria-label="More about the order">
      {isRequired && poNumber}
      <details
        className={styles.more}
        open={isOpen || isWrong}
        onToggle={event => setOpen(event.currentTarget.open)}
      >
        <summary>
          {isRequired
            ? 'Add a note, an order name or the day you want it'
            : 'Add a note, an order name, a PO number or the day you want it'}
        </summary>
        <div>
          <div className={isRequired ? undefined : styles.two}>
            <TextField
              label="Order name"
              optional
              autoComplete="off"
              maxLength={120}
              {...bound(part, 'orderName')}
            />
            {!isRequired && poNumber}
          </div>
          <TextField
            label="Requested day"
            type="date"
            optional
            autoComplete="off"
            min={earliest}
            hint="Tomorrow at the earliest."
            {...date}
            value={date.value || earliest || ''}
          />
          <TextArea label="Notes" optional autoComplete="off" maxLength={2000} {...bound(part, 'notes')} />
        </div>
      </details>
    </section>
  );
}

function PoNumber({ isRequired, ...part }: FormPart & { isRequired: boolean }) {
  return (
    <TextField
      label="PO number"
      optional={!isRequired}
      hint={isRequired ? 'Your company requires one on every order.' : undefined}
      autoComplete="off"
      maxLength={MAX_PO_LENGTH}
      {...bound(part, 'poNumber')}
    />
  );
}
