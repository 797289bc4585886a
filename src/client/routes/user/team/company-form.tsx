import { type FormEvent, useRef } from 'react';
import { AddressFields } from '#client/features/accounts/address-fields.tsx';
import { useAction } from '#client/features/notices/notices.ts';
import { DeliveryPreference, PaymentPreference } from '#client/features/orders/preference-fields.tsx';
import { methodOf, paymentOf } from '#client/features/orders/preferences.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import facts from '#client/ui/facts.module.css';
import { Facts } from '#client/ui/facts.tsx';
import { Checkbox, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { DEFAULT_TERMS_DAYS } from '#shared/constants.ts';
import { COMPANY_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { allowedPaymentTypes } from '#shared/rules/payment.ts';
import type { Company } from '#shared/schemas/companies.ts';
import styles from './team.module.css';

const PARTS = { street: 'address', city: 'city', state: 'state', zip: 'zip' } as const;

interface Props {
  company: Company;
  put: (company: Company) => void;
  mayChange: boolean;
}

/** Shows what the company says of itself, and what was agreed with it. */
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
  return (
    <Facts
      className={facts.band}
      facts={[
        ['Account number', accountNumber ?? ''],
        ['Your salesperson', salesman],
        ['Credit limit', creditLimit > 0 ? formatMoney(creditLimit) : 'None'],
        ['Terms', creditLimit > 0 ? `${termsDays ?? DEFAULT_TERMS_DAYS} days` : ''],
        ['Sales tax', taxExempt ? 'Exempt' : 'Charged'],
      ]}
    />
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

function Own({ company, put }: Pick<Props, 'company' | 'put'>) {
  const { client } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
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
  const isReady = useHydrated();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(textsOf(event.currentTarget), { onError: error => show(refusal(error).issues) });
  };
  return (
    <Form className={styles.form} ref={form} onSubmit={submit} aria-labelledby="company">
      <div className={styles.two}>
        <TextField
          label="E-mail"
          type="email"
          autoComplete="off"
          maxLength={254}
          optional
          defaultValue={company.email}
          {...field('email')}
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="off"
          maxLength={40}
          optional
          defaultValue={company.phone}
          {...field('phone')}
        />
      </div>
      <AddressFields
        names={PARTS}
        values={{ street: company.address, city: company.city, state: company.state, zip: company.zip }}
        autoComplete="off"
        optional
        field={field}
      />
      <div className={styles.two}>
        <PaymentPreference
          label="Default payment"
          name="preferredPayment"
          chosen={company.preferredPayment}
          types={allowedPaymentTypes({ company, byStaff: false })}
          field={field}
        />
        <DeliveryPreference
          label="Default delivery"
          name="preferredShipping"
          chosen={company.preferredShipping}
          field={field}
        />
      </div>
      <Checkbox label="Every order needs a PO number" name="poRequired" defaultChecked={company.poRequired} />
      <div className={styles.formActions}>
        <Button look="primary" type="submit" unable={!isReady} busy={save.isPending}>
          Save the company
        </Button>
      </div>
    </Form>
  );
}
