import type { Ref } from 'react';
import { AccountCredit } from '#client/features/payment/account-credit.tsx';
import { CardChoice } from '#client/features/payment/card-choice.tsx';
import type { CardEntry } from '#client/features/payment/card-entry.ts';
import styles from '#client/features/payment/payment.module.css';
import { useUser } from '#client/features/session/session.ts';
import type { FormPart } from '#client/routes/shop/checkout/form-parts.tsx';
import { trpc } from '#client/trpc.ts';
import { Checkbox, Choice } from '#client/ui/field.tsx';
import type { PaymentType } from '#shared/enumerations.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { PAYMENT_WORDS } from '#shared/rules/order-facts.ts';
import summary from './summary.module.css';

interface Props extends FormPart {
  entry: Ref<CardEntry>;
  total: Money;
  /** Known to cost nothing: no card is asked for. */
  isFree: boolean;
  failure: string | null;
}

/** A card, and what else this account may pay with; the server has the last word on it. */
export function Payment({ form, errors, change, entry, total, isFree, failure }: Props) {
  const user = useUser();
  const { data: terms } = trpc.payments.terms.useQuery(undefined, { enabled: user !== null, staleTime: 0 });
  const types: PaymentType[] = terms?.paymentTypes ?? ['credit-card'];
  return (
    <section className={summary.section} aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      {user && <StoreCredit {...{ form, change }} />}
      {types.length > 1 && (
        <fieldset>
          <legend className="visually-hidden">Pay by</legend>
          {types.map(type => (
            <Choice
              key={type}
              name="paymentType"
              value={type}
              label={PAYMENT_WORDS[type].label}
              checked={form.paymentType === type}
              onChange={() => change({ paymentType: type })}
            />
          ))}
        </fieldset>
      )}
      {errors.paymentType && <p className={styles.error}>{`This payment method ${errors.paymentType}.`}</p>}
      {form.paymentType === 'Terms' && terms?.credit && <AccountCredit credit={terms.credit} total={total} />}
      {form.paymentType === 'credit-card' && !isFree && (
        <CardChoice key={user?._id} entry={entry} total={total} />
      )}
      {failure && (
        <p className={styles.error} role="alert">
          {failure}
        </p>
      )}
    </section>
  );
}

/** Offered to whom has some; the figures say how much of it this order uses. */
function StoreCredit({ form, change }: Pick<FormPart, 'form' | 'change'>) {
  const { data } = trpc.storeCredit.balance.useQuery(undefined, { staleTime: 0 });
  if (!data || data.balance <= 0) return null;
  return (
    <Checkbox
      label={`Use store credit (${formatMoney(data.balance)} available)`}
      checked={form.useStoreCredit}
      onChange={event => change({ useStoreCredit: event.target.checked })}
    />
  );
}
