import { type FormEvent, useRef } from 'react';
import { PAYMENT_TEXTS, SHIPPING_TEXTS } from '#client/features/orders/order-texts.ts';
import { refusal } from '#client/refusal.ts';
import { useSaveProfile } from '#client/routes/user/settings/save-profile.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { allowedShippingMethods } from '#shared/rules/payment.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './settings.module.css';

/** What a checkout begins with. Which ways to pay a company has is known to the server, which refuses the others. */
export function PreferenceSettings({ user }: { user: User }) {
  const form = useRef<HTMLFormElement>(null);
  const { errors, show, forget } = useFormErrors(form);
  const isReady = useHydrated();
  const save = useSaveProfile(user);
  const payments = PAYMENT_TYPES.filter(type => user.company !== null || type === 'credit-card');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { paymentType, shippingMethod } = textsOf(event.currentTarget);
    show([]);
    save.mutate(
      {
        paymentType: PAYMENT_TYPES.find(type => type === paymentType) ?? null,
        shippingMethod:
          SHIPPING_METHODS.filter(method => method !== 'freight').find(method => method === shippingMethod) ??
          null,
      },
      { onError: error => show(refusal(error).issues) },
    );
  };
  return (
    <Form className={styles.section} ref={form} onSubmit={submit} aria-labelledby="preferences">
      <h2 id="preferences">Checkout</h2>
      <SelectField
        label="Preferred payment"
        name="paymentType"
        optional
        defaultValue={user.paymentType ?? ''}
        error={errors.paymentType}
        onChange={() => forget('paymentType')}
      >
        <option value="">No preference</option>
        {payments.map(type => (
          <option key={type} value={type}>
            {PAYMENT_TEXTS[type]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Preferred delivery"
        name="shippingMethod"
        optional
        defaultValue={user.shippingMethod ?? ''}
        error={errors.shippingMethod}
        onChange={() => forget('shippingMethod')}
      >
        <option value="">No preference</option>
        {allowedShippingMethods({ quoted: false }).map(method => (
          <option key={method} value={method}>
            {SHIPPING_TEXTS[method].label}
          </option>
        ))}
      </SelectField>
      <div>
        <Button type="submit" disabled={!isReady || save.isPending}>
          Save preferences
        </Button>
      </div>
    </Form>
  );
}
