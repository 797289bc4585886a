import { type ReactNode, useState } from 'react';
import styles from '#client/features/office/staff-lines.module.css';
import { Button } from '#client/ui/button.tsx';
import cards from '#client/ui/card-rows.module.css';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { marginOf, marginText } from '#shared/rules/margin.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';

/** A line of an order that staff make or change, as it is typed. */
export interface StaffLine {
  key: string;
  name: string;
  productNum: string;
  quantity: string;
  /** Named by staff; empty: ours. */
  price: string;
  reason: string;
  /** The saved cart that it joins, where it is added to an order of several. */
  cart?: string | null;
}

/** The figures of a line, as the server told them last. */
export interface LineFigures {
  /** The price that this customer would pay. */
  ours: Money | null;
  /** The price that they pay. */
  price: Money | null;
  /** The price that it was sold for, where that was before. */
  was?: Money | null;
  amount: Money | null;
  cost: Money | null;
  /** Says what has to be known of it: how many are there, how many left the house. */
  note?: string;
}

interface Props {
  lines: readonly StaffLine[];
  figuresOf: (key: string) => LineFigures;
  errors: FieldErrors;
  /** The carts that an added line can join, where there are several. */
  carts?: readonly { _id: string; orderName: string }[];
  onChange: (key: string, typed: Partial<StaffLine>) => void;
  onRemove: (key: string) => void;
}

/** Lines with their quantities and prices: ours, the one that staff name with a reason, and the margin after it. */
export function StaffLines({ lines, figuresOf, errors, carts = [], onChange, onRemove }: Props) {
  if (lines.length === 0) return <p className={styles.none}>No items yet.</p>;
  return (
    <Scrolling className={styles.scroll} label="Items">
      <table className={`${cards.cards} ${styles.lines}`}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Quantity</th>
            <th scope="col">Our price</th>
            <th scope="col">Another price</th>
            <th scope="col">Margin</th>
            <th scope="col">Amount</th>
            <th scope="col">
              <span className="visually-hidden">Take out</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <Line
              key={line.key}
              line={line}
              figures={figuresOf(line.key)}
              errors={ofLine(errors, index)}
              carts={carts}
              onChange={typed => onChange(line.key, typed)}
              onRemove={() => onRemove(line.key)}
            />
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

interface LineProps {
  line: StaffLine;
  figures: LineFigures;
  /** By the field; that of no field of ours is said of the item. */
  errors: FieldErrors;
  carts: NonNullable<Props['carts']>;
  onChange: (typed: Partial<StaffLine>) => void;
  onRemove: () => void;
}

function Line({ line, figures, errors: found, carts, onChange, onRemove }: LineProps) {
  const { key, name, productNum, quantity, price, reason, cart } = line;
  const { ours, cost, note } = figures;
  const [isLeft, setLeft] = useState(false);
  const errors = isNamed(line) && reason.trim() === '' && !isLeft ? withoutReason(found) : found;
  const asked = isNamed(line) ? readMoney(price) : figures.price;
  const margin = asked === null ? null : marginOf(asked, cost);
  // The amount is told with the price; beside another margin it would be that of no line.
  const amount = asked === figures.price ? figures.amount : null;
  const called = productNum || name;
  const paid = figures.price ?? ours;
  const faults = faultsOf(errors);
  const idOf = (at: Place) => (faults[at].length > 0 ? `errors-${at}-${key}` : undefined);
  const fault = (at: Place) =>
    faults[at].length > 0 && (
      <small className={styles.error} id={idOf(at)}>
        {faults[at].join('. ')}
      </small>
    );
  return (
    <tr>
      <th scope="row">
        {name}
        <small>{[productNum, note].filter(Boolean).join(', ')}</small>
        {carts.length > 0 && cart != null && (
          <select
            value={cart}
            aria-label={`Cart of ${called}`}
            aria-invalid={errors.cart ? true : undefined}
            aria-describedby={errors.cart ? idOf('item') : undefined}
            onChange={({ target }) => onChange({ cart: target.value })}
          >
            {carts.map(({ _id, orderName }) => (
              <option key={_id} value={_id}>
                {orderName}
              </option>
            ))}
          </select>
        )}
        {fault('item')}
      </th>
      <td data-label="Quantity">
        <input
          className={styles.count}
          inputMode="numeric"
          autoComplete="off"
          value={quantity}
          aria-label={`Quantity of ${called}`}
          aria-invalid={errors.quantity || errors.variantId ? true : undefined}
          aria-describedby={idOf('quantity')}
          onChange={({ target }) => onChange({ quantity: target.value })}
          onFocus={({ target }) => target.select()}
        />
        {fault('quantity')}
      </td>
      <td data-label="Our price">
        <OurPrice figures={figures} asked={isNamed(line) ? asked : null} />
      </td>
      <AskedPrice
        {...{ line, called, paid, errors, onChange }}
        describedBy={idOf('price')}
        fault={fault('price')}
        onLeave={setLeft}
      />
      <td data-label="Margin" className={margin !== null && margin < 0 ? styles.error : undefined}>
        {margin === null ? '–' : marginText(margin)}
      </td>
      <td data-label="Amount">{amount === null ? '–' : formatMoney(amount)}</td>
      <td>
        <Button look="icon" aria-label={`Take ${called} out`} onClick={onRemove}>
          <Icon name="close" size={16} />
        </Button>
      </td>
    </tr>
  );
}

/** Shows what a line costs without a price that staff name: a line that was sold keeps its own until it is changed. */
function OurPrice({
  figures: { ours, price, was = null },
  asked,
}: {
  figures: LineFigures;
  asked: Money | null;
}) {
  const isKept = was !== null && asked === null && price === was;
  const [shown, other] = isKept ? [was, ours] : [ours, was === asked ? null : was];
  return (
    <>
      {shown === null ? '–' : formatMoney(shown)}
      {other !== null && other !== shown && (
        <small>{isKept ? `${formatMoney(other)} today` : `sold for ${formatMoney(other)}`}</small>
      )}
    </>
  );
}

interface AskedPriceProps {
  line: StaffLine;
  called: string;
  /** Is paid unless a price is named. */
  paid: Money | null;
  errors: FieldErrors;
  describedBy: string | undefined;
  fault: ReactNode;
  onLeave: (isLeft: boolean) => void;
  onChange: (typed: Partial<StaffLine>) => void;
}

/** Asks for a price, then why, then whether it is meant after all; what is missing is said once all of them were left. */
function AskedPrice({ line, called, paid, errors, describedBy, fault, onLeave, onChange }: AskedPriceProps) {
  const { price, reason } = line;
  return (
    <td
      className={styles.asked}
      data-label="Another price"
      onBlur={({ currentTarget, relatedTarget }) => {
        // One that was left empty has nothing to be blamed for.
        if (!currentTarget.contains(relatedTarget)) onLeave(price !== '');
      }}
    >
      <span className={styles.named}>
        <input
          className={styles.price}
          inputMode="decimal"
          autoComplete="off"
          placeholder={paid === null ? '' : formatMoney(paid)}
          value={price}
          aria-label={`Another price of ${called}`}
          aria-invalid={errors.price ? true : undefined}
          aria-describedby={describedBy}
          onChange={({ target }) => onChange({ price: target.value })}
        />
        {isNamed(line) && (
          <>
            <input
              className={styles.reason}
              autoComplete="off"
              maxLength={200}
              placeholder="Reason"
              value={reason}
              aria-label={`Reason for the price of ${called}`}
              aria-invalid={errors.priceReason ? true : undefined}
              aria-describedby={describedBy}
              onChange={({ target }) => onChange({ reason: target.value })}
            />
            <Button
              look="icon"
              className={styles.back}
              aria-label={`Take the price of ${called} back`}
              onClick={() => {
                onLeave(false);
                onChange({ price: '', reason: '' });
              }}
            >
              <Icon name="close" size={16} />
            </Button>
          </>
        )}
      </span>
      {fault}
    </td>
  );
}

const isNamed = ({ price }: StaffLine) => price.trim() !== '';

/** Leaves out that a reason is missing, as long as whoever names the price is not done with it. */
function withoutReason({ priceReason: _missing, ...others }: FieldErrors): FieldErrors {
  return others;
}

type Place = 'item' | 'quantity' | 'price';

const PLACES: Readonly<Record<string, Place>> = {
  ...{ quantity: 'quantity', variantId: 'quantity', price: 'price', priceReason: 'price' },
};

/** Says what is wrong beside the field that it is about; anything else beside the item. */
function faultsOf(errors: FieldErrors): Record<Place, string[]> {
  const faults: Record<Place, string[]> = { item: [], quantity: [], price: [] };
  for (const error of Object.entries(errors)) faults[PLACES[error[0]] ?? 'item'].push(lineError(error));
  return faults;
}

/** Says an error as a sentence; one that is a sentence, or says how many are left, needs no field before it. */
function lineError([field, words]: [string, string]): string {
  if (/^([A-Z]|only |no more )/.test(words)) return words.charAt(0).toUpperCase() + words.slice(1);
  return `${words === 'is sold out' ? 'It' : (FIELD_WORDS[field] ?? 'It')} ${words}`;
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  quantity: 'Quantity',
  price: 'Price',
  priceReason: 'A reason',
  cart: 'The cart',
};

/** The errors of one line, by its own fields. */
function ofLine(errors: FieldErrors, index: number): FieldErrors {
  const head = `cart.${index}.`;
  const own = Object.entries(errors).filter(([name]) => name.startsWith(head));
  return Object.fromEntries(own.map(([name, words]) => [name.slice(head.length), words]));
}
