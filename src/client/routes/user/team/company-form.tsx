import { type FormEvent, useRef } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { PAYMENT_TEXTS, SHIPPING_TEXTS } from '#client/features/orders/order-texts.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox, SelectField, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { DEFAULT_TERMS_DAYS } from '#shared/constants.ts';
import type { PaymentType, ShippingMethod } from '#shared/enumerations.ts';
import { COMPANY_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { allowedPaymentTypes, allowedShippingMethods } from '#shared/rules/payment.ts';
import { US_STATES } from '#shared/rules/us-address.ts';
import type { Company } from '#shared/schemas/companies.ts';
import styles from './team.module.css';

interface Props {
  company: Company;
  put: (company: Company) => void;
  mayChange: boolean;
}

/** What the company says of itself, and what was agreed with it. */
export function CompanyForm({ company, put, mayChange }: Props) {
  return (
    <section aria-labelledby="company" className={styles.part}>
      <h2 id="company">{company.name}</h2>
      <Agreed company={company} />
      {mayChange ? <Own {...{ company, put }} /> : <OwnFacts company={company} />}
    </section>
  );
}

/** Only staff change these. */
function Agreed({ company }: { company: Company }) {
  const { accountNumber, salesman, creditLimit, termsDays, taxExempt } = company;
  const facts = [
    ['Account number', accountNumber ?? ''],
    ['Your salesman', salesman],
    ['Credit limit', creditLimit > 0 ? formatMoney(creditLimit) : 'None'],
    ['Terms', creditLimit > 0 ? `${termsDays ?? DEFAULT_TERMS_DAYS} days` : ''],
    ['Sales tax', taxExempt ? 'Exempt' : 'Charged'],
  ].filter(([, value]) => value !== '');
  return (
    <dl className={styles.agreed}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function OwnFacts({ company }: { company: Company }) {
  const { email, phone, address, city, state, zip } = company;
  return (
    <p>
      {[address, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '), phone, email]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

const paymentOf = (value: string | undefined) => (value ? (value as PaymentType) : null);
const methodOf = (value: string | undefined) =>
  value ? (value as Exclude<ShippingMethod, 'freight'>) : null;

function Own({ company, put }: Pick<Props, 'company' | 'put'>) {
  const { client } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { errors, show, forget } = useFormErrors(form);
  const save = useAction(
    ({ preferredPayment, preferredShipping, poRequired, ...texts }: Record<string, string>) =>
      client.companies.update.mutate({
        _id: company._id,
        version: company.version,
        ...texts,
        preferredPayment: paymentOf(preferredPayment),
        preferredShipping: methodOf(preferredShipping),
        poRequired: poRequired === 'on',
      }),
    { success: COMPANY_NOTICES.saved, failure: COMPANY_NOTICES.saveFailed, after: put },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(textsOf(event.currentTarget), { onError: error => show(refusal(error).issues) });
  };
  const bound = (name: 'email' | 'phone' | 'address' | 'city' | 'state' | 'zip') => ({
    name,
    optional: true,
    defaultValue: company[name],
    error: errors[name],
    onChange: () => forget(name),
  });
  return (
    <Form className={styles.form} ref={form} onSubmit={submit} aria-labelledby="company">
      <div className={styles.two}>
        <TextField label="E-mail" type="email" autoComplete="off" maxLength={254} {...bound('email')} />
        <TextField label="Phone" type="tel" autoComplete="off" maxLength={40} {...bound('phone')} />
      </div>
      <TextField label="Street address" autoComplete="off" maxLength={200} {...bound('address')} />
      <div className={styles.place}>
        <TextField label="City" autoComplete="off" maxLength={120} {...bound('city')} />
        <SelectField label="State" autoComplete="off" {...bound('state')}>
          <option value="">Choose</option>
          {Object.entries(US_STATES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="Zip code" autoComplete="off" inputMode="numeric" maxLength={20} {...bound('zip')} />
      </div>
      <div className={styles.two}>
        <SelectField
          label="Orders start with payment by"
          name="preferredPayment"
          optional
          defaultValue={company.preferredPayment ?? ''}
          error={errors.preferredPayment}
        >
          <option value="">No preference</option>
          {allowedPaymentTypes({ company, byStaff: false }).map(type => (
            <option key={type} value={type}>
              {PAYMENT_TEXTS[type]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Orders start with delivery by"
          name="preferredShipping"
          optional
          defaultValue={company.preferredShipping ?? ''}
          error={errors.preferredShipping}
        >
          <option value="">No preference</option>
          {allowedShippingMethods({ quoted: false }).map(method => (
            <option key={method} value={method}>
              {SHIPPING_TEXTS[method].label}
            </option>
          ))}
        </SelectField>
      </div>
      <Checkbox label="Every order needs a PO number" name="poRequired" defaultChecked={company.poRequired} />
      <div className={styles.formActions}>
        <Button look="primary" type="submit" disabled={save.isPending}>
          Save the company
        </Button>
      </div>
    </Form>
  );
}
