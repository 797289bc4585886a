import { AddressGroup } from '#client/features/office/address-group.tsx';
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
];

/** The fields of an order that staff type; nothing of a canceled one can be changed. */
export function OrderForm({ order, draft, errors }: Props) {
  const readOnly = order.status === 'Canceled';
  const field = (name: OrderText) => ({
    name,
    value: draft.values[name],
    error: errors[name] ?? null,
    optional: 'plainly' as const,
    readOnly,
  });
  const typed = (name: OrderText) => ({
    ...field(name),
    onChange: ({ target }: { target: { value: string } }) => draft.type(textChange(name, target.value)),
  });
  return (
    <div className={styles.groups}>
      {GROUPS.map(({ title, fields }) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          {fields.map(name => (
            <TextField
              key={name}
              label={ORDER_LABELS[name]}
              {...typed(name)}
              type={name === 'deliveryDate' ? 'date' : 'text'}
            />
          ))}
        </fieldset>
      ))}
      <AddressGroup title="Ship to" whose="shipping" field={typed} />
      <AddressGroup title="Bill to" whose="billing" field={typed} />
      <TextArea label={ORDER_LABELS.notes} {...typed('notes')} rows={3} />
    </div>
  );
}
