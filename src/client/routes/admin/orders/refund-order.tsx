import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { useGiving } from '#client/features/office/use-giving.ts';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import styles from '#client/routes/admin/orders/money-dialogs.module.css';
import { possibleWays, usualWay, WAY_WORDS } from '#client/routes/admin/orders/refund-ways.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Choice, SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import type { RefundWay } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { formatMoney, type Money, ZERO } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import { readQuantity } from '#shared/rules/quantity.ts';
import type { RefundLook } from '#shared/schemas/give-back.ts';

/** Gives money of an order back because staff want to: some of its goods, of its shipping, or an amount. */
export function RefundOrder({ order, onClose }: DeedProps) {
  const { client, orders, refunds } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field, errors } = useFormErrors(form);
  const [key] = useState(() => newKey());
  const [of, setOf] = useState<'amount' | 'goods'>('amount');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const { asked, issues } = askedOf(typed, of, order.cart);
  const look = trpc.refunds.look.useQuery(
    { order: order._id, ...(of === 'goods' && issues.length === 0 && hasGoods(asked) ? asked : {}) },
    { staleTime: 0, retry: false, placeholderData: keepPreviousData },
  );
  const left = look.data;
  const [way, setWay] = useState<RefundWay | null>(null);
  const usual = left && usualWay(left);
  const refund = useGiving(client.refunds.make.mutate, {
    success: () =>
      MONEY_NOTICES.refunded(formatMoney((of === 'goods' ? left?.amount : asked.amount) ?? ZERO)),
    failure: MONEY_NOTICES.refundFailed,
    after: async () => {
      onClose();
      await Promise.all([orders.invalidate(), refunds.invalidate()]);
    },
    show: found => show(found.map(inCart(asked, order.cart))),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refund.isPending) return;
    const reason = (typed.reason ?? '').trim();
    const found = [...issues, ...(reason === '' ? [{ path: ['reason'], message: 'is required' }] : [])];
    show(found);
    if (found.length > 0) return;
    const said = { way: way ?? usual ?? 'card', number: (typed.number ?? '').trim(), reason };
    refund.mutate({ order: order._id, version: order.version, key, ...said, ...asked });
  };
  const text = (name: string) => ({
    value: typed[name] ?? '',
    ...field(name),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(before => ({ ...before, [name]: target.value }));
      field(name).onChange();
    },
  });
  const isByHand = way === 'check' || way === 'transfer';
  return (
    <Dialog open onClose={onClose} title={`Refund of order ${order.orderNumber}`} size="large">
      <Form ref={form} className={layout.stack} onSubmit={submit}>
        <p>
          {left ? `${leftWords(left)} The order stays paid, and nothing of it is owed again.` : 'Loading…'}
        </p>
        <fieldset className={styles.choices}>
          <legend>Give back</legend>
          <Choice label="An amount" name="of" checked={of === 'amount'} onChange={() => setOf('amount')} />
          <Choice
            label="Some of its goods or shipping, which stay with the customer"
            name="of"
            checked={of === 'goods'}
            onChange={() => setOf('goods')}
          />
        </fieldset>
        {of === 'amount' ? (
          <TextField label="Amount" inputMode="decimal" autoComplete="off" {...text('amount')} />
        ) : (
          <Goods order={order} text={text} look={left} />
        )}
        <div className={layout.fields}>
          <SelectField
            label="How"
            name="way"
            value={way ?? usual ?? 'card'}
            error={errors.way ?? null}
            onChange={({ target }) => setWay(target.value as RefundWay)}
          >
            {(left ? possibleWays(left) : []).map(one => (
              <option key={one} value={one}>
                {WAY_WORDS[one]}
              </option>
            ))}
          </SelectField>
          {isByHand && <TextField label="Number" optional autoComplete="off" {...text('number')} />}
        </div>
        <TextArea label="Reason" rows={2} maxLength={500} {...text('reason')} />
        <Choices no="Leave it" onClose={onClose}>
          <Button type="submit" look="primary" busy={refund.isPending}>
            Give it back
          </Button>
        </Choices>
      </Form>
    </Dialog>
  );
}

type Text = (name: string) => {
  value: string;
  name: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

function Goods({
  order,
  text,
  look,
}: {
  order: DeedProps['order'];
  text: Text;
  look: RefundLook | undefined;
}) {
  return (
    <>
      <ul className={styles.goods}>
        {order.cart.map((line, index) => {
          const { error, ...props } = text(`lines.${index}.quantity`);
          return (
            <li key={line._id}>
              <span>
                {line.name} <span className="muted">{`${line.productNum}, ${formatMoney(line.price)}`}</span>
              </span>
              <TextField
                label={`How many, of ${line.quantity}`}
                inputMode="numeric"
                autoComplete="off"
                placeholder="0"
                optional="plainly"
                error={error ?? null}
                {...props}
              />
            </li>
          );
        })}
      </ul>
      <TextField
        label={`Shipping, of ${formatMoney(order.shipping)}`}
        inputMode="decimal"
        autoComplete="off"
        optional
        {...text('shipping')}
        error={text('shipping').error ?? null}
      />
      <p role="status" className={styles.sum}>
        {look?.amount ? `Comes to ${formatMoney(look.amount)}, with its tax and less its discount.` : ''}
      </p>
    </>
  );
}

interface AskedRefund {
  amount?: Money;
  lines?: { _id: string; quantity: number }[];
  shipping?: Money;
}

const hasGoods = ({ lines, shipping }: AskedRefund) => lines !== undefined || shipping !== undefined;

/** Reads what is to be given back as it is typed. */
function askedOf(
  typed: Readonly<Record<string, string>>,
  of: 'amount' | 'goods',
  cart: DeedProps['order']['cart'],
): { asked: AskedRefund; issues: FieldIssue[] } {
  const issues: FieldIssue[] = [];
  if (of === 'amount') {
    const amount = readMoney(typed.amount ?? '');
    if (amount === null || amount === 0)
      issues.push({ path: ['amount'], message: 'is not an amount of money' });
    return { asked: amount === null ? {} : { amount }, issues };
  }
  const lines = cart.flatMap(({ _id }, index) => {
    const name = `lines.${index}.quantity`;
    const text = (typed[name] ?? '').trim();
    if (/^0*$/.test(text)) return [];
    const quantity = readQuantity(text);
    if (quantity === null) issues.push({ path: [name], message: 'is not a whole number' });
    return quantity === null ? [] : [{ _id, quantity }];
  });
  const shippingText = (typed.shipping ?? '').trim();
  const shipping = shippingText === '' ? undefined : readMoney(shippingText);
  if (shipping === null) issues.push({ path: ['shipping'], message: 'is not an amount of money' });
  if (issues.length === 0 && lines.length === 0 && !shipping)
    issues.push({ path: ['lines.0.quantity'], message: 'or shipping is needed' });
  return { asked: { ...(lines.length > 0 && { lines }), ...(shipping && { shipping }) }, issues };
}

/** Puts an issue of a line that was asked for where that line stands in the order. */
const inCart =
  ({ lines = [] }: AskedRefund, cart: DeedProps['order']['cart']) =>
  ({ path: [field, nth, ...rest], message }: FieldIssue): FieldIssue => {
    const _id = field === 'lines' && typeof nth === 'number' ? lines[nth]?._id : undefined;
    if (_id === undefined) return { path: [field ?? 'amount'], message };
    return { path: ['lines', cart.findIndex(line => line._id === _id), ...rest], message };
  };

function leftWords({ card, byHand, inAll }: RefundLook): string {
  if (inAll === 0) return 'Nothing is left of what was paid for it.';
  if (byHand === 0) return `${formatMoney(inAll)} that a card paid is left.`;
  if (card === 0) return `${formatMoney(inAll)} that came in without a card is left.`;
  return `${formatMoney(inAll)} is left: ${formatMoney(card)} paid by card, ${formatMoney(byHand)} without one.`;
}
