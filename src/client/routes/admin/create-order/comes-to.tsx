import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { PreviewTrouble } from '#client/features/office/preview-trouble.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { StaffFigures } from '#client/features/office/staff-figures.tsx';
import type { usePreview } from '#client/features/office/use-preview.ts';
import { aboveWords, WaitsNote } from '#client/features/office/waits-note.tsx';
import styles from '#client/routes/admin/create-order/create-order.module.css';
import { ORDER_FIELDS } from '#client/routes/admin/create-order/order-fieldset.tsx';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { formatMoney, type Money, subtractMoney } from '#shared/rules/money.ts';
import type { StaffFigures as Figures } from '#shared/schemas/create-order.ts';
import type { Order } from '#shared/schemas/orders.ts';

interface Props {
  preview: ReturnType<typeof usePreview<Figures>>;
  errors: FieldErrors;
  /** The figures that held no longer when they were sent; null: they did. */
  was: Figures | null;
  /** An Admin has to approve it. */
  waits: boolean;
  /** Lets them go on above the credit limit; null: they may not, or it is not on account. */
  goOn: ReactNode;
  /** Is said while there are no figures. */
  empty: string;
}

/** Shows what an order that is made comes to, what it came to before, or why that can't be told. */
export function ComesTo({
  preview: { figures: seen, isSeen, refused, again },
  errors,
  was,
  waits,
  goOn,
  empty,
}: Props) {
  return (
    <div aria-live="polite" className={styles.figures}>
      <PreviewTrouble refused={refused} errors={errors} fields={ORDER_FIELDS} onAgain={again} />
      {seen && (
        <div data-old={!isSeen || undefined}>
          <StaffFigures {...(was && isSeen && { before: was })} after={seen} />
          {seen.missing !== null && <p className={styles.trouble}>{aboveWords(seen.missing)}</p>}
          {(seen.missing !== null || errors.overLimit) && goOn}
          {waits && <WaitsNote />}
        </div>
      )}
      {!seen && !refused && empty && <p className="muted">{empty}</p>}
    </div>
  );
}

interface GoOnProps {
  checked: boolean;
  error: string | undefined;
  onTick: (ticked: { overLimit: boolean }) => void;
}

/** Stands beside the words that say how far it would be above the limit: it is the way on from there. */
export function GoOnAbove({ checked, error, onTick }: GoOnProps) {
  const id = useId();
  return (
    <>
      <Checkbox
        label={GO_ON_ABOVE}
        checked={checked}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={({ target }) => onTick({ overLimit: target.checked })}
      />
      {error && (
        <p id={id} className={styles.trouble}>
          {error}
        </p>
      )}
    </>
  );
}

const GO_ON_ABOVE = 'Go on above the credit limit';

export interface Done {
  order: Order;
  /** In cash; null: nothing is known of it. */
  given: Money | null;
}

export const changeWords = (given: Money, total: Money): string =>
  `${formatMoney(subtractMoney(given, total))} is the change.`;

/** Says what was sold last, and the change: it is counted after the dialog that worked it out is gone. */
export function Sold({ order: { _id, orderNumber, total, paymentType, paid }, given }: Done) {
  const isOwed = paymentType === 'Terms' && !paid;
  return (
    <p className={styles.done}>
      {`Order ${orderNumber}, ${formatMoney(total)}, is ${isOwed ? 'on account' : 'paid'}. `}
      {given !== null && given >= total && (
        <span className={styles.change}>{changeWords(given, total)} </span>
      )}
      <a href={`/orders/${_id}/invoice.pdf`}>{isOwed ? 'Invoice' : 'Receipt'}</a>{' '}
      <Link to={recordHref('order', _id)}>Open it</Link>
    </p>
  );
}

export type Made = { _id: string; orderNumber?: number };

interface MadeProps {
  order: Made;
  unable: boolean;
  onAnother: () => void;
}

/** Says that the form was sent before, as it was then: so that nobody has the same goods twice who didn't want to. */
export function MadeAlready({ order, unable, onAnother }: MadeProps) {
  return (
    <div role="alert" className={styles.made}>
      <p>
        {`Order ${order.orderNumber ?? ''} was made of this form already, before you changed it. `}
        <a href={recordHref('order', order._id)} target="_blank" rel="noreferrer">
          Look at it
          <span className="visually-hidden"> in a new tab</span>
        </a>
      </p>
      <Button size="small" unable={unable} onClick={onAnother}>
        Make another order
      </Button>
    </div>
  );
}

/** Says that it is too much on account: to an Admin beside the box that lets them go on, else beside the payment. */
export function refusedAbove(details: unknown, mayGoOn: boolean): FieldIssue {
  const { missing } = (details ?? {}) as { missing?: Money };
  const by = missing === undefined ? '' : `${formatMoney(missing)} `;
  return mayGoOn
    ? {
        path: ['overLimit'],
        message: `Nothing was sent: tick “${GO_ON_ABOVE}” first, or take another payment.`,
      }
    : {
        path: ['paymentType'],
        message: `on account would be ${by}above the credit limit: an Admin can go on`,
      };
}
