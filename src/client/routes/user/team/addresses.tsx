import { type FormEvent, useRef, useState } from 'react';
import { AddressFields } from '#client/features/accounts/address-fields.tsx';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import rows from '#client/ui/rows.module.css';
import { TEAM_NOTICES } from '#shared/messages.ts';
import type { Company, CompanyAddress } from '#shared/schemas/companies.ts';
import styles from './team.module.css';

const PARTS = { street: 'address', city: 'city', state: 'state', zip: 'zip' } as const;

interface Props {
  company: Company;
  put: (company: Company) => void;
  mayChange: boolean;
}

const NEW: Partial<CompanyAddress> = {};

/** Lists the addresses that goods are sent to; the checkout offers them by their names. */
export function Addresses({ company, put, mayChange }: Props) {
  const [editing, setEditing] = useState<Partial<CompanyAddress> | null>(null);
  const { client } = trpc.useUtils();
  const remove = useAction(
    (_id: string) => client.companies.removeAddress.mutate({ company: company._id, _id }),
    {
      success: TEAM_NOTICES.removedAddress,
      failure: TEAM_NOTICES.removeAddressFailed,
      after: put,
    },
  );
  const { addresses } = company;
  return (
    <section aria-labelledby="addresses" className={styles.part}>
      <h2 id="addresses">Shops and job sites</h2>
      <p className={styles.hint}>Everyone on your team can choose these addresses at checkout.</p>
      {addresses.length > 0 && (
        <ul className={rows.rows}>
          {addresses.map(one => (
            <li key={one._id} className={rows.row}>
              <span className={rows.who}>
                <b>{one.name}</b>
                <span>{`${one.address}, ${one.city}, ${one.state} ${one.zip}`}</span>
              </span>
              {mayChange && (
                <span className={rows.actions}>
                  <Button size="small" aria-label={`Change ${one.name}`} onClick={() => setEditing(one)}>
                    Change
                  </Button>
                  <Button
                    size="small"
                    look="quiet"
                    aria-label={`Remove ${one.name}`}
                    busy={remove.isPending}
                    onClick={() => remove.mutate(one._id)}
                  >
                    Remove
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {!mayChange && addresses.length === 0 && <p>There are none yet.</p>}
      {mayChange && (
        <div>
          <Button onClick={() => setEditing(NEW)}>Add an address</Button>
        </div>
      )}
      <Dialog
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={editing?._id ? `Change ${editing.name}` : 'Add an address'}
      >
        {editing && (
          <AddressForm
            company={company}
            address={editing}
            done={changed => {
              put(changed);
              setEditing(null);
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

function AddressForm({
  company,
  address,
  done,
}: {
  company: Company;
  address: Partial<CompanyAddress>;
  done: (changed: Company) => void;
}) {
  const { client } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const save = useAction(
    (fields: Pick<CompanyAddress, 'name' | 'address' | 'city' | 'state' | 'zip'>) =>
      client.companies.saveAddress.mutate({
        company: company._id,
        ...(address._id && { _id: address._id }),
        ...fields,
      }),
    { success: TEAM_NOTICES.savedAddress, failure: TEAM_NOTICES.saveAddressFailed, after: done },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name = '', address: street = '', city = '', state = '', zip = '' } = textsOf(event.currentTarget);
    save.mutate(
      { name, address: street, city, state, zip },
      { onError: error => show(refusal(error).issues) },
    );
  };
  return (
    <Form className={styles.form} ref={form} onSubmit={submit} aria-label="Address">
      <TextField
        label="Name"
        maxLength={80}
        autoComplete="off"
        hint="What your team calls it, e.g. Shop, Smith kitchen"
        defaultValue={address.name}
        {...field('name')}
      />
      <AddressFields
        names={PARTS}
        values={{ street: address.address, city: address.city, state: address.state, zip: address.zip }}
        autoComplete="off"
        field={field}
      />
      <div className={styles.formActions}>
        <Button look="primary" type="submit" busy={save.isPending}>
          Save the address
        </Button>
      </div>
    </Form>
  );
}
