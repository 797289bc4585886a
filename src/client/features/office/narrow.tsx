import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextField } from '#client/ui/field.tsx';
import { useFollowedField } from '#client/ui/followed.ts';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import styles from './narrow.module.css';

interface Props {
  address: ListAddress;
  /** The name of the form. */
  name: string;
  /** Says by what rows are found. */
  label: string;
  /** The choices beside the search. */
  children: ReactNode;
}

/** Asks which rows of a list to show: by words, and by the choices in it. */
export function Narrow({ address, name, label, children }: Props) {
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    address.change({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() });
  };
  return (
    <div className={`${styles.narrow} no-print`}>
      <form onSubmit={search} aria-label={name}>
        <TextField
          label={label}
          name="search"
          type="search"
          {...useFollowedField<HTMLInputElement>(address.of('search'))}
          maxLength={120}
          optional="plainly"
        />
        <Button type="submit">Search</Button>
      </form>
      {children}
    </div>
  );
}

/** One thing that a list can be narrowed by: its name in the address, and the words for each value. */
export interface NarrowedBy {
  label: string;
  name: string;
  words: Readonly<Record<string, string>>;
}

export function NarrowChoice({ label, name, words, address }: NarrowedBy & { address: ListAddress }) {
  const chosen = address.of(name);
  return (
    <SelectField
      label={label}
      name={name}
      value={Object.hasOwn(words, chosen) ? chosen : ''}
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

/** One for each thing that the list is narrowed by; it is taken off by following it. */
export function Chips({ address, choices }: { address: ListAddress; choices: readonly NarrowedBy[] }) {
  const search = address.of('search').trim();
  const chips = [
    ...(search ? [{ name: 'search', text: `“${search}”` }] : []),
    ...choices.flatMap(({ name, words }) => {
      const chosen = address.of(name);
      return Object.hasOwn(words, chosen) ? [{ name, text: words[chosen] ?? '' }] : [];
    }),
  ];
  if (chips.length === 0) return null;
  const none = Object.fromEntries(chips.map(({ name }) => [name, '']));
  return (
    <ul className={`${styles.chips} no-print`} aria-label="Narrowed by">
      {chips.map(({ name, text }) => (
        <li key={name}>
          <Link to={address.hrefWith({ [name]: '' })}>
            <span className="visually-hidden">Remove </span>
            {text} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to={address.hrefWith(none)}>Clear all</Link>
        </li>
      )}
    </ul>
  );
}

/** Stands in the place of rows where nothing matches. */
export function NoRows({
  address,
  none,
  choices,
}: {
  address: ListAddress;
  none: string;
  choices: readonly NarrowedBy[];
}) {
  const names = ['search', ...choices.map(({ name }) => name)];
  const isNarrowed = names.some(name => address.of(name) !== '');
  if (!isNarrowed) return <p className={styles.nothing}>{none}</p>;
  return (
    <p className={styles.nothing}>
      {'Nothing matches. '}
      <Link to={address.hrefWith(Object.fromEntries(names.map(name => [name, ''])))}>Show all</Link>
    </p>
  );
}
