import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { AddressGroup } from '#client/features/office/address-group.tsx';
import layout from '#client/features/office/fields.module.css';
import styles from '#client/routes/admin/create-order/create-order.module.css';
import { trpc } from '#client/trpc.ts';
import { Checkbox, SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import { MOBILE_BREAKPOINT_PX, ORDER_DATE_DAYS, STAFF_DELIVERY_DATE_DAYS } from '#shared/constants.ts';
import {
  type CouponStatus,
  PAYMENT_TYPES,
  type PaymentType,
  type ShippingMethod,
} from '#shared/enumerations.ts';
import { COUPON_STATUS_TEXTS, couponFault } from '#shared/messages.ts';
import type { CounterMethod } from '#shared/office-lists.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { addDays } from '#shared/rules/open-hours.ts';
import { longDate, PAYMENT_WORDS, SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import { allowedShippingMethods, needsShippingAddress } from '#shared/rules/payment.ts';

/** The fields of an order as they are typed; a blank one is the customer's, or as the shop does it. */
export interface OrderFields {
  name: string;
  email: string;
  phone: string;
  orderName: string;
  poNumber: string;
  shippingMethod: ShippingMethod;
  paymentType: PaymentType;
  couponCode: string;
  useStoreCredit: boolean;
  shippingAddress: string;
  shippingCity: string;
  shippingState: string;
  shippingZip: string;
  date: string;
  deliveryDate: string;
  notes: string;
  overLimit: boolean;
}

export const UNTYPED: OrderFields = {
  ...{ name: '', email: '', phone: '', orderName: '', poNumber: '', couponCode: '', notes: '' },
  ...{
    shippingAddress: '',
    shippingCity: '',
    shippingState: '',
    shippingZip: '',
    date: '',
    deliveryDate: '',
  },
  ...{ shippingMethod: 'local', paymentType: 'Terms', useStoreCredit: false, overLimit: false },
};

/** The fields that show what is wrong with them. */
export const ORDER_FIELDS: ReadonlySet<string> = new Set([...Object.keys(UNTYPED), 'takenAlong.number']);

const PAID_AS: Record<CounterMethod, PaymentType> = {
  ...{ cash: 'Cash', transfer: 'Cash', check: 'Check', card: 'credit-card', account: 'Terms' },
};

/** Makes of what is typed what is sent; what is taken along is paid at once, `along` says how. */
export function sentOf(fields: OrderFields, along: { method: CounterMethod } | undefined) {
  const { date, deliveryDate, overLimit, useStoreCredit, shippingMethod, paymentType, ...texts } = fields;
  const trimmed = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.trim()]),
  ) as typeof texts;
  return {
    ...trimmed,
    useStoreCredit,
    shippingMethod: along ? ('local' as const) : shippingMethod,
    paymentType: along ? PAID_AS[along.method] : paymentType,
    // Taken along, it is of today.
    ...(date && !along && { date }),
    ...(deliveryDate && !along && { deliveryDate }),
    ...(overLimit && { overLimit: true as const }),
  };
}

/** Makes of the same what a bid keeps. */
export function heldOf(fields: OrderFields) {
  const { poNumber, notes, couponCode, paymentType, shippingMethod, useStoreCredit, ...rest } = sentOf(
    fields,
    undefined,
  );
  const { shippingAddress, shippingCity, shippingState, shippingZip, deliveryDate = null } = rest;
  return {
    ...{ poNumber, notes, couponCode, paymentType, shippingMethod, useStoreCredit, deliveryDate },
    ...{ shippingAddress, shippingCity, shippingState, shippingZip },
    orderName: rest.orderName || 'Counter',
  };
}

/** Names what was typed and a bid has no place for; its customer says it as they order. */
export const notHeld = ({ date, name, email, phone }: OrderFields): string =>
  [
    ...(date ? ['order date'] : []),
    ...(name.trim() ? ['name'] : []),
    ...(email.trim() ? ['email'] : []),
    ...(phone.trim() ? ['phone'] : []),
  ].join(', ');

interface Props {
  fields: OrderFields;
  errors: FieldErrors;
  /** How the coupon was taken, once the figures with it are there. */
  couponStatus: CouponStatus | null;
  isWalkIn: boolean;
  /** The customer's; null: nobody's, or not known yet. */
  storeCredit?: Money | null;
  /** Stands below the address. */
  addressNote?: ReactNode;
  onType: (typed: Partial<OrderFields>) => void;
}

type TextName = {
  [Name in keyof OrderFields]: OrderFields[Name] extends string ? Name : never;
}[keyof OrderFields];

export function OrderFieldset({ fields, errors, couponStatus, isWalkIn, ...more }: Props) {
  const { storeCredit = null, addressNote, onType } = more;
  // The shop's day, wherever this browser is.
  const { data: shop } = trpc.receipts.today.useQuery(undefined, { staleTime: 0 });
  const first = shop && addDays(shop.today, ORDER_DATE_DAYS);
  const next = fields.date ? addDays(fields.date, 1) : shop && addDays(shop.today, STAFF_DELIVERY_DATE_DAYS);
  const text = (name: TextName) => ({
    name,
    value: fields[name],
    error: errors[name] ?? null,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onType({ [name]: target.value }),
  });
  const hint = isWalkIn ? undefined : 'Empty: the customer’s own.';
  return (
    <div className={layout.fields}>
      <SelectField
        label="Payment"
        name="paymentType"
        value={fields.paymentType}
        error={errors.paymentType ?? null}
        onChange={({ target }) => onType({ paymentType: target.value as PaymentType })}
      >
        {PAYMENT_TYPES.filter(type => !isWalkIn || type !== 'Terms').map(type => (
          <option key={type} value={type}>
            {PAYMENT_WORDS[type].name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Delivery"
        name="shippingMethod"
        value={fields.shippingMethod}
        error={errors.shippingMethod ?? null}
        onChange={({ target }) => onType({ shippingMethod: target.value as ShippingMethod })}
      >
        {allowedShippingMethods({ quoted: false }).map(method => (
          <option key={method} value={method}>
            {SHIPPING_WORDS[method].name}
          </option>
        ))}
      </SelectField>
      {needsShippingAddress(fields.shippingMethod) && (
        <div className={styles.wide}>
          <AddressGroup title="Ship to" whose="shipping" field={text} />
          {addressNote}
        </div>
      )}
      <More isWrong={MORE.some(name => errors[name]) || couponFault(couponStatus) !== null}>
        <TextField label="Name" optional hint={hint} {...text('name')} />
        <TextField label="Email" type="email" optional hint={hint} {...text('email')} />
        <TextField label="Phone" type="tel" optional hint={hint} {...text('phone')} />
        <TextField label="PO number" optional {...text('poNumber')} />
        <TextField label="Job" optional {...text('orderName')} />
        <TextField
          label="Coupon"
          optional
          hint={couponStatus === 'success' ? COUPON_STATUS_TEXTS.success : undefined}
          {...text('couponCode')}
          error={errors.couponCode ?? couponFault(couponStatus)}
        />
        <TextField
          label="Order date"
          type="date"
          optional
          hint={first && `Empty: tomorrow, ${longDate(first)}.`}
          {...text('date')}
        />
        <TextField
          label="Requested for"
          type="date"
          optional
          hint={next && `Empty: the day after, ${longDate(next)}.`}
          {...text('deliveryDate')}
        />
        <div className={styles.wide}>
          <TextArea label="Notes" rows={2} maxLength={2000} optional {...text('notes')} />
        </div>
      </More>
      {!isWalkIn && storeCredit !== null && storeCredit > 0 && (
        <Checkbox
          label={`Use their store credit (${formatMoney(storeCredit)})`}
          checked={fields.useStoreCredit}
          onChange={({ target }) => onType({ useStoreCredit: target.checked })}
        />
      )}
    </div>
  );
}

/** The fields that most orders leave empty. */
const MORE = [
  ...(['name', 'email', 'phone', 'poNumber', 'orderName', 'couponCode'] as const),
  ...(['date', 'deliveryDate', 'notes'] as const),
];

const NARROW = `(width < ${MOBILE_BREAKPOINT_PX}px)`;

function onWidth(tell: () => void): () => void {
  const narrow = window.matchMedia(NARROW);
  narrow.addEventListener('change', tell);
  return () => narrow.removeEventListener('change', tell);
}

/** On a phone keeps them closed until they are wanted: what it comes to, and the buttons, stand below. */
function More({ isWrong, children }: { isWrong: boolean; children: ReactNode }) {
  const isPhone = useSyncExternalStore(
    onWidth,
    () => window.matchMedia(NARROW).matches,
    () => false,
  );
  const [isOpen, setOpen] = useState(false);
  if (!isPhone) return children;
  return (
    <details
      className={styles.more}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>More: name, PO number, coupon, dates, notes</summary>
      <div className={layout.fields}>{children}</div>
    </details>
  );
}
