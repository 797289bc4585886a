import { type OrderDraft, textChange } from '#client/routes/admin/orders/order-fields.ts';
import { TextArea, TextField } from '#client/ui/field.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import { ORDER_LABELS, type OrderText } from '#shared/office-labels.ts';
import type { Order } from '#shared/schemas/orders.ts';
import styles from './order-form.module.css';

interface Props {
  order: Order;
  draft: OrderDraft;
  errors: FieldErrors;
}

const GROUPS: readonly { title: string; fields: readonly OrderText[] }[] = [
  { title: 'Order', fields: ['poNumber', 'orderName', 'deliveryDate'] },
  {
    title: 'Customer',
    fields: [
      ...(['name', 'businessName', 'email', 'phone'] as const),
      ...(['businessEmail', 'associatedAccountNumber', 'salesman'] as const),
    ],
  },
  { title: 'Ship to', fields: ['shippingAddress', 'shippingCity', 'shippingState', 'shippingZip'] },
  { title: 'Bill to', fields: ['billingAddress', 'billingCity', 'billingState', 'billingZip'] },
];

/** The fields of an order that staff type; nothing of a canceled one can be changed. */
export function OrderForm({ order, draft, errors }: Props) {
  const readOnly = order.status === 'Canceled';
  const field = (name: OrderText) => ({
    label: shortLabel(name),
    name,
    value: draft.values[name],
    error: errors[name] ?? null,
    optional: 'plainly' as const,
    readOnly,
  });
  return (
    <div className={styles.groups}>
      {GROUPS.map(({ title, fields }) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          {fields.map(name => (
            <TextField
              key={name}
              {...field(name)}
              type={name === 'deliveryDate' ? 'date' : 'text'}
              onChange={({ target }) => draft.type(textChange(name, target.value))}
            />
          ))}
        </fieldset>
      ))}
      <TextArea {...field('notes')} rows={3} onChange={({ target }) => draft.type({ notes: target.value })} />
    </div>
  );
}

/** The legend says the rest. */
function shortLabel(name: OrderText): string {
  const label = ORDER_LABELS[name].replace(/^(Ship|Bill) to: /, '');
  return label.charAt(0).toUpperCase() + label.slice(1);
}
