import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { NewPasswordField } from '#client/features/accounts/person-fields.tsx';
import { useReadUserAgain, useRegister, useUser } from '#client/features/session/session.ts';
import { logFailure } from '#client/log.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import type { Order } from '#shared/schemas/orders.ts';
import styles from './thank-you.module.css';

/** Offers a guest an account for what they have typed already: a password is all that is missing. */
export function KeepAccount({ order }: { order: Order }) {
  const user = useUser();
  const [isMade, setMade] = useState(false);
  const keepAddress = useKeepAddress(order);
  const register = useRegister(async () => {
    setMade(true);
    await keepAddress();
  });
  const form = useRef<HTMLFormElement>(null);
  const made = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone.
  useEffect(() => {
    if (isMade) made.current?.focus();
  }, [isMade]);
  const { show, field } = useFormErrors(form);
  if (isMade) {
    return (
      <p ref={made} tabIndex={-1} className={`${styles.account} no-print`} role="status">
        {`Your account is made. Confirm your email address with the link that we sent to ${order.email}; then you can add this order to your history.`}
      </p>
    );
  }
  if ((user && !register.isPending) || order.user !== null || order.email === '') return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { password = '' } = textsOf(event.currentTarget);
    const { name, email, phone } = order;
    register.mutate(
      { name, email, password, ...(phone && { phone }) },
      {
        onError: error => {
          const { issues, message } = refusal(error);
          show(issues.length > 0 ? issues : [{ path: ['password'], message }]);
        },
      },
    );
  };
  return (
    <Form
      ref={form}
      className={`${styles.account} no-print`}
      aria-labelledby="keep-account"
      onSubmit={submit}
    >
      <h2 id="keep-account">Keep your details for next time</h2>
      <p className="muted">
        {`An account for ${order.email} with the name${order.shippingAddress && ' and address'} of this order. `}
        Already have an account? <Link to="/user">Sign in</Link>
      </p>
      <NewPasswordField field={field} />
      <Button type="submit" busy={register.isPending}>
        {register.isPending ? 'Creating your account' : 'Create account'}
      </Button>
    </Form>
  );
}

/** Puts the order's address into the new account; without it the account is as good, and asks for it next time. */
function useKeepAddress({ shippingAddress, shippingCity, shippingState, shippingZip }: Order) {
  const { client } = trpc.useUtils();
  const readAgain = useReadUserAgain();
  return async () => {
    if (shippingAddress === '') return;
    try {
      const { user } = await client.auth.me.query({});
      if (!user) return;
      const { email, version } = user;
      const address = { shippingAddress, shippingCity, shippingState, shippingZip };
      await client.users.updateProfile.mutate({ ...address, email, version });
      await readAgain();
    } catch (error) {
      logFailure('The address was not kept', error);
    }
  };
}
