import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { Choices } from '#client/features/office/choices.tsx';
import { type Item, ItemField } from '#client/features/office/item-field.tsx';
import { StaffFigures } from '#client/features/office/staff-figures.tsx';
import { type LineFigures, type StaffLine, StaffLines } from '#client/features/office/staff-lines.tsx';
import { useGiving } from '#client/features/office/use-giving.ts';
import { useSettled } from '#client/features/search/suggestions.ts';
import { refusal } from '#client/refusal.ts';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import { askedLines, type EditLine, lineOfItem, linesOf } from '#client/routes/admin/orders/edit-lines.ts';
import styles from '#client/routes/admin/orders/edit-order.module.css';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { type FieldErrors, fieldErrors } from '#client/ui/form-errors.ts';
import { SHIPPING_METHODS, type ShippingMethod } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { DESK_NOTICES } from '#shared/office-messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import type { EditAnswer } from '#shared/schemas/edit-order.ts';

interface Seen {
  /** What it is the answer to. */
  of: string;
  edit: EditAnswer;
}

/** Changes what was ordered: what it comes to, and how the difference is settled, is shown before it is done. */
export function EditOrder({ order, onClose }: DeedProps) {
  const { client, orders } = trpc.useUtils();
  const [key] = useState(() => newKey());
  const [lines, setLines] = useState<readonly EditLine[]>(() => linesOf(order));
  const [couponCode, setCoupon] = useState(order.couponCode);
  const [shippingMethod, setMethod] = useState<ShippingMethod>(order.shippingMethod);
  const [recalculates, setRecalculates] = useState(false);
  const [reason, setReason] = useState('');
  const [mail, setMail] = useState(order.email !== '');
  const [overLimit, setOverLimit] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [trouble, setTrouble] = useState<string | null>(null);
  const [seen, setSeen] = useState<Seen | null>(null);
  const field = useRef<{ focus: () => void }>(null);

  const { cart, issues } = askedLines(order, lines);
  const asked = {
    ...{
      _id: order._id,
      version: order.version,
      idempotencyKey: key,
      cart,
      couponCode: couponCode.trim(),
      reason: reason.trim(),
    },
    ...(shippingMethod !== order.shippingMethod && { shippingMethod }),
    ...(recalculates && { recalculateShipping: true as const }),
    ...(overLimit && { overLimit: true as const }),
    mail,
  };
  const now = issues.length === 0 ? JSON.stringify({ ...asked, reason: '', mail: true }) : '';
  const settled = useSettled(now);
  const show = (found: readonly FieldIssue[]) => setErrors(fieldErrors(found));
  const look = useEffectEvent(async (of: string) => {
    try {
      const { edit } = await client.orders.adminReplace.mutate({ ...asked, preview: true });
      setSeen({ of, edit });
      setErrors({});
      setTrouble(null);
    } catch (error) {
      const { reason: why, issues: found, message } = refusal(error);
      setSeen(null);
      show(found);
      setTrouble(why === 'invalid' && found.length > 0 ? null : message);
    }
  });
  useEffect(() => {
    if (settled !== '') void look(settled);
  }, [settled]);
  const edit = useGiving(client.orders.adminReplace.mutate, {
    success: () => DESK_NOTICES.changed,
    failure: DESK_NOTICES.changeFailed,
    after: async () => {
      onClose();
      await orders.invalidate();
    },
    show,
  });
  const isSeen = seen !== null && seen.of === now;
  const save = () => {
    show(issues);
    if (issues.length > 0 || !isSeen || edit.isPending) return;
    edit.mutate({ ...asked, figures: seen.edit.after });
  };
  const add = (items: readonly Item[]) => setLines(before => [...before, ...items.map(lineOfItem)]);
  const typed = (line: string, change: Partial<StaffLine>) =>
    setLines(before => before.map(one => (one.key === line ? { ...one, ...change } : one)));
  return (
    <Dialog open onClose={onClose} title={`Change order ${order.orderNumber}`} size="full">
      <ItemField
        owner={order.company ? { company: order.company } : order.user ? { user: order.user } : {}}
        onAdd={add}
        handle={field}
      />
      <StaffLines
        lines={lines}
        figuresOf={one => figuresOf(lines, one, seen?.edit ?? null)}
        errors={errors}
        onChange={typed}
        onRemove={line => setLines(before => before.filter(one => one.key !== line))}
      />
      {errors.cart && <p role="alert" className={styles.trouble}>{`The order ${errors.cart}.`}</p>}
      <div className={styles.columns}>
        <div>
          <div className={styles.pair}>
            <TextField
              label="Coupon"
              name="couponCode"
              optional
              autoComplete="off"
              value={couponCode}
              error={errors.couponCode ?? null}
              onChange={({ target }) => setCoupon(target.value)}
            />
            <SelectField
              label="Delivery"
              name="shippingMethod"
              value={shippingMethod}
              error={errors.shippingMethod ?? null}
              onChange={({ target }) => setMethod(target.value as ShippingMethod)}
            >
              {SHIPPING_METHODS.map(method => (
                <option key={method} value={method}>
                  {SHIPPING_WORDS[method].name}
                </option>
              ))}
            </SelectField>
          </div>
          <Checkbox
            label={`Work the shipping out anew (it is ${formatMoney(order.shipping)})`}
            checked={recalculates}
            onChange={({ target }) => setRecalculates(target.checked)}
          />
          <TextArea
            label="Reason, for the history"
            name="reason"
            rows={2}
            maxLength={500}
            optional
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          {order.email && (
            <Checkbox
              label={`Mail the new figures to ${order.email}`}
              checked={mail}
              onChange={({ target }) => setMail(target.checked)}
            />
          )}
          {order.paymentType === 'Terms' && (
            <Checkbox
              label="Go on above the credit limit (an Admin)"
              checked={overLimit}
              onChange={({ target }) => setOverLimit(target.checked)}
            />
          )}
        </div>
        <section aria-label="What it comes to" aria-live="polite" className={styles.preview}>
          {trouble && <p className={styles.trouble}>{trouble}</p>}
          {seen && <Preview edit={seen.edit} isOld={!isSeen} />}
          {!seen && !trouble && issues.length === 0 && <p>Working it out…</p>}
        </section>
      </div>
      <Choices no="Leave it" onClose={onClose}>
        <Button look="primary" busy={edit.isPending} unable={!isSeen} onClick={save}>
          {isSeen ? doneWords(seen.edit) : 'Change the order'}
        </Button>
      </Choices>
    </Dialog>
  );
}

/** The figures of a line as the last preview told them; until there is one, as it stands in the order. */
function figuresOf(lines: readonly EditLine[], key: string, edit: EditAnswer | null): LineFigures {
  const line = lines.find(one => one.key === key);
  if (!line) return { ours: null, price: null, amount: null, cost: null };
  const added = lines.filter(({ _id }) => _id === null);
  const told = line._id
    ? edit?.lines.find(one => one.line === line._id)
    : edit?.lines.filter(one => one.line === null)[added.indexOf(line)];
  const known = told ?? { ours: line.ours, price: line.now, amount: null, cost: line.cost };
  return { ...known, note: line.note };
}

function Preview({ edit, isOld }: { edit: EditAnswer; isOld: boolean }) {
  return (
    <div data-old={isOld || undefined}>
      <StaffFigures before={edit.before} after={edit.after} />
      <ul className={styles.settled}>
        {settledWords(edit).map(words => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}

const WAYS: Record<EditAnswer['back'][number]['way'], string> = {
  card: 'goes back to the card',
  account: 'stays on their account',
  check: 'goes back by check',
  cash: 'goes back in cash',
  transfer: 'goes back by transfer',
};

/** Says how the difference is settled. */
function settledWords({ owed, back, backBefore, storeCreditBack }: EditAnswer): string[] {
  return [
    ...(owed > 0 ? [`${formatMoney(owed)} to pay`] : []),
    ...back.map(({ way, amount }) => `${formatMoney(amount)} ${WAYS[way]}`),
    ...(storeCreditBack > 0 ? [`${formatMoney(storeCreditBack)} of store credit goes back`] : []),
    ...(backBefore > 0 ? [`${formatMoney(backBefore)} was given back before`] : []),
    ...(owed === 0 && back.length === 0 && storeCreditBack === 0 ? ['No money moves'] : []),
  ];
}

const doneWords = ({ back }: EditAnswer) =>
  back.length > 0 ? 'Change the order and give it back' : 'Change the order';
