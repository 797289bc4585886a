import { useRef, useState } from 'react';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { knownWords, RECEIPT_WORDS, takeKnownWords } from '#client/features/office/payment-words.ts';
import { ASK_ADMIN, aboveWords } from '#client/features/office/waits-note.tsx';
import { changeWords } from '#client/routes/admin/create-order/comes-to.tsx';
import styles from '#client/routes/admin/create-order/create-order.module.css';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Choice, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import type { PaymentType } from '#shared/enumerations.ts';
import { COUNTER_METHODS, type CounterMethod } from '#shared/office-lists.ts';
import { formatMoney, type Money, subtractMoney } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import type { CreateOrder } from '#shared/schemas/create-order.ts';
import type { Receipt } from '#shared/schemas/receipts.ts';

const METHODS: Record<CounterMethod, string> = {
  ...RECEIPT_WORDS,
  card: 'Card',
  account: 'On account',
};
const PAID_BY: Record<PaymentType, CounterMethod> = {
  ...{ Cash: 'cash', Check: 'check', 'credit-card': 'card', Terms: 'account' },
};
const HAS_NUMBER: readonly CounterMethod[] = ['check', 'transfer'];

export type TakenAlongBy = NonNullable<CreateOrder['takenAlong']>;

export type Trouble =
  | { kind: 'waits' }
  | { kind: 'short'; short: readonly { called: string; left: number }[] };

interface Props {
  total: Money;
  /** Whether the total is that of what stands there now. */
  isReady: boolean;
  /** The form's own, which is chosen first. */
  paymentType: PaymentType;
  /** They have an account to pay on. */
  hasAccount: boolean;
  /** Known before any money is taken. */
  trouble: Trouble | null;
  busy: boolean;
  /** Beside the number, from the server. */
  error: string | null;
  /** The receipt that has this number already. */
  known: Receipt | null;
  /** Something else is typed than what was refused. */
  onRetype: () => void;
  onClose: () => void;
  /** `given`: the cash that somebody gave; null: none was typed. */
  onPay: (paid: TakenAlongBy, given: Money | null) => void;
  /** How far it would be above the credit limit on account; null: it would not. */
  above: Money | null;
  /** They may let it go above the limit. */
  mayGoOn: boolean;
  /** Asks an Admin for the order as it is, or on account, with nothing taken along. */
  onAsk: (onAccount: boolean) => void;
}

/** Says what comes after the Admin's yes: it makes the order, and ends no sale. */
const FINISH_LATER = 'Once they have, find the order under Orders, and finish the sale from there.';

/** Shows why the order can't be handed over now; only one that waits for an Admin can be asked for. */
function NotNow({ trouble, onClose, onAsk }: Pick<Props, 'onClose' | 'onAsk'> & { trouble: Trouble }) {
  if (trouble.kind === 'waits')
    return (
      <Dialog open onClose={onClose} title="An Admin has to approve this first">
        <p>Take no money yet: nothing is sold until an Admin approves these prices.</p>
        <p>{FINISH_LATER}</p>
        <Choices no="Back to the order" onClose={onClose}>
          <Button
            look="primary"
            onClick={() => {
              onClose();
              onAsk(false);
            }}
          >
            {ASK_ADMIN}
          </Button>
        </Choices>
      </Dialog>
    );
  return (
    <Dialog open onClose={onClose} title="There is not enough in stock">
      <p>Take no money yet: this order would be refused.</p>
      <ul>
        {trouble.short.map(({ called, left }) => (
          <li key={called}>{left > 0 ? `${called}: only ${left} left` : `${called}: none left`}</li>
        ))}
      </ul>
      <Choices no="Back to the order" onClose={onClose} />
    </Dialog>
  );
}

/** Says of cash that somebody gave, as it is typed, what is wrong with it, or how much it is; null where nothing is typed. */
function cashOf(given: string, total: Money): { issue: string; given: Money | null } {
  const amount = readMoney(given);
  if (given.trim() === '') return { issue: '', given: null };
  if (amount === null) return { issue: 'is not an amount of money', given: null };
  return amount < total
    ? { issue: `is ${formatMoney(subtractMoney(total, amount))} short`, given: null }
    : { issue: '', given: amount };
}

/** Asks how what is taken along is paid; Enter takes it as the order says. */
export function TakenAlong({ total, isReady, trouble, busy, known, error: refused, ...told }: Props) {
  const { paymentType, hasAccount, above, mayGoOn, onRetype, onClose, onPay, onAsk } = told;
  const methods = COUNTER_METHODS.filter(one => one !== 'account' || hasAccount);
  const [first] = useState<CounterMethod>(() =>
    methods.includes(PAID_BY[paymentType]) ? PAID_BY[paymentType] : 'cash',
  );
  const [method, setMethod] = useState(first);
  const [number, setNumber] = useState('');
  const [given, setGiven] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { show, field, errors } = useFormErrors(form);
  const hasNumber = HAS_NUMBER.includes(method);
  const isAbove = method === 'account' && above !== null;
  const asks = isAbove && !mayGoOn;
  const paid = { method, number: hasNumber ? number.trim() : '' };
  const cash = cashOf(method === 'cash' ? given : '', total);
  if (trouble) return <NotNow {...{ trouble, onClose, onAsk }} />;
  return (
    <Dialog open onClose={onClose} title={`${formatMoney(total)} to pay`}>
      <Form
        ref={form}
        className={layout.stack}
        onSubmit={event => {
          event.preventDefault();
          if (asks) {
            onClose();
            onAsk(true);
          } else if (method === 'check' && number.trim() === '')
            show([{ path: ['number'], message: 'is needed: the one on the check' }]);
          else if (cash.issue) show([{ path: ['given'], message: cash.issue }]);
          else if (isReady && !busy) onPay({ ...paid, ...(known && { again: true }) }, cash.given);
        }}
      >
        <fieldset className={styles.customers}>
          <legend className="visually-hidden">How it is paid</legend>
          {[first, ...methods.filter(one => one !== first)].map(one => (
            <Choice
              key={one}
              name="method"
              label={METHODS[one]}
              data-first={one === first || undefined}
              checked={one === method}
              onChange={() => {
                setMethod(one);
                field('number').onChange();
                onRetype();
              }}
            />
          ))}
        </fieldset>
        {hasNumber && (
          <TextField
            label="Number"
            autoComplete="off"
            optional={method === 'transfer'}
            value={number}
            {...field('number')}
            error={errors.number ?? refused}
            onChange={({ target }) => {
              setNumber(target.value);
              field('number').onChange();
              onRetype();
            }}
          />
        )}
        {method === 'cash' && (
          <>
            <TextField
              label="Cash given"
              inputMode="decimal"
              autoComplete="off"
              optional
              value={given}
              {...field('given')}
              onChange={({ target }) => {
                setGiven(target.value);
                field('given').onChange();
              }}
            />
            <p role="status" className={styles.change}>
              {cash.given !== null && changeWords(cash.given, total)}
            </p>
          </>
        )}
        {known && (
          <p role="alert" className={styles.trouble}>
            {knownWords(known)}
          </p>
        )}
        {isAbove && (
          <p role="status" className={styles.trouble}>
            {aboveWords(above)}
            {asks && ` Hand nothing over yet: an Admin has to approve it. ${FINISH_LATER}`}
          </p>
        )}
        <p className="muted" hidden={asks}>
          {method === 'card'
            ? 'The order is made and put aside as Ready: a link or a card that they saved pays it, and it is handed over then.'
            : method === 'account'
              ? 'Everything is handed over, and the order is Completed: it is due by their terms.'
              : 'Everything is handed over, and the order is Completed.'}
        </p>
        <Choices onClose={onClose}>
          <Button type="submit" look="primary" busy={busy} unable={!isReady}>
            {asks
              ? ASK_ADMIN
              : known
                ? takeKnownWords(known, method)
                : method === 'card'
                  ? 'Make it, and pay by card'
                  : method === 'account'
                    ? `Put ${formatMoney(total)} on account`
                    : `Take ${formatMoney(total)}`}
          </Button>
        </Choices>
      </Form>
    </Dialog>
  );
}
