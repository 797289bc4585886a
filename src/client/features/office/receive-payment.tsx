import { type FormEvent, useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { limitWords } from '#client/features/office/limit-words.ts';
import styles from '#client/features/office/receive-payment.module.css';
import { useGiving } from '#client/features/office/use-giving.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { RECEIPT_METHODS, type ReceiptMethod } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { releaseOf } from '#shared/rules/credit.ts';
import { formatMoney, subtractMoney, sumMoney, ZERO } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import { longDate } from '#shared/rules/order-facts.ts';
import { type Applied, openAfter, spreadReceipt } from '#shared/rules/receipts.ts';
import type { Debts, Receipt, ReceiptOwner } from '#shared/schemas/receipts.ts';

const METHODS: Record<ReceiptMethod, string> = { check: 'Check', cash: 'Cash', transfer: 'Transfer' };

interface Props {
  owner: ReceiptOwner;
  /** Whose money it is, in words. */
  from: string;
  /** The one order that it is meant for; without it the oldest are paid first. */
  order?: string;
  /** It is to bring a company within its limit: it begins with what that takes. */
  release?: boolean;
  onClose: () => void;
}

/** Takes money that came in without a card: what of it pays which order is shown while the amount is typed. */
export function ReceivePayment({ owner, from, order, release, onClose }: Props) {
  const { data: debts, error, refetch } = trpc.receipts.debts.useQuery(owner, { staleTime: 0 });
  return (
    <Dialog open onClose={onClose} title={`Payment from ${from}`} size="large">
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!debts && !error && <p role="status">Loading…</p>}
      {debts && <PaymentForm {...{ owner, debts, order, release, onClose }} />}
    </Dialog>
  );
}

function PaymentForm({ owner, debts, order, release, onClose }: Omit<Props, 'from'> & { debts: Debts }) {
  const { client, invalidate } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const [key] = useState(() => newKey());
  const [method, setMethod] = useState<ReceiptMethod>('check');
  const [begun] = useState(() => beginningOf(debts, { order, release }));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({
    receivedOn: todayHere(),
    amount: begun.amount,
  });
  const [left, setLeft] = useState<ReadonlySet<string>>(begun.left);
  const [known, setKnown] = useState<Receipt | null>(null);
  const amount = readMoney(typed.amount ?? '');
  const { applied, rest } = spreadReceipt(
    amount ?? ZERO,
    debts.orders.filter(({ _id }) => !left.has(_id)),
  );
  const take = useGiving(client.receipts.take.mutate, {
    success: receipt => MONEY_NOTICES.received(formatMoney(receipt.amount)),
    failure: MONEY_NOTICES.receiveFailed,
    after: async () => {
      onClose();
      await invalidate();
    },
    show,
    own: ['receipt_known'],
  });
  const send = (again?: true) => {
    const found = issuesOf(typed, method, amount);
    show(found);
    if (found.length > 0 || amount === null || take.isPending) return;
    const said = { method, amount, number: (typed.number ?? '').trim(), note: (typed.note ?? '').trim() };
    take.mutate(
      {
        ...owner,
        ...said,
        receivedOn: typed.receivedOn ?? '',
        orders: applied,
        key,
        ...(again && { again }),
      },
      { onError: failure => setKnown(knownIn(failure)) },
    );
  };
  const text = (name: string) => ({
    value: typed[name] ?? '',
    ...field(name),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(before => ({ ...before, [name]: target.value }));
      setKnown(null);
      field(name).onChange();
    },
  });
  return (
    <Form
      ref={form}
      className={layout.stack}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={layout.fields}>
        <SelectField
          label="Method"
          name="method"
          value={method}
          onChange={({ target }) => setMethod(target.value as ReceiptMethod)}
        >
          {RECEIPT_METHODS.map(one => (
            <option key={one} value={one}>
              {METHODS[one]}
            </option>
          ))}
        </SelectField>
        <TextField label="Number" autoComplete="off" optional={method !== 'check'} {...text('number')} />
        <TextField label="Amount" inputMode="decimal" autoComplete="off" {...text('amount')} />
        <TextField label="Received on" type="date" {...text('receivedOn')} />
      </div>
      <DebtTable debts={debts} applied={applied} left={left} onLeave={setLeft} />
      <p role="status" className={styles.sums}>
        {amount ? sumsOf(debts, applied, rest) + limitWords(debts, applied, rest) : ''}
      </p>
      <TextArea label="Note" rows={2} maxLength={500} optional {...text('note')} />
      {known && (
        <p role="alert" className={styles.known}>
          {`${formatMoney(known.amount)} of this number came on ${longDate(known.receivedOn)}${known.bouncedAt ? ', and bounced' : ''}.`}
        </p>
      )}
      <Choices no="Leave it" onClose={onClose}>
        {known ? (
          <Button look="primary" busy={take.isPending} onClick={() => send(true)}>
            Take it, it is another one
          </Button>
        ) : (
          <Button type="submit" look="primary" busy={take.isPending}>
            Take the payment
          </Button>
        )}
      </Choices>
    </Form>
  );
}

/** What a payment begins with: its amount, and the orders that it is not to pay. */
function beginningOf(debts: Debts, { order, release }: Pick<Props, 'order' | 'release'>) {
  const released = release ? releaseOf(debts) : null;
  const meant = released ? released.orders.map(({ _id }) => _id) : order ? [order] : null;
  return {
    amount: released ? released.sum.toFixed(2) : '',
    left: new Set(debts.orders.map(({ _id }) => _id).filter(_id => meant !== null && !meant.includes(_id))),
  };
}

interface DebtTableProps {
  debts: Debts;
  applied: readonly Applied[];
  /** The orders that are not to be paid from it. */
  left: ReadonlySet<string>;
  onLeave: (left: ReadonlySet<string>) => void;
}

function DebtTable({ debts, applied, left, onLeave }: DebtTableProps) {
  if (debts.orders.length === 0) return <p>Nothing is owed. All of it stays on account.</p>;
  const toggle = (_id: string) => {
    const next = new Set(left);
    if (!next.delete(_id)) next.add(_id);
    onLeave(next);
  };
  return (
    <Scrolling className={styles.scroll} label="What is owed">
      <table className={styles.debts}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Due</th>
            <th scope="col">Open</th>
            <th scope="col">Pays</th>
            <th scope="col">Then open</th>
          </tr>
        </thead>
        <tbody>
          {debts.orders.map(debt => (
            <tr key={debt._id}>
              <th scope="row">
                <Checkbox
                  label={`${debt.orderNumber}${debt.poNumber ? `, PO ${debt.poNumber}` : ''}`}
                  checked={!left.has(debt._id)}
                  onChange={() => toggle(debt._id)}
                />
              </th>
              <td>{debt.dueDate ? longDate(debt.dueDate) : longDate(debt.date)}</td>
              <td>{formatMoney(debt.open)}</td>
              <td>{formatMoney(applied.find(({ _id }) => _id === debt._id)?.amount ?? ZERO)}</td>
              <td>{formatMoney(openAfter(debt, applied))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

function sumsOf(debts: Debts, applied: readonly Applied[], rest: Applied['amount']): string {
  const paid = sumMoney(applied.map(({ amount }) => amount));
  const inFull = applied.filter(one =>
    debts.orders.some(debt => debt._id === one._id && debt.open === one.amount),
  );
  const after = subtractMoney(debts.owed, paid);
  const words = [
    ...(applied.length > 0 ? [`${formatMoney(paid)} ${paysWords(inFull.length, applied.length)}`] : []),
    ...(rest > 0 ? [`${formatMoney(rest)} stays on account`] : []),
    `${after > 0 ? formatMoney(after) : 'nothing'} owed after it`,
  ];
  return `${words.join('; ')}.`;
}

/** Says how many orders are paid in full, and whether one is paid in part. */
function paysWords(inFull: number, all: number): string {
  const orders = inFull === 1 ? '1 order' : `${inFull} orders`;
  if (inFull === 0) return 'pays part of an order';
  return inFull < all ? `pays ${orders} and part of another` : `pays ${orders}`;
}

function issuesOf(
  typed: Readonly<Record<string, string>>,
  method: ReceiptMethod,
  amount: Applied['amount'] | null,
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const refuse = (name: string, message: string) => issues.push({ path: [name], message });
  if (method === 'check' && (typed.number ?? '').trim() === '')
    refuse('number', 'is needed: the one on the check');
  if (amount === null || amount === 0) refuse('amount', 'is not an amount of money');
  if ((typed.receivedOn ?? '') === '') refuse('receivedOn', 'is required');
  return issues;
}

/** The receipt of the same number that came before, where that is what a call was refused for. */
function knownIn(error: unknown): Receipt | null {
  const { reason, details } = refusal(error);
  return reason === 'receipt_known' ? (details as { receipt: Receipt }).receipt : null;
}

/** Today where this browser is; the shop's day is the server's. */
function todayHere(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
