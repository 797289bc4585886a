import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { AddressGroup, type AddressName, BILL_TO, SHIP_TO } from '#client/features/office/address-group.tsx';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { ItemField, type ItemHandle } from '#client/features/office/item-field.tsx';
import { PreviewTrouble } from '#client/features/office/preview-trouble.tsx';
import { StaffFigures } from '#client/features/office/staff-figures.tsx';
import { type LineFigures, StaffLines } from '#client/features/office/staff-lines.tsx';
import { useGiving } from '#client/features/office/use-giving.ts';
import { usePreview } from '#client/features/office/use-preview.ts';
import { ASK_ADMIN, aboveWords, WaitsNote } from '#client/features/office/waits-note.tsx';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import { beginEdit, deliveryOf, type EditDraft, rebaseEdit } from '#client/routes/admin/orders/edit-draft.ts';
import {
  askedLines,
  cartsToJoin,
  type EditLine,
  isTouched,
  linesOf,
  withAdded,
} from '#client/routes/admin/orders/edit-lines.ts';
import styles from '#client/routes/admin/orders/edit-order.module.css';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { type FieldErrors, fieldErrors } from '#client/ui/form-errors.ts';
import { useKeysByContents } from '#client/ui/keys-by-contents.ts';
import { KeptDialog } from '#client/ui/record/kept-dialog.tsx';
import type { CouponStatus, ShippingMethod } from '#shared/enumerations.ts';
import type { ErrorReason } from '#shared/errors.ts';
import { COUPON_STATUS_TEXTS, couponFault } from '#shared/messages.ts';
import { DESK_NOTICES } from '#shared/office-messages.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import { allowedShippingMethods, needsShippingAddress } from '#shared/rules/payment.ts';
import { GIVE_BACK_WORDS } from '#shared/rules/refund-ways.ts';
import type { EditAnswer } from '#shared/schemas/edit-order.ts';

/** Tells what a change comes to, how far it goes above the credit limit, and whether an Admin has to approve it. */
type Seen = EditAnswer & { waits: boolean; missing: Money | null };

/** The fields that show what is wrong with them. */
const FIELDS: ReadonlySet<string> = new Set(['couponCode', 'shippingMethod', ...SHIP_TO, ...BILL_TO]);

/** Changes what was ordered: what it comes to, and how the difference is settled, is shown before it is done. */
export function EditOrder({ order, onClose }: DeedProps) {
  const { client, orders } = trpc.useUtils();
  const [lookKey] = useState(() => newKey());
  const keyOf = useKeysByContents();
  const [draft, setDraft] = useState(() => beginEdit(order));
  const [others, setOthers] = useState<readonly string[] | null>(null);
  const [recalculates, setRecalculates] = useState(false);
  const [reason, setReason] = useState('');
  const [mail, setMail] = useState(order.email !== '');
  const [overLimit, setOverLimit] = useState(false);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [refusals, setRefusals] = useState(0);
  // Sent, and whether it was done is not known: until it is, nothing else can be asked for.
  const [isUnanswered, setUnanswered] = useState(false);
  const field = useRef<ItemHandle>(null);
  // Somebody else changed it: what is typed here is put onto what they made of it. It may be this very change, though.
  if (draft.of.version !== order.version && !isUnanswered) {
    const next = rebaseEdit(draft, order);
    setDraft(next.draft);
    setOthers(before => [...new Set([...(before ?? []), ...next.others])]);
  }

  const mayGoOn = useUser()?.permissionLevel === 'Admin';
  const { lines, couponCode } = draft;
  const { cart, issues } = askedLines(draft.of, lines);
  const asked = {
    ...{ _id: order._id, version: draft.of.version, cart, couponCode: couponCode.trim() },
    ...deliveryOf(draft),
    ...(recalculates && { recalculateShipping: true as const }),
    ...(overLimit && { overLimit: true as const }),
  };
  const now = issues.length === 0 ? JSON.stringify(asked) : '';
  const preview = usePreview(now, async () => {
    const look = { ...asked, idempotencyKey: lookKey, preview: true };
    const { edit: told, waits, missing = null } = await client.orders.adminReplace.mutate(look);
    return { ...told, waits, missing };
  });
  const edit = useGiving(client.orders.adminReplace.mutate, {
    success: () => DESK_NOTICES.changed,
    failure: DESK_NOTICES.changeFailed,
    after: async () => {
      onClose();
      await orders.invalidate();
    },
    show: found => setRefused(fieldErrors(found)),
    own: ['stale'],
  });
  const { figures: seen, isSeen } = preview;
  const errors = { ...refused, ...fieldErrors(preview.refused?.issues ?? []), ...fieldErrors(issues) };
  const readAnew = useEffectEvent(() => void orders.invalidate());
  const why = preview.refused?.reason;
  useEffect(() => {
    if (why === 'stale' || why === 'order_state') readAnew();
  }, [why]);
  const type = (typed: Partial<EditDraft>) => {
    setDraft(before => ({ ...before, ...typed }));
    setRefused({});
  };
  const setLines = (change: (before: readonly EditLine[]) => readonly EditLine[]) => {
    setDraft(before => ({ ...before, lines: change(before.lines) }));
    setRefused({});
  };
  const save = () => {
    setRefused({});
    if (field.current?.isSettled() === false) return;
    if (issues.length > 0 || !isSeen || seen === null || edit.isPending) return;
    // Whoever may not go on asks an Admin to.
    const goesOn = seen.missing !== null && !mayGoOn && { overLimit: true as const };
    const contents = { ...asked, ...goesOn, reason: reason.trim(), mail, ...seenOf(seen) };
    edit.mutate(
      { ...contents, idempotencyKey: keyOf(contents) },
      {
        onError: error => {
          const { status, reason: failed } = refusal(error);
          setUnanswered(status === 0 || status >= 500);
          // The figures are others by now: they are shown, to be looked at again.
          if (failed && LOOKS_AGAIN.includes(failed)) preview.again();
          if (failed === 'stale') setRefusals(before => before + 1);
          if (failed === 'stale' || failed === 'order_state') readAnew();
        },
      },
    );
  };
  return (
    <KeptDialog
      open
      onClose={onClose}
      title={`Change order ${order.orderNumber}`}
      size="full"
      isChanged={keysOf(lines) !== keysOf(linesOf(draft.of))}
    >
      {(others || refusals > 0) && <OthersDid others={others ?? []} refusals={refusals} />}
      <div inert={isUnanswered}>
        <ItemField
          owner={order.company ? { company: order.company } : order.user ? { user: order.user } : {}}
          onAdd={items => setLines(before => withAdded(draft.of, before, items))}
          handle={field}
        />
        <StaffLines
          lines={lines}
          figuresOf={one => figuresOf(draft, one, seen)}
          errors={errors}
          carts={cartsToJoin(order)}
          onChange={(line, change) =>
            setLines(before => before.map(one => (one.key === line ? { ...one, ...change } : one)))
          }
          onRemove={line => setLines(before => before.filter(one => one.key !== line))}
        />
        <div className={styles.columns}>
          <div className={layout.stack}>
            <DeliveryFields
              {...{ draft, errors, recalculates }}
              couponStatus={isSeen && seen ? seen.couponStatus : null}
              onType={type}
              onRecalculate={setRecalculates}
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
            {order.paymentType === 'Terms' && mayGoOn && (
              <Checkbox
                label="Go on above the credit limit"
                checked={overLimit}
                onChange={({ target }) => setOverLimit(target.checked)}
              />
            )}
          </div>
          <section aria-label="Summary" aria-live="polite" className={styles.preview}>
            <PreviewTrouble
              refused={preview.refused}
              errors={errors}
              fields={FIELDS}
              onAgain={preview.again}
            />
            {seen && (
              <Preview
                edit={seen}
                isOld={!isSeen}
                onAccount={order.paymentType === 'Terms'}
                gone={order.amountRefunded}
              />
            )}
            {!seen && !preview.refused && issues.length === 0 && <p>Working it out…</p>}
          </section>
        </div>
      </div>
      <p role="status" className={styles.unanswered}>
        {isUnanswered &&
          'It may be done already, as no answer came. Press again to be sure: it is done once.'}
      </p>
      <Choices onClose={onClose}>
        <Button look="primary" busy={edit.isPending} unable={!isSeen} onClick={save}>
          {isSeen && seen ? doneWords(seen) : 'Change the order'}
        </Button>
      </Choices>
    </KeptDialog>
  );
}

const LOOKS_AGAIN: readonly ErrorReason[] = ['figures_changed', 'out_of_stock', 'credit_limit'];

const keysOf = (lines: readonly EditLine[]) => lines.map(({ key }) => key).join();

/** Says what somebody else did to the order meanwhile. A save that was refused for it leads here, far above its button. */
function OthersDid({ others, refusals }: { others: readonly string[]; refusals: number }) {
  const part = useRef<HTMLDivElement>(null);
  // Not when it is read anew by the by: that takes nobody out of the field that they type in.
  useEffect(() => {
    if (refusals > 0) part.current?.focus();
  }, [refusals]);
  return (
    <div ref={part} role="status" tabIndex={-1} className={styles.others}>
      <p>Somebody else changed this order in the meantime. Your changes are still here.</p>
      {others.length > 0 && (
        <ul>
          {others.map(words => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface DeliveryProps {
  draft: EditDraft;
  errors: FieldErrors;
  /** The preview's word on the code that stands there now. */
  couponStatus: CouponStatus | null;
  recalculates: boolean;
  onType: (typed: Partial<EditDraft>) => void;
  onRecalculate: (recalculates: boolean) => void;
}

/** The coupon, how and where the order goes, and whom the bill goes to; another way is another price, so that is not asked about. */
function DeliveryFields({ draft, errors, couponStatus, recalculates, onType, onRecalculate }: DeliveryProps) {
  const { of, couponCode, shippingMethod, address } = draft;
  // One that the order has already may fall by the change.
  const isOther = couponCode.trim().toLowerCase() !== of.couponCode.toLowerCase();
  const fault = isOther ? couponFault(couponStatus) : null;
  const text = (name: AddressName) => ({
    name,
    value: address[name],
    error: errors[name] ?? null,
    onChange: ({ target }: { target: { value: string } }) =>
      onType({ address: { ...address, [name]: target.value } }),
  });
  return (
    <>
      <div className={layout.fields}>
        <TextField
          label="Coupon"
          name="couponCode"
          optional
          autoComplete="off"
          value={couponCode}
          error={errors.couponCode ?? fault}
          {...(couponStatus && !fault && { hint: COUPON_STATUS_TEXTS[couponStatus] })}
          onChange={({ target }) => onType({ couponCode: target.value })}
        />
        <SelectField
          label="Delivery"
          name="shippingMethod"
          value={shippingMethod}
          error={errors.shippingMethod ?? null}
          onChange={({ target }) => onType({ shippingMethod: target.value as ShippingMethod })}
        >
          {allowedShippingMethods({ quoted: of.shippingMethod === 'freight' }).map(method => (
            <option key={method} value={method}>
              {SHIPPING_WORDS[method].name}
            </option>
          ))}
        </SelectField>
      </div>
      {needsShippingAddress(shippingMethod) && <AddressGroup title="Ship to" whose="shipping" field={text} />}
      <AddressGroup title="Bill to" whose="billing" field={text} />
      {shippingMethod === of.shippingMethod ? (
        <Checkbox
          label={`Recalculate the shipping (now ${formatMoney(of.shipping)})`}
          checked={recalculates}
          onChange={({ target }) => onRecalculate(target.checked)}
        />
      ) : (
        <p className="muted">{`The shipping is recalculated; it was ${formatMoney(of.shipping)}.`}</p>
      )}
    </>
  );
}

/** The figures of a line as the last preview told them; without one, as it stands in the order unless it was touched. */
function figuresOf({ of, lines }: EditDraft, key: string, edit: EditAnswer | null): LineFigures {
  const line = lines.find(one => one.key === key);
  if (!line) return { ours: null, price: null, amount: null, cost: null };
  const added = lines.filter(({ _id }) => _id === null);
  const told = line._id
    ? edit?.lines.find(one => one.line === line._id)
    : edit?.lines.filter(one => one.line === null)[added.indexOf(line)];
  const unknown = isTouched(of, line) ? { ours: null, price: null } : { ours: line.ours, price: line.now };
  const known = told ?? { ...unknown, amount: null, cost: line.cost };
  return { ...known, was: line.now, note: line.note };
}

interface PreviewProps {
  edit: Seen;
  isOld: boolean;
  onAccount: boolean;
  /** Went back of what was paid before this edit. */
  gone: Money;
}

function Preview({ edit, isOld, onAccount, gone }: PreviewProps) {
  return (
    <div data-old={isOld || undefined}>
      <StaffFigures before={edit.before} after={edit.after} />
      <ul className={styles.settled}>
        {repricedWords(edit.changes).map(words => (
          <li key={words}>{words}</li>
        ))}
        {settledWords(edit, { onAccount, gone }).map(words => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {edit.missing !== null && <p>{aboveWords(edit.missing)}</p>}
      {edit.waits && <WaitsNote />}
    </div>
  );
}

/** Names the lines that become dearer or cheaper, be it only because there are more or fewer of them (rule O20). */
const repricedWords = (changes: EditAnswer['changes']): string[] =>
  changes.flatMap(({ productNum, name, before, after }) =>
    before && after && before.price !== after.price
      ? [
          `${productNum || name} is re-priced from ${formatMoney(before.price)} to ${formatMoney(after.price)}`,
        ]
      : [],
  );

const seenOf = ({ after, owed, back }: EditAnswer) => ({ figures: after, settled: { owed, back } });

/** Says how the difference is settled. */
function settledWords(
  { owed, back, backBefore, storeCreditBack }: EditAnswer,
  { onAccount, gone }: Pick<PreviewProps, 'onAccount' | 'gone'>,
): string[] {
  // Money that stays on the account is not refunded.
  const comesOnTop = back.some(({ way }) => way !== 'account') && gone > 0;
  return [
    ...(owed > 0 ? [`${formatMoney(owed)} to pay${onAccount ? ', on account' : ''}`] : []),
    ...back.map(({ way, amount }) => `${formatMoney(amount)} ${GIVE_BACK_WORDS[way]}`),
    ...(comesOnTop ? [`${formatMoney(gone)} was refunded before, which this adds to`] : []),
    ...(storeCreditBack > 0 ? [`${formatMoney(storeCreditBack)} of store credit goes back`] : []),
    ...(backBefore > 0 ? [`${formatMoney(backBefore)} was given back before`] : []),
    ...(owed === 0 && back.length === 0 && storeCreditBack === 0 ? ['No money moves'] : []),
  ];
}

function doneWords({ back, waits }: Seen): string {
  if (waits) return ASK_ADMIN;
  if (back.length === 0) return 'Change the order';
  const kept = back.filter(({ way }) => way === 'account').length;
  if (kept === 0) return 'Change the order and give it back';
  return kept === back.length
    ? 'Change the order and keep it on their account'
    : 'Change the order, give back and keep the rest on their account';
}
