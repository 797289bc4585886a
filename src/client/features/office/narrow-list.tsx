import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextField } from '#client/ui/field.tsx';
import { useFollowedField } from '#client/ui/followed.ts';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import styles from './narrow-list.module.css';

/** The row above a list by which it is narrowed; all that is chosen stands in the address. */
export function NarrowList({ children }: { children: ReactNode }) {
  return <div className={`${styles.narrow} no-print`}>{children}</div>;
}

interface SearchProps {
  /** Names the form. */
  name: string;
  /** Says what is looked in. */
  label: string;
  maxLength: number;
  address: ListAddress;
}

export function ListSearch({ name, label, maxLength, address }: SearchProps) {
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    address.change({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() });
  };
  return (
    <form onSubmit={search} aria-label={name}>
      <TextField
        label={label}
        name="search"
        type="search"
        {...useFollowedField<HTMLInputElement>(address.of('search'))}
        maxLength={maxLength}
        optional="plainly"
      />
      <Button type="submit">Search</Button>
    </form>
  );
}

interface One {
  label: string;
  name: string;
  address: ListAddress;
}

/** One of `words`, or any. */
export function ListChoice({ label, name, address, words }: One & { words: Record<string, string> }) {
  const chosen = address.of(name);
  return (
    <SelectField
      label={label}
      name={name}
      value={chosen in words ? chosen : ''}
      optional="plainly"
      onChange={({ target }) => address.change({ [name]: target.value })}
    >
      <option value="">Any</option>
      {Object.entries(words).map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </SelectField>
  );
}

export function ListDay({ label, name, address }: One) {
  return (
    <TextField
      label={label}
      name={name}
      type="date"
      value={address.of(name)}
      optional="plainly"
      onChange={({ target }) => address.change({ [name]: target.value })}
    />
  );
}

/** One for each thing that a list is narrowed by, without those of no text; it is taken off by following it. */
export function ListChips({
  chips,
  address,
}: {
  chips: readonly { name: string; text: string | undefined }[];
  address: ListAddress;
}) {
  const shown = chips.filter(({ text }) => text);
  if (shown.length === 0) return null;
  const none = Object.fromEntries(shown.map(({ name }) => [name, '']));
  return (
    <ul className={`${styles.chips} no-print`} aria-label="Narrowed by">
      {shown.map(({ name, text }) => (
        <li key={name}>
          <Link to={address.hrefWith({ [name]: '' })} aria-label={`Remove ${text}`}>
            {text} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {shown.length > 1 && (
        <li>
          <Link to={address.hrefWith(none)}>Clear all</Link>
        </li>
      )}
    </ul>
  );
}
