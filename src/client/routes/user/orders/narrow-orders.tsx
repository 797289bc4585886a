import type { ChangeEvent, FormEvent } from 'react';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextField } from '#client/ui/field.tsx';
import { useFollowedField } from '#client/ui/followed.ts';
import { ORDER_STATUSES } from '#shared/enumerations.ts';
import { STATUS_WORDS } from '#shared/rules/order-facts.ts';
import styles from './orders.module.css';

interface Props {
  search: string;
  status: string;
  member: string;
  /** The people whose orders can be chosen, where they are a company's. */
  members: readonly { _id: string; name: string }[] | null;
  /** Tells each by its name; '' for what was left open. */
  onChange: (narrowed: Record<string, string>) => void;
}

/** Asks which orders of a list to show. */
export function NarrowOrders({ search, status, member, members, onChange }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change(new FormData(event.currentTarget));
  };
  const change = (entered: FormData) => {
    const given = ['search', 'member', 'status'].map(name => [name, String(entered.get(name) ?? '').trim()]);
    onChange(Object.fromEntries(given));
  };
  const choose = ({ target: { form } }: ChangeEvent<HTMLSelectElement>) => form && change(new FormData(form));
  return (
    <form
      className={`${styles.narrow} ${members ? styles.byMember : ''} no-print`}
      aria-label="Orders"
      onSubmit={submit}
    >
      <TextField
        label="Number, PO, job or product number"
        name="search"
        type="search"
        {...useFollowedField<HTMLInputElement>(search)}
        maxLength={120}
        optional="plainly"
      />
      {members && (
        <SelectField label="Ordered by" name="member" value={member} optional="plainly" onChange={choose}>
          <option value="">Everyone</option>
          {members.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="Status"
        name="status"
        {...useFollowedField<HTMLSelectElement>(status)}
        optional="plainly"
        onChange={choose}
      >
        <option value="">All</option>
        {ORDER_STATUSES.map(one => (
          <option key={one} value={one}>
            {STATUS_WORDS[one]}
          </option>
        ))}
      </SelectField>
      <Button type="submit">Search</Button>
    </form>
  );
}
