import { Chips, dayChips, Narrow, NarrowChoice, NarrowDays } from '#client/features/office/narrow.tsx';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import { PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS, STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { OrderDesk } from '#shared/schemas/order-desk.ts';

interface Props {
  asked: OrderDesk;
  address: ListAddress;
}

const payments = Object.fromEntries(PAYMENT_TYPES.map(one => [one, PAYMENT_WORDS[one].name]));
const deliveries = Object.fromEntries(SHIPPING_METHODS.map(one => [one, SHIPPING_WORDS[one].name]));

/** Asks which orders of a view to show, and shows by what it is narrowed. */
export function NarrowDesk({ asked, address }: Props) {
  const { search, status, paid, paymentType, shippingMethod, atLeast, atMost } = asked;
  const chips = [
    { name: 'search', text: search && `“${search}”` },
    { name: 'status', text: status?.map(one => STATUS_WORDS[one]).join(' or ') },
    { name: 'paymentType', text: paymentType && PAYMENT_WORDS[paymentType].name },
    { name: 'paid', text: paid === undefined ? undefined : paid ? 'Paid' : 'Not paid' },
    { name: 'shippingMethod', text: shippingMethod && SHIPPING_WORDS[shippingMethod].name },
    ...dayChips(asked),
    { name: 'atLeast', text: atLeast !== undefined && `at least ${formatMoney(atLeast as Money)}` },
    { name: 'atMost', text: atMost !== undefined && `at most ${formatMoney(atMost as Money)}` },
  ];
  return (
    <>
      <Narrow name="Search the orders" label="Number, name, PO, product number or amount" address={address}>
        <NarrowChoice label="Status" name="status" address={address} words={STATUS_WORDS} />
        <NarrowChoice label="Payment" name="paymentType" address={address} words={payments} />
        <NarrowChoice label="Paid" name="paid" address={address} words={{ yes: 'Paid', no: 'Not paid' }} />
        <NarrowChoice label="Delivery" name="shippingMethod" address={address} words={deliveries} />
        <NarrowDays address={address} />
      </Narrow>
      <Chips address={address} chips={chips} />
    </>
  );
}
