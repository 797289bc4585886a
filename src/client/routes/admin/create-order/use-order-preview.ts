import { usePreview } from '#client/features/office/use-preview.ts';
import type { Customer } from '#client/routes/admin/create-order/customer-field.tsx';
import { cartOf, type NewLine } from '#client/routes/admin/create-order/new-lines.ts';
import type { OrderFields } from '#client/routes/admin/create-order/order-fieldset.tsx';
import { trpc } from '#client/trpc.ts';

interface Typed {
  customer: Customer;
  lines: readonly NewLine[];
  fields: OrderFields;
  /** They may let it go above the credit limit. */
  mayGoOn: boolean;
}

/** Tells what an order comes to as it is typed, how far above the limit it would be, and whether it waits for an Admin. */
export function useOrderPreview({ customer, lines, fields, mayGoOn }: Typed) {
  const { client } = trpc.useUtils();
  const owner = customer.kind === 'walk-in' ? {} : { [customer.kind]: customer._id };
  const { cart, issues } = cartOf(lines);
  const { shippingMethod, couponCode, useStoreCredit, email } = fields;
  const asked = {
    ...{ ...owner, cart, shippingMethod, useStoreCredit },
    ...{ couponCode: couponCode.trim(), email: email.trim() },
  };
  const now = cart.length > 0 && issues.length === 0 ? JSON.stringify(asked) : '';
  const preview = usePreview(now, () => client.orders.priceForStaff.mutate(asked));
  const seen = preview.figures;
  const above = seen?.missing ?? null;
  const waits = (seen?.waits ?? false) || (above !== null && fields.paymentType === 'Terms' && !mayGoOn);
  return { owner, cart, issues, asked, preview, above, waits };
}
