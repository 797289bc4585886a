import { Children, type FormEvent, isValidElement, type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextField } from '#client/ui/field.tsx';
import { useFollowedField } from '#client/ui/followed.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import { DATE } from '#client/ui/moment.ts';
import styles from './narrow.module.css';

interface Props {
  address: ListAddress;
  /** The name of the form. */
  name: string;
  /** Says by what rows are found. */
  label: string;
  maxLength?: number;
  /** The choices beside the search; none: there is nothing to open. */
  children?: ReactNode;
}

/** Asks which rows of a list to show: by words, and by the choices in it, which on phones open by a button. */
export function Narrow({ address, name, label, maxLength = 120, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const set = namesIn(children).filter(one => address.of(one) !== '').length;
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
          maxLength={maxLength}
          optional="plainly"
        />
        <Button type="submit">Search</Button>
      </form>
      {children && (
        <>
          <Button
            className={styles.open}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="filter" size={18} />
            {set > 0 ? `Filter (${set})` : 'Filter'}
          </Button>
          <div id={id} className={isOpen ? styles.choices : `${styles.choices} ${styles.shut}`}>
            {children}
          </div>
        </>
      )}
    </div>
  );
}

/** The names that choices have in the address. */
const namesIn = (choices: ReactNode): string[] =>
  Children.toArray(choices).flatMap(one => {
    if (!isValidElement<{ name?: string }>(one)) return [];
    return one.type === NarrowDays ? ['from', 'to'] : (one.props.name ?? []);
  });

/** One thing that a list can be narrowed by: its name in the address, and the words for each value. */
export interface NarrowedBy {
  label: string;
  name: string;
  words: Readonly<Record<string, string>>;
}

/** Narrows a list as soon as a value is chosen; one that the address has and the list does not counts as none. */
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

/** Asks from and to which day. */
export function NarrowDays({ address }: { address: ListAddress }) {
  return (
    <div className={styles.days}>
      <NarrowDay label="From" name="from" address={address} />
      <NarrowDay label="To" name="to" address={address} />
    </div>
  );
}

function NarrowDay({ label, name, address }: { label: string; name: string; address: ListAddress }) {
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

/** A thing that a list is narrowed by; without a text it is not. */
interface Chip {
  name: string;
  text: string | false | undefined;
}

/** Says from and to which day a list is narrowed, as its rows say days. */
export function dayChips({ from, to }: { from?: string | undefined; to?: string | undefined }): Chip[] {
  const words = (day: string) => {
    const date = new Date(day);
    return Number.isNaN(date.getTime()) ? day : DATE.format(date);
  };
  return [
    { name: 'from', text: from && `from ${words(from)}` },
    { name: 'to', text: to && `to ${words(to)}` },
  ];
}

/** Lists what a search and choices narrow a list by. */
export function chipsOf(address: ListAddress, choices: readonly NarrowedBy[]): Chip[] {
  const search = address.of('search').trim();
  return [
    { name: 'search', text: search && `“${search}”` },
    ...choices.map(({ name, words }) => {
      const chosen = address.of(name);
      return { name, text: Object.hasOwn(words, chosen) && words[chosen] };
    }),
  ];
}

/** One for each thing that the list is narrowed by; it is taken off by following it. */
export function Chips({ address, chips }: { address: ListAddress; chips: readonly Chip[] }) {
  const shown = chips.filter(({ text }) => text);
  if (shown.length === 0) return null;
  const none = Object.fromEntries(shown.map(({ name }) => [name, '']));
  return (
    <ul className={`${styles.chips} no-print`} aria-label="Narrowed by">
      {shown.map(({ name, text }) => (
        <li key={name}>
          <Link to={address.hrefWith({ [name]: '' })}>
            <span className="visually-hidden">Remove </span>
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
