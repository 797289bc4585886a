import { type FormEvent, useRef } from 'react';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { OtherErrors } from '#client/features/office/other-errors.tsx';
import { ASK_ADMIN, WaitsNote } from '#client/features/office/waits-note.tsx';
import { WAY_WORDS } from '#client/features/office/way-words.ts';
import { refusal } from '#client/refusal.ts';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import styles from '#client/routes/admin/orders/money-dialogs.module.css';
import { hasNumber, possibleWays } from '#client/routes/admin/orders/refund-ways.ts';
import { type RefundDraft, useRefund } from '#client/routes/admin/orders/use-refund.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Choice, SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { KeptDialog } from '#client/ui/record/kept-dialog.tsx';
import type { RefundWay } from '#shared/enumerations.ts';
import { addMoney, formatMoney } from '#shared/rules/money.ts';
import type { RefundLook } from '#shared/schemas/give-back.ts';

/** Gives money of an order back because staff want to: some of its goods, of its shipping, or an amount. */
export function RefundOrder({ order, onClose }: DeedProps) {
  const { data, error, refetch } = trpc.refunds.look.useQuery({ order: order._id }, { staleTime: 0 });
  return (
    <KeptDialog open onClose={onClose} title={`Refund of order ${order.orderNumber}`} size="large">
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!data && !error && <p role="status">Loading…</p>}
      {data && <RefundForm {...{ order, onClose }} left={data} />}
    </KeptDialog>
  );
}

function RefundForm({ order, left, onClose }: DeedProps & { left: RefundLook }) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field, errors } = useFormErrors(form);
  const refund = useRefund({ order, left, onClose, show });
  const { of, hasGoods, lines, way, amount, worth } = refund;
  const text: Text = name => ({
    ...field(name),
    value: refund.typed(name),
    error: errors[name] ?? refund.refusedFor[name],
    onChange: ({ target }) => {
      refund.type(name, target.value);
      field(name).onChange();
    },
  });
  const names = [
    'amount',
    ...(left.shippingLeft > 0 ? ['shipping'] : []),
    'way',
    'number',
    'reason',
    ...lines.map(({ _id }) => nameOf(_id)),
  ];
  return (
    <Form
      ref={form}
      className={layout.stack}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        refund.send();
      }}
    >
      <p>{`${leftWords(left)} Nothing is owed again because of a refund.`}</p>
      {hasGoods && (
        <fieldset className={styles.choices}>
          <legend>Give back</legend>
          <Choice
            label="An amount"
            name="of"
            checked={of === 'amount'}
            onChange={() => refund.choose('amount')}
          />
          <Choice
            label="Some of its goods or shipping, which stay with the customer"
            name="of"
            checked={of === 'goods'}
            onChange={() => refund.choose('goods')}
          />
        </fieldset>
      )}
      {of === 'amount' ? (
        <TextField label="Amount" inputMode="decimal" autoComplete="off" {...text('amount')} />
      ) : (
        <Goods {...{ order, left, text, worth }} />
      )}
      {way && (
        <div className={layout.fields}>
          <SelectField
            label="How"
            name="way"
            value={way}
            error={errors.way ?? null}
            onChange={({ target }) => refund.setWay(target.value as RefundWay)}
          >
            {possibleWays(left).map(one => (
              <option key={one} value={one}>
                {WAY_WORDS[one]}
              </option>
            ))}
          </SelectField>
          {hasNumber(way) && <TextField label="Number" optional autoComplete="off" {...text('number')} />}
        </div>
      )}
      <TextArea label="Reason" rows={2} maxLength={500} {...text('reason')} />
      {refund.waits && <WaitsNote />}
      <OtherErrors
        errors={{ ...refund.refusedFor, ...errors }}
        isShown={name => isFieldOf(of, names, name)}
      />
      <Choices onClose={onClose}>
        <Button type="submit" look="primary" busy={refund.isPending} unable={!refund.canSend}>
          {refund.waits ? ASK_ADMIN : amount ? `Give back ${formatMoney(amount)}` : 'Give it back'}
        </Button>
      </Choices>
    </Form>
  );
}

const nameOf = (line: string) => `lines.${line}`;

/** Whether an error stands beside a field that is shown now. */
const isFieldOf = (of: 'amount' | 'goods', names: readonly string[], name: string) =>
  names.includes(name) && (of === 'goods' ? name !== 'amount' : !/^(lines\.|shipping$)/.test(name));

type Text = (name: string) => {
  value: string;
  name: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

interface GoodsProps {
  order: DeedProps['order'];
  left: RefundLook;
  text: Text;
  worth: RefundDraft['worth'];
}

/** A gift is worth nothing. */
const isWorthSome = ({ price }: DeedProps['order']['cart'][number]) => price > 0;

function Goods({ order, left, text, worth }: GoodsProps) {
  const leftOf = (line: string) => left.lines.find(({ _id }) => _id === line)?.left ?? 0;
  return (
    <>
      <ul className={styles.goods}>
        {order.cart.filter(isWorthSome).map(line => (
          <li key={line._id}>
            <span>
              {line.name}{' '}
              <span className="muted">
                <span className={styles.number}>{line.productNum}</span>
                {`, ${formatMoney(line.price)}`}
              </span>
            </span>
            {leftOf(line._id) > 0 ? (
              <TextField
                label={`Quantity (of ${leftOf(line._id)})`}
                about={`${line.name} ${line.productNum}`}
                inputMode="numeric"
                autoComplete="off"
                placeholder="0"
                optional="plainly"
                {...text(nameOf(line._id))}
              />
            ) : (
              <span className="muted">Given back already</span>
            )}
          </li>
        ))}
      </ul>
      {left.shippingLeft > 0 && (
        <TextField
          label={`Refund of shipping (up to ${formatMoney(left.shippingLeft)})`}
          inputMode="decimal"
          autoComplete="off"
          optional
          {...text('shipping')}
        />
      )}
      {worth.failure && <LoadError message={worth.failure} onRetry={worth.again} />}
      <p role="status" className={styles.sum}>
        {worth.amount !== null &&
          `Comes to ${formatMoney(worth.amount)}, with its tax and less its discount.`}
        {worth.isAsked && 'Working it out…'}
      </p>
    </>
  );
}

function leftWords({ card, byHand, inAll }: RefundLook): string {
  if (inAll === 0) return 'Nothing is left of what was paid for it.';
  if (byHand === 0) return `${formatMoney(inAll)} paid by card can still go back.`;
  if (card === 0) return `${formatMoney(inAll)} paid without a card can still go back.`;
  if (addMoney(card, byHand) > inAll)
    return `${formatMoney(inAll)} can still go back: at most ${formatMoney(card)} to the card, ${formatMoney(byHand)} by hand.`;
  return `${formatMoney(inAll)} can still go back: ${formatMoney(card)} paid by card, ${formatMoney(byHand)} without one.`;
}
