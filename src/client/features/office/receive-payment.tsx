import { type FormEvent, useEffect, useRef } from 'react';
import { Choices } from '#client/features/office/choices.tsx';
import { DebtTable } from '#client/features/office/debt-table.tsx';
import layout from '#client/features/office/fields.module.css';
import { limitWords } from '#client/features/office/limit-words.ts';
import { OtherErrors } from '#client/features/office/other-errors.tsx';
import {
  knownWords,
  moreWords,
  namedErrors,
  RECEIPT_WORDS,
  sumsOf,
  takeKnownWords,
} from '#client/features/office/payment-words.ts';
import styles from '#client/features/office/receive-payment.module.css';
import { type PaymentOptions, usePayment } from '#client/features/office/use-payment.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { KeptDialog } from '#client/ui/record/kept-dialog.tsx';
import { RECEIPT_METHODS, type ReceiptMethod } from '#shared/enumerations.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { ReceiptOwner } from '#shared/schemas/receipts.ts';

interface Props {
  owner: ReceiptOwner;
  /** Names in words the owner of the money. */
  from: string;
  /** The one order that it is meant for; without it the oldest are paid first. */
  order?: string;
  /** It is to bring a company within its limit: it begins with what that takes. */
  release?: boolean;
  onClose: () => void;
}

/** Takes money that came in without a card: what of it pays which order is shown while the amount is typed. */
export function ReceivePayment({ owner, from, order, release, onClose }: Props) {
  const debts = trpc.receipts.debts.useQuery(owner, { staleTime: 0 });
  const day = trpc.receipts.today.useQuery(undefined, { staleTime: 0 });
  const failed = [debts, day].find(({ error }) => error);
  const today = day.data?.today;
  return (
    <KeptDialog open onClose={onClose} title={`Payment from ${from}`} size="large">
      {failed && <LoadError message={refusal(failed.error).message} onRetry={failed.refetch} />}
      {!failed && !(debts.data && today) && <p role="status">Loading…</p>}
      {debts.data && today && (
        <PaymentForm
          {...{ owner, today, order, release, onClose }}
          debts={debts.data}
          onStale={debts.refetch}
        />
      )}
    </KeptDialog>
  );
}

const FIELDS = ['number', 'amount', 'receivedOn', 'note'];

function PaymentForm(props: Omit<PaymentOptions, 'show'>) {
  const { debts, onClose } = props;
  const form = useRef<HTMLFormElement>(null);
  const { show, field, errors, forget } = useFormErrors(form);
  const payment = usePayment({ ...props, show });
  const { spread, isUse, isPending, known, more } = payment;
  useEffect(() => {
    if (known) form.current?.querySelector<HTMLElement>('[name=number]')?.focus();
  }, [known]);
  const text = (name: string) => ({
    value: payment.raw(name),
    ...field(name),
    onChange: ({ target }: { target: { value: string } }) => {
      payment.type(name, target.value);
      field(name).onChange();
    },
  });
  return (
    <Form
      ref={form}
      className={layout.stack}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        payment.send();
      }}
    >
      <div className={layout.fields}>
        <SelectField
          label="Method"
          name="method"
          value={payment.method}
          onChange={({ target }) => {
            payment.setMethod(target.value as ReceiptMethod);
            forget('number');
          }}
        >
          {RECEIPT_METHODS.map(one => (
            <option key={one} value={one}>
              {RECEIPT_WORDS[one]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Number"
          autoComplete="off"
          optional={payment.method !== 'check' || isUse}
          {...text('number')}
          error={known ? knownWords(known) : errors.number}
        />
        <TextField
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          optional={payment.usesAccount}
          {...text('amount')}
        />
        <TextField label="Received on" type="date" {...text('receivedOn')} />
      </div>
      {debts.onAccount > 0 && debts.owed > 0 && (
        <Checkbox
          label={`Use the ${formatMoney(debts.onAccount)} on account as well`}
          checked={payment.usesAccount}
          onChange={({ target }) => payment.setUsesAccount(target.checked)}
        />
      )}
      <DebtTable
        {...{ debts, errors }}
        applied={[...spread.applied, ...spread.fromAccount]}
        isPaid={payment.isPaid}
        onToggle={_id => {
          payment.toggle(_id);
          forget(`orders.${_id}`);
        }}
      />
      <p role="status" className={styles.sums}>
        {payment.amount || isUse
          ? sumsOf(debts, spread) + limitWords(debts, spread.applied, spread.rest)
          : ''}
      </p>
      <TextArea label="Note" rows={2} maxLength={500} optional {...text('note')} />
      <Refused payment={payment} errors={errors} debts={debts} />
      <Choices onClose={onClose}>
        {known ? (
          <Button look="primary" busy={isPending} onClick={() => payment.send(true)}>
            {takeKnownWords(known, payment.method)}
          </Button>
        ) : (
          <Button type="submit" look="primary" busy={isPending}>
            {isUse ? 'Pay from what is on account' : more ? 'Take it, and keep the rest' : 'Take the payment'}
          </Button>
        )}
      </Choices>
    </Form>
  );
}

interface RefusedProps {
  payment: ReturnType<typeof usePayment>;
  errors: Readonly<Record<string, string>>;
  debts: PaymentOptions['debts'];
}

/** Why it was not taken, where no field has room for it. */
function Refused({ payment: { known, more, numberOf }, errors, debts }: RefusedProps) {
  const isListed = (name: string) => debts.orders.some(({ _id }) => name === `orders.${_id}`);
  return (
    <>
      <OtherErrors
        errors={namedErrors(errors, numberOf)}
        isShown={name => FIELDS.includes(name) || isListed(name)}
      />
      {more && !known && (
        <p role="alert" className={styles.error}>
          {moreWords(more)}
        </p>
      )}
    </>
  );
}
