import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { fieldsOf, type OrderFields } from '#client/routes/admin/orders/order-fields.ts';
import { OrderForm } from '#client/routes/admin/orders/order-form.tsx';
import { useSaveOrder } from '#client/routes/admin/orders/use-save-order.ts';
import { useDraft } from '#client/ui/record/use-draft.ts';
import { ORDER_LABELS } from '#shared/office-labels.ts';
import type { Order } from '#shared/schemas/orders.ts';

const api = setApi();
const texts = Object.fromEntries(Object.keys(ORDER_LABELS).map(name => [name, '']));
const order = {
  ...{ ...texts, _id: 'order', version: 1, status: 'Submitted', tracking: [], cart: [] },
} as unknown as Order;

function Record() {
  const draft = useDraft<OrderFields>('a test', fieldsOf(order));
  const { save, errors } = useSaveOrder(order, draft);
  return (
    <div id="content">
      <OrderForm order={order} draft={draft} errors={errors} />
      <button type="button" onClick={() => save()}>
        Save
      </button>
    </div>
  );
}

it('a save that is refused for a field leads to that field, with its message beside it', async () => {
  api.answers['orders.adminPatch'] = () => {
    throw refused('invalid', { issues: [{ path: ['email'], message: 'needs an @, as in ada@example.com' }] });
  };
  await api.show(<Record />);
  await api.type('Email', 'ada');
  for (const _ of ['once', 'again']) {
    api.button('Save').focus();
    await api.press('Save');
    expect(document.activeElement).toBe(api.field('Email'));
  }
  expect(api.page.textContent).toContain('Email needs an @, as in ada@example.com');
});
