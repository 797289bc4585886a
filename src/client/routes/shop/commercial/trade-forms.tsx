import { type FormEvent, type ReactNode, useRef } from 'react';
import { AddressFields } from '#client/features/accounts/address-fields.tsx';
import { NameField, PersonFields, PhoneField } from '#client/features/accounts/person-fields.tsx';
import { useAction } from '#client/features/notices/notices.ts';
import forms from '#client/features/session/account-forms.module.css';
import { useReadUserAgain, useRegister } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { type FieldOf, textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { COMPANY_NOTICES, SITE_NOTICES, USER_NOTICES } from '#shared/messages.ts';
import type { User } from '#shared/schemas/users.ts';

interface Then {
  then: () => unknown;
}

/** Returns what keeps a form from being sent, to stand beside the fields that it names. */
function issuesOf(error: unknown) {
  const { reason, issues, message } = refusal(error);
  if (reason === 'company_exists') return [{ path: ['company', 'name'], message }];
  if (reason === 'email_taken') return [{ path: ['email'], message }];
  return issues;
}

/** Opens an account for a visitor and their company's at once. */
export function TradeForm({ then }: Then) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const register = useRegister(then);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const texts = textsOf(event.currentTarget);
    const { name = '', email = '', phone = '', password = '' } = texts;
    register.mutate(
      {
        ...{ name, email, password, permissionLevel: 'Commercial' as const },
        ...(phone && { phone }),
        company: companyOf(texts),
      },
      { onError: error => show(issuesOf(error)) },
    );
  };
  return (
    <Form className={forms.form} ref={form} onSubmit={submit} aria-label="Trade account">
      <h2>About you</h2>
      <PersonFields field={field} />
      <h2>Your company</h2>
      <CompanyFields field={field} />
      <TextField
        label="Tax ID"
        maxLength={40}
        optional
        hint="If you resell, our counter will ask you for your certificate of exemption."
        {...field('company.taxId')}
      />
      <SendButton isPending={register.isPending} waiting="Opening your account">
        Open the account
      </SendButton>
    </Form>
  );
}

/** Opens a signed-in user's own company, whose Primary they become. */
export function CompanyForm({ then }: Then) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const { client } = trpc.useUtils();
  const readAgain = useReadUserAgain();
  const create = useAction(
    (company: Omit<ReturnType<typeof companyOf>, 'taxId'>) => client.companies.create.mutate(company),
    {
      success: COMPANY_NOTICES.saved,
      failure: COMPANY_NOTICES.createFailed,
      after: async () => {
        await readAgain();
        await then();
      },
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { taxId: _unasked, ...company } = companyOf(textsOf(event.currentTarget));
    create.mutate(company, {
      // Its fields stand below `company` on this page.
      onError: error => {
        const isNamed = refusal(error).reason === 'company_exists';
        show(
          issuesOf(error).map(issue => (isNamed ? issue : { ...issue, path: ['company', ...issue.path] })),
        );
      },
    });
  };
  return (
    <Form className={forms.form} ref={form} onSubmit={submit} aria-labelledby="your-company">
      <h2 id="your-company">I buy for my company</h2>
      <CompanyFields field={field} />
      <SendButton isPending={create.isPending} waiting="Opening the account">
        Open the account
      </SendButton>
    </Form>
  );
}

/** Name and phone of who came without them. */
export function OwnUseForm({ user, then, heading }: Then & { user: User; heading: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const { client } = trpc.useUtils();
  const readAgain = useReadUserAgain();
  const save = useAction(
    (said: { name: string; phone: string }) =>
      client.users.updateProfile.mutate({ email: user.email, ...said }),
    {
      success: SITE_NOTICES.welcome,
      failure: USER_NOTICES.updateProfileFailed,
      after: async () => {
        await readAgain();
        await then();
      },
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name = '', phone = '' } = textsOf(event.currentTarget);
    if (phone.trim() === '') return show([{ path: ['phone'], message: 'is required' }]);
    save.mutate({ name, phone }, { onError: error => show(issuesOf(error)) });
  };
  return (
    <Form className={forms.form} ref={form} onSubmit={submit} aria-labelledby="own-use">
      <h2 id="own-use">{heading}</h2>
      <NameField field={field} defaultValue={user.name} />
      <PhoneField field={field} defaultValue={user.phone} />
      <SendButton isPending={save.isPending} waiting="Saving">
        Continue
      </SendButton>
    </Form>
  );
}

const ADDRESS = {
  street: 'company.address',
  city: 'company.city',
  state: 'company.state',
  zip: 'company.zip',
};

function CompanyFields({ field }: { field: FieldOf }) {
  return (
    <>
      <TextField
        label="Company name"
        autoComplete="organization"
        maxLength={160}
        {...field('company.name')}
      />
      <TextField label="Company phone" type="tel" maxLength={40} optional {...field('company.phone')} />
      <AddressFields names={ADDRESS} autoComplete="billing" optional field={field} />
    </>
  );
}

function companyOf(texts: Record<string, string>) {
  const said = (part: string) => texts[`company.${part}`] ?? '';
  return {
    name: said('name'),
    phone: said('phone'),
    address: said('address'),
    city: said('city'),
    state: said('state'),
    zip: said('zip'),
    taxId: said('taxId'),
  };
}

interface SendProps {
  isPending: boolean;
  waiting: string;
  children: ReactNode;
}

function SendButton({ isPending, waiting, children }: SendProps) {
  const isReady = useHydrated();
  return (
    <div>
      <Button look="primary" type="submit" disabled={!isReady} busy={isPending}>
        {isPending ? waiting : children}
      </Button>
    </div>
  );
}
