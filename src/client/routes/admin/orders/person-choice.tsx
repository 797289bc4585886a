import { useDeferredValue, useId, useState } from 'react';
import { trpc } from '#client/trpc.ts';
import { Choice, TextField } from '#client/ui/field.tsx';
import styles from './person-choice.module.css';

export interface Person {
  _id: string;
  name: string;
  email: string;
}

interface Props {
  label: string;
  chosen: Person | null;
  onChoose: (person: Person) => void;
  error?: string | null;
}

/** Rows that are offered at a time. */
const MAX_OFFERED = 6;

/** Finds an account by name or address, and has one of those found chosen. */
export function PersonChoice({ label, chosen, onChoose, error }: Props) {
  const group = useId();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { data } = trpc.users.list.useQuery(
    { search, limit: MAX_OFFERED },
    { enabled: search.length > 1, placeholderData: before => before },
  );
  const found: Person[] = search.length > 1 ? (data?.users ?? []) : [];
  const offered = chosen && !found.some(({ _id }) => _id === chosen._id) ? [chosen, ...found] : found;
  return (
    <div>
      <TextField
        label={label}
        name="person"
        type="search"
        autoComplete="off"
        optional="plainly"
        hint="Name or email address"
        value={typed}
        error={error ?? null}
        onChange={({ target }) => setTyped(target.value)}
      />
      <fieldset className={styles.found}>
        <legend className="visually-hidden">{label}</legend>
        {offered.map(person => (
          <Choice
            key={person._id}
            name={group}
            label={person.name || person.email}
            hint={person.email}
            checked={person._id === chosen?._id}
            onChange={() => onChoose(person)}
          />
        ))}
      </fieldset>
      <p role="status" className={styles.none}>
        {search.length > 1 && data && found.length === 0 && 'Nobody is called that.'}
      </p>
    </div>
  );
}
