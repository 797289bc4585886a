import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AddressFields } from '#client/features/accounts/address-fields.tsx';
import { NameField, PhoneField } from '#client/features/accounts/person-fields.tsx';
import { notify, useAction } from '#client/features/notices/notices.ts';
import { useReadUserAgain } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { PasswordField } from '#client/ui/password-field.tsx';
import { USER_NOTICES } from '#shared/messages.ts';
import type { UpdateProfile, User } from '#shared/schemas/users.ts';
import styles from './profile.module.css';

const ADDRESSES = [
  {
    kind: 'shipping',
    title: 'Shipping address',
    names: { street: 'shippingAddress', city: 'shippingCity', state: 'shippingState', zip: 'shippingZip' },
  },
  {
    kind: 'billing',
    title: 'Billing address',
    names: { street: 'billingAddress', city: 'billingCity', state: 'billingState', zip: 'billingZip' },
  },
] as const;

const valuesOf = (user: User, names: (typeof ADDRESSES)[number]['names']) => ({
  street: user[names.street],
  city: user[names.city],
  state: user[names.state],
  zip: user[names.zip],
});

/** Asks what users say of themselves. Another e-mail address waits until it is confirmed there. */
export function ProfileForm({ user }: { user: User }) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const [moves, setMoves] = useState(false);
  const isReady = useHydrated();
  const email = field('email');
  const isOther = (typed: string) => {
    const address = typed.trim().toLowerCase();
    return address !== '' && address !== user.email.toLowerCase();
  };
  const emailField = () => {
    const input = form.current?.elements.namedItem('email');
    return input instanceof HTMLInputElement ? input : null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before scripts were there
  useEffect(() => setMoves(isOther(emailField()?.value ?? '')), []);
  const { client } = trpc.useUtils();
  const readAgain = useReadUserAgain();
  const save = useAction((said: UpdateProfile) => client.users.updateProfile.mutate(said), {
    success: USER_NOTICES.profileUpdated,
    failure: USER_NOTICES.updateProfileFailed,
    after: readAgain,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email = '', currentPassword = '', ...texts } = textsOf(event.currentTarget);
    if (email.trim() === '') {
      notify(USER_NOTICES.needsEmail);
      return show([{ path: ['email'], message: USER_NOTICES.needsEmail.text }]);
    }
    show([]);
    save.mutate(
      { ...texts, email, version: user.version, ...(currentPassword && { currentPassword }) },
      {
        onSuccess: () => {
          setMoves(false);
          // An address that waits for its confirmation is not asked for again by the next change.
          const input = emailField();
          if (input) input.value = user.email;
        },
        onError: error => {
          const { reason, issues, message } = refusal(error);
          show(reason === 'email_taken' ? [{ path: ['email'], message }] : issues);
        },
      },
    );
  };
  return (
    <Form className={styles.form} ref={form} onSubmit={submit} aria-label="Profile">
      <section className={styles.section} aria-labelledby="about-you">
        <h2 id="about-you">About you</h2>
        <NameField field={field} defaultValue={user.name} />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={user.email}
          hint={
            user.pendingEmail === null
              ? 'A new address takes effect once you confirm it by the link we send there.'
              : `We have sent a link to ${user.pendingEmail}. Until you confirm it, your address stays ${user.email}.`
          }
          {...email}
          onChange={event => {
            email.onChange();
            setMoves(isOther(event.currentTarget.value));
          }}
        />
        {moves && user.hasPassword && (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            optional="plainly"
            hint="Needed to change the address, unless you signed in within the last ten minutes."
            {...field('currentPassword')}
          />
        )}
        <PhoneField field={field} optional defaultValue={user.phone} />
      </section>
      {ADDRESSES.map(({ kind, title, names }) => (
        <section key={kind} className={styles.section} aria-labelledby={kind}>
          <h2 id={kind}>{title}</h2>
          <AddressFields
            names={names}
            values={valuesOf(user, names)}
            autoComplete={kind}
            optional
            field={field}
          />
        </section>
      ))}
      <div>
        <Button look="primary" type="submit" disabled={!isReady} busy={save.isPending}>
          {save.isPending ? 'Saving' : 'Save'}
        </Button>
      </div>
    </Form>
  );
}
