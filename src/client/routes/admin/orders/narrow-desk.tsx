import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextField } from '#client/ui/field.tsx';
import { useFollowedField } from '#client/ui/followed.ts';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import { PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS, STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { OrderDesk } from '#shared/schemas/order-desk.ts';
import styles from './orders.module.css';

interface Props {
  asked: OrderDesk;
  address: ListAddress;
}

/** Asks which orders of a view to show, and shows by what it is narrowed. */
export function NarrowDesk({ asked, address }: Props) {
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    address.change({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() });
  };
  return (
    <>
      <div className={`${styles.narrow} no-print`}>
        <form onSubmit={search} aria-label="Search the orders">
          <TextField
            label="Number, name, PO, product number or amount"
            name="search"
            type="search"
            {...useFollowedField<HTMLInputElement>(address.of('search'))}
            maxLength={120}
            optional="plainly"
          />
          <Button type="submit">Search</Button>
        </form>
        <Choice label="Status" name="status" address={address} words={statuses} />
        <Choice label="Payment" name="paymentType" address={address} words={payments} />
        <Choice label="Paid" name="paid" address={address} words={{ yes: 'Paid', no: 'Not paid' }} />
        <Choice label="Delivery" name="shippingMethod" address={address} words={deliveries} />
        <Day label="From" name="from" address={address} />
        <Day label="To" name="to" address={address} />
      </div>
      <Chips asked={asked} address={address} />
    </>
  );
}

const statuses: Record<string, string> = STATUS_WORDS;
const payments = Object.fromEntries(PAYMENT_TYPES.map(one => [one, PAYMENT_WORDS[one].name]));
const deliveries = Object.fromEntries(SHIPPING_METHODS.map(one => [one, SHIPPING_WORDS[one].name]));

interface One {
  label: string;
  name: string;
  address: ListAddress;
}

function Choice({ label, name, address, words }: One & { words: Record<string, string> }) {
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

function Day({ label, name, address }: One) {
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

/** One for each thing that the view is narrowed by; it is taken off by following it. */
function Chips({ asked, address }: Props) {
  const { search, status, paid, paymentType, shippingMethod, from, to } = asked;
  const chips = [
    search && { name: 'search', text: `“${search}”` },
    status && { name: 'status', text: status.map(one => STATUS_WORDS[one]).join(' or ') },
    paymentType && { name: 'paymentType', text: PAYMENT_WORDS[paymentType].name },
    paid !== undefined && { name: 'paid', text: paid ? 'Paid' : 'Not paid' },
    shippingMethod && { name: 'shippingMethod', text: SHIPPING_WORDS[shippingMethod].name },
    from && { name: 'from', text: `from ${from}` },
    to && { name: 'to', text: `to ${to}` },
  ].filter(chip => typeof chip === 'object');
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
