import { useState } from 'react';
import { SHIP_TO } from '#client/features/office/address-group.tsx';
import { lastOrdersOf } from '#client/routes/admin/create-order/customer-beside.tsx';
import type { Customer } from '#client/routes/admin/create-order/customer-field.tsx';
import { type OrderFields, UNTYPED } from '#client/routes/admin/create-order/order-fieldset.tsx';
import { trpc } from '#client/trpc.ts';
import type { PaymentType } from '#shared/enumerations.ts';
import { needsShippingAddress } from '#shared/rules/payment.ts';
import { stateCode } from '#shared/rules/us-address.ts';
import type { CompanyRecord } from '#shared/schemas/staff-people.ts';

type Address = Readonly<Record<(typeof SHIP_TO)[number], string>>;

export interface KnownAddress {
  address: Address;
  /** The order that went there; null: it is the one of their account. */
  order: number | null;
}

/**
 * Keeps the fields of an order as they are typed. An order that is sent goes to where its customer's goods go, until
 * another address is typed: that stays, whoever it is for.
 */
export function useOrderFields(customer: Customer, usualPayment: PaymentType) {
  const [typed, setTyped] = useState<OrderFields>(UNTYPED);
  const [paidBy, setPaidBy] = useState<PaymentType | null>(null);
  const [isTyped, setAddressTyped] = useState(false);
  const isSent = needsShippingAddress(typed.shippingMethod);
  const known = useKnownAddress(customer, isSent);
  const put = isSent && !isTyped ? known?.address : undefined;
  // On account stands for whoever has one, and comes back with them.
  const isPossible = customer.kind !== 'walk-in' || paidBy !== 'Terms';
  const paymentType = isPossible && paidBy ? paidBy : usualPayment;
  return {
    fields: { ...typed, ...put, paymentType },
    known,
    isAddressTyped: isTyped,
    type: (more: Partial<OrderFields>) => {
      const isOfAddress = SHIP_TO.some(name => name in more);
      // The rest of the address that stands there is taken with it.
      setTyped(before => ({ ...before, ...(isOfAddress && put), ...more }));
      if (isOfAddress) setAddressTyped(true);
      if (more.paymentType) setPaidBy(more.paymentType);
    },
    /** Puts the customer's own in the place of what was typed. */
    takeKnown: () => setAddressTyped(false),
    clear: () => {
      setTyped(UNTYPED);
      setPaidBy(null);
      setAddressTyped(false);
    },
  };
}

/** The address of a customer's account; where it has none, the one that their last order went to. */
function useKnownAddress(customer: Customer, isAsked: boolean): KnownAddress | null {
  const { kind } = customer;
  const _id = kind === 'walk-in' ? '' : customer._id;
  // Both are read beside the order anyhow, and are not read again for it.
  const beside = { staleTime: Number.POSITIVE_INFINITY };
  const user = trpc.users.record.useQuery({ id: _id }, { enabled: isAsked && kind === 'user', ...beside });
  const company = trpc.companies.record.useQuery(
    { id: _id },
    { enabled: isAsked && kind === 'company', staleTime: 0 },
  );
  const last = trpc.orders.list.useQuery(lastOrdersOf(customer), {
    enabled: isAsked && kind !== 'walk-in',
    ...beside,
  });
  if (kind === 'walk-in' || (kind === 'user' ? user : company).isPending) return null;
  const own = kind === 'user' ? user.data : company.data && ofCompany(company.data);
  if (own?.shippingAddress) return { address: addressOf(own), order: null };
  const sent = last.data?.orders.find(order => order.shippingAddress !== '');
  return sent ? { address: addressOf(sent), order: sent.orderNumber } : null;
}

const ofCompany = ({ address, city, state, zip }: CompanyRecord): Address => ({
  ...{ shippingAddress: address, shippingCity: city, shippingState: state, shippingZip: zip },
});

const addressOf = ({ shippingAddress, shippingCity, shippingState, shippingZip }: Address): Address => ({
  ...{ shippingAddress, shippingCity, shippingZip },
  shippingState: stateCode(shippingState) ?? shippingState,
});
