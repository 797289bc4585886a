import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import layout from '#client/features/office/fields.module.css';
import { useSettled } from '#client/features/search/suggestions.ts';
import { refusal } from '#client/refusal.ts';
import styles from '#client/routes/admin/create-order/create-order.module.css';
import { trpc } from '#client/trpc.ts';
import { Choice, TextField } from '#client/ui/field.tsx';
import { LoadError } from '#client/ui/load-error.tsx';

/** Names the customer of an order. */
export type Customer =
  | { kind: 'walk-in' }
  | { kind: 'user' | 'company'; _id: string; name: string; more: string };

export const WALK_IN: Customer = { kind: 'walk-in' };

interface Props {
  chosen: Customer;
  onChoose: (customer: Customer) => void;
}

/** Finds whom the order is for: a person, at their company's prices where they have one, or a company itself. */
export function CustomerField({ chosen, onChoose }: Props) {
  const group = useId();
  const [typed, setTyped] = useState('');
  const text = useSettled(typed.trim());
  const { data, error, isPlaceholderData, refetch } = trpc.office.find.useQuery(
    { text },
    { enabled: text !== '', placeholderData: keepPreviousData, staleTime: 0 },
  );
  const found: Customer[] =
    text === '' || !data
      ? []
      : [
          ...data.companies.map(({ _id, name, accountNumber }) => ({
            ...{ kind: 'company' as const, _id, name },
            more: accountNumber ? `Company, account ${accountNumber}` : 'Company',
          })),
          ...data.people.map(({ _id, name, email }) => ({
            ...{ kind: 'user' as const, _id, name: name || email, more: email },
          })),
        ];
  const isAnswered = data !== undefined && !isPlaceholderData && text !== '' && text === typed.trim();
  const isChosen = (one: Customer) => keyOf(one) === keyOf(chosen);
  const offered = [WALK_IN, ...(chosen.kind === 'walk-in' || found.some(isChosen) ? [] : [chosen]), ...found];
  return (
    <div className={layout.stack}>
      <TextField
        label="Find a customer"
        name="customer"
        type="search"
        autoComplete="off"
        optional="plainly"
        hint="Name, email address or company"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {error && text !== '' && <LoadError message={refusal(error).message} onRetry={refetch} />}
      <p role="status" className={styles.told}>
        {typed.trim() === '' || error
          ? ''
          : !isAnswered
            ? 'Looking…'
            : found.length === 0
              ? 'Nobody found.'
              : ''}
      </p>
      <fieldset className={styles.customers}>
        <legend className="visually-hidden">Customer</legend>
        {offered.map(one => (
          <Choice
            key={keyOf(one)}
            name={group}
            label={one.kind === 'walk-in' ? 'Somebody at the counter' : one.name}
            hint={one.kind === 'walk-in' ? 'Without an account' : one.more}
            checked={isChosen(one)}
            onChange={() => onChoose(one)}
          />
        ))}
      </fieldset>
    </div>
  );
}

const keyOf = (one: Customer) => (one.kind === 'walk-in' ? '' : `${one.kind} ${one._id}`);
