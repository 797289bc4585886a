import { useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { ItemField } from '#client/features/office/item-field.tsx';
import type { Item } from '#client/features/office/item-lookup.ts';
import { PreviewTrouble } from '#client/features/office/preview-trouble.tsx';
import { StaffFigures } from '#client/features/office/staff-figures.tsx';
import { type LineFigures, type StaffLine, StaffLines } from '#client/features/office/staff-lines.tsx';
import { useGiving } from '#client/features/office/use-giving.ts';
import { usePreview } from '#client/features/office/use-preview.ts';
import { refusal } from '#client/refusal.ts';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import { askedLines, type EditLine, lineOfItem, linesOf } from '#client/routes/admin/orders/edit-lines.ts';
import styles from '#client/routes/admin/orders/edit-order.module.css';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { type FieldErrors, fieldErrors } from '#client/ui/form-errors.ts';
import type { ShippingMethod } from '#shared/enumerations.ts';
import { COUPON_STATUS_TEXTS } from '#shared/messages.ts';
import { DESK_NOTICES } from '#shared/office-messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import { allowedShippingMethods } from '#shared/rules/payment.ts';
import type { EditAnswer } from '#shared/schemas/edit-order.ts';

/** The fields that show what is wrong with them. */
const FIELDS: ReadonlySet<string> = new Set(['couponCode', 'shippingMethod']);

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
  const [refused, setRefused] = useState<FieldErrors>({});
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
  const preview = usePreview(now, async () => {
    const { edit } = await client.orders.adminReplace.mutate({ ...asked, preview: true });
    return edit;
  });
  const edit = useGiving(client.orders.adminReplace.mutate, {
    success: () => DESK_NOTICES.changed,
    failure: DESK_NOTICES.changeFailed,
    after: async () => {
      onClose();
      await orders.invalidate();
    },
    show: found => setRefused(fieldErrors(found)),
  });
  const { figures: seen, isSeen } = preview;
  const errors = { ...refused, ...fieldErrors(preview.refused?.issues ?? []), ...fieldErrors(issues) };
  const save = () => {
    setRefused({});
    if (issues.length > 0 || !isSeen || seen === null || edit.isPending) return;
    edit.mutate(
      { ...asked, figures: seen.after },
      {
        onError: error => {
          const { reason } = refusal(error);
          // The figures are others by now: they are shown, to be looked at again.
          if (reason === 'figures_changed') preview.again();
          // Somebody else changed it: what they made of it is read, and this begins anew from there.
          if (reason === 'stale' || reason === 'order_state') void orders.invalidate();
        },
      },
    );
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
        figuresOf={one => figuresOf(lines, one, seen)}
        errors={errors}
        onChange={typed}
        onRemove={line => setLines(before => before.filter(one => one.key !== line))}
      />
      <div className={styles.columns}>
        <div className={layout.stack}>
          <div className={layout.fields}>
            <TextField
              label="Coupon"
              name="couponCode"
              optional
              autoComplete="off"
              value={couponCode}
              error={errors.couponCode ?? null}
              hint={isSeen && seen?.couponStatus ? COUPON_STATUS_TEXTS[seen.couponStatus] : undefined}
              onChange={({ target }) => setCoupon(target.value)}
            />
            <SelectField
              label="Delivery"
              name="shippingMethod"
              value={shippingMethod}
              error={errors.shippingMethod ?? null}
              onChange={({ target }) => setMethod(target.value as ShippingMethod)}
            >
              {allowedShippingMethods({ quoted: order.shippingMethod === 'freight' }).map(method => (
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
          <PreviewTrouble refused={preview.refused} errors={errors} fields={FIELDS} onAgain={preview.again} />
          {seen && <Preview edit={seen} isOld={!isSeen} onAccount={order.paymentType === 'Terms'} />}
          {!seen && !preview.refused && issues.length === 0 && <p>Working it out…</p>}
        </section>
      </div>
      <Choices no="Leave it" onClose={onClose}>
        <Button look="primary" busy={edit.isPending} unable={!isSeen} onClick={save}>
          {isSeen && seen ? doneWords(seen) : 'Change the order'}
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

interface PreviewProps {
  edit: EditAnswer;
  isOld: boolean;
  onAccount: boolean;
}

function Preview({ edit, isOld, onAccount }: PreviewProps) {
  return (
    <div data-old={isOld || undefined}>
      <StaffFigures before={edit.before} after={edit.after} />
      <ul className={styles.settled}>
        {settledWords(edit, onAccount).map(words => (
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
function settledWords({ owed, back, backBefore, storeCreditBack }: EditAnswer, onAccount: boolean): string[] {
  return [
    ...(owed > 0 ? [`${formatMoney(owed)} to pay${onAccount ? ', on account' : ''}`] : []),
    ...back.map(({ way, amount }) => `${formatMoney(amount)} ${WAYS[way]}`),
    ...(storeCreditBack > 0 ? [`${formatMoney(storeCreditBack)} of store credit goes back`] : []),
    ...(backBefore > 0 ? [`${formatMoney(backBefore)} was given back before`] : []),
    ...(owed === 0 && back.length === 0 && storeCreditBack === 0 ? ['No money moves'] : []),
  ];
}

const doneWords = ({ back }: EditAnswer) =>
  back.length > 0 ? 'Change the order and give it back' : 'Change the order';
