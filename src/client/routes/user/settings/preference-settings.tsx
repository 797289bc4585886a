import { type FormEvent, useRef } from 'react';
import { DeliveryPreference, PaymentPreference } from '#client/features/orders/preference-fields.tsx';
import { methodOf, paymentOf } from '#client/features/orders/preferences.ts';
import { refusal } from '#client/refusal.ts';
import { useSaveProfile } from '#client/routes/user/settings/save-profile.ts';
import { Button } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { PAYMENT_TYPES } from '#shared/enumerations.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './settings.module.css';

/** Asks what a checkout begins with. The server knows which ways to pay a company has, and refuses the others. */
export function PreferenceSettings({ user }: { user: User }) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const isReady = useHydrated();
  const save = useSaveProfile(user);
  const payments = PAYMENT_TYPES.filter(type => user.company !== null || type === 'credit-card');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { paymentType, shippingMethod } = textsOf(event.currentTarget);
    show([]);
    save.mutate(
      {
        paymentType: paymentOf(paymentType),
        shippingMethod: methodOf(shippingMethod),
      },
      { onError: error => show(refusal(error).issues) },
    );
  };
  return (
    <Form className={styles.section} ref={form} onSubmit={submit} aria-labelledby="preferences">
      <h2 id="preferences">Checkout</h2>
      <PaymentPreference
        label="Preferred payment"
        name="paymentType"
        chosen={user.paymentType}
        types={payments}
        field={field}
      />
      <DeliveryPreference
        label="Preferred delivery"
        name="shippingMethod"
        chosen={user.shippingMethod}
        field={field}
      />
      <div>
        <Button type="submit" disabled={!isReady} busy={save.isPending}>
          Save preferences
        </Button>
      </div>
    </Form>
  );
}
