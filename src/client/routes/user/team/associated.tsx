import { type FormEvent, useRef } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import rows from '#client/ui/rows.module.css';
import { COMPANY_NOTICES, TEAM_NOTICES } from '#shared/messages.ts';
import type { Company } from '#shared/schemas/companies.ts';
import styles from './team.module.css';

interface Props {
  company: Company;
  put: (company: Company) => void;
  mayChange: boolean;
}

/** Other people's accounts that may buy for the company. */
export function Associated({ company, put, mayChange }: Props) {
  const { client } = trpc.useUtils();
  const remove = useAction(
    (_id: string) => client.companies.removeAssociatedAccount.mutate({ company: company._id, _id }),
    { success: TEAM_NOTICES.removedAccount, failure: TEAM_NOTICES.removeAccountFailed, after: put },
  );
  const { associatedAccounts: accounts } = company;
  if (!mayChange && accounts.length === 0) return null;
  return (
    <section aria-labelledby="associated" className={styles.part}>
      <h2 id="associated">Associated accounts</h2>
      <p className={styles.hint}>
        People outside your team who may order on your account
        {company.accountNumber ? `, ${company.accountNumber}` : ''}.
      </p>
      {accounts.length > 0 && (
        <ul className={rows.rows}>
          {accounts.map(({ _id, email, name }) => (
            <li key={_id} className={rows.row}>
              <span className={rows.who}>
                <b>{name || email}</b>
                {name && <span>{email}</span>}
              </span>
              {mayChange && (
                <span className={rows.actions}>
                  <Button
                    size="small"
                    look="quiet"
                    aria-label={`Remove ${name || email}`}
                    busy={remove.isPending}
                    onClick={() => remove.mutate(_id)}
                  >
                    Remove
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && <AddAccount {...{ company, put }} />}
    </section>
  );
}

function AddAccount({ company, put }: Pick<Props, 'company' | 'put'>) {
  const { client } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const add = useAction(
    (asked: { email: string; name: string }) =>
      client.companies.addAssociatedAccount.mutate({ company: company._id, ...asked }),
    { success: TEAM_NOTICES.addedAccount, failure: COMPANY_NOTICES.addUserFailed, after: put },
  );
  const isReady = useHydrated();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email = '', name = '' } = textsOf(event.currentTarget);
    add.mutate(
      { email, name },
      {
        onSuccess: () => form.current?.reset(),
        onError: error => {
          const { reason, issues, message } = refusal(error);
          show(reason === 'account_associated' ? [{ path: ['email'], message }] : issues);
        },
      },
    );
  };
  return (
    <Form className={styles.inline} ref={form} onSubmit={submit} aria-label="Add an associated account">
      <TextField
        label="E-mail of the account"
        type="email"
        autoComplete="off"
        maxLength={254}
        {...field('email')}
      />
      <TextField label="Name" optional autoComplete="off" maxLength={120} {...field('name')} />
      <Button type="submit" unable={!isReady} busy={add.isPending}>
        Add the account
      </Button>
    </Form>
  );
}
