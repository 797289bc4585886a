import { TextField } from '#client/ui/field.tsx';
import type { FieldOf } from '#client/ui/form-errors.ts';
import { PasswordField } from '#client/ui/password-field.tsx';
import { PASSWORD_MIN } from '#shared/rules/passwords.ts';

interface Props {
  field: FieldOf;
  /** The initial value. */
  defaultValue?: string;
}

export function NameField({ field, ...rest }: Props) {
  return <TextField label="Full name" autoComplete="name" maxLength={120} {...rest} {...field('name')} />;
}

export function PhoneField({ field, ...rest }: Props & { optional?: boolean }) {
  return (
    <TextField label="Phone" type="tel" autoComplete="tel" maxLength={40} {...rest} {...field('phone')} />
  );
}

/** A password that is chosen now; `then` says what follows from it. */
export function NewPasswordField({ field, label = 'Password', then = '' }: NewPassword) {
  return (
    <PasswordField
      label={label}
      autoComplete="new-password"
      hint={[`At least ${PASSWORD_MIN} characters.`, then].filter(Boolean).join(' ')}
      {...field('password')}
    />
  );
}

interface NewPassword {
  field: FieldOf;
  label?: 'Password' | 'New password';
  then?: string;
}

/** Asks for the person who registers. */
export function PersonFields({ field }: { field: FieldOf }) {
  return (
    <>
      <NameField field={field} />
      <TextField label="E-mail" type="email" autoComplete="email" maxLength={254} {...field('email')} />
      <PhoneField field={field} optional />
      <NewPasswordField field={field} />
    </>
  );
}
