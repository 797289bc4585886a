import { describe, expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { AddressNote } from '#client/routes/admin/create-order/address-note.tsx';
import { type Customer, WALK_IN } from '#client/routes/admin/create-order/customer-field.tsx';
import { OrderFieldset, sentOf } from '#client/routes/admin/create-order/order-fieldset.tsx';
import { useOrderFields } from '#client/routes/admin/create-order/use-order-fields.ts';

const api = setApi();

let sent: ReturnType<typeof sentOf>;
function Form({ customer }: { customer: Customer }) {
  const { fields, known, ...typing } = useOrderFields(customer, 'Terms');
  sent = sentOf(fields, undefined);
  return (
    <OrderFieldset
      fields={fields}
      errors={{}}
      couponStatus={null}
      isWalkIn={customer.kind === 'walk-in'}
      addressNote={<AddressNote {...{ known, ...typing }} onTake={() => undefined} />}
      onType={typing.type}
    />
  );
}

const person = (_id: string): Customer => ({ kind: 'user', _id, name: _id, more: '' });
const to = (shippingAddress: string, more: object = {}) => ({
  ...{ shippingAddress, shippingCity: 'Austin', shippingState: 'Texas', shippingZip: '78701', ...more },
});
const show = (customer: Customer) => {
  api.answers = {
    'receipts.today': () => ({ today: '2026-11-27' }),
    'users.record': ({ id }: { id: string }) => to(`${id} Street`),
    'orders.list': () => ({ orders: [], total: 0 }),
    ...api.answers,
  };
  return api.show(<Form customer={customer} />);
};
const address = () =>
  ['Address', 'City', 'State', 'ZIP code'].map(label => api.field(label).value).join(', ');

describe('the address of a new order', () => {
  it('is the one of its customer once it is sent somewhere, and is sent with it', async () => {
    await show(person('Oak'));
    expect([api.sentTo('users.record'), sent.shippingAddress]).toEqual([[], '']);
    await api.type('Delivery', 'ground');
    expect(address()).toBe('Oak Street, Austin, TX, 78701');
    expect(api.page.textContent).toContain('From their account.');
    expect(sent).toMatchObject(to('Oak Street', { shippingState: 'TX' }));
    await show(person('Elm'));
    expect(address()).toBe('Elm Street, Austin, TX, 78701');
    await show(WALK_IN);
    expect(address()).toBe(', , , ');
    await show(person('Elm'));
    await api.type('Delivery', 'local');
    expect(sent.shippingAddress).toBe('');
  });

  it('is where the last order went, where the account has none', async () => {
    api.answers = {
      'users.record': () => to(''),
      'orders.list': () => ({
        orders: [
          { orderNumber: 3, ...to('') },
          { orderNumber: 2, ...to('2 Mill Lane') },
          { orderNumber: 1, ...to('1 Mill Lane') },
        ],
      }),
    };
    await show(person('Oak'));
    await api.type('Delivery', 'ground');
    expect(address()).toBe('2 Mill Lane, Austin, TX, 78701');
    expect(api.page.textContent).toContain('As order 2 went.');
  });

  it('is the company’s own where it is for a company', async () => {
    const own = { address: '9 Kiln Road', city: 'Reno', state: 'NV', zip: '89501' };
    api.answers = { 'companies.record': () => own };
    await show({ kind: 'company', _id: 'c', name: 'Hollis', more: '' });
    await api.type('Delivery', 'ground');
    expect(address()).toBe('9 Kiln Road, Reno, NV, 89501');
  });

  it('stays as it was typed, also for another customer and where all of it is taken out', async () => {
    await show(person('Oak'));
    await api.type('Delivery', 'ground');
    await api.type('ZIP code', '78702');
    expect(address()).toBe('Oak Street, Austin, TX, 78702');
    await show(person('Elm'));
    expect(address()).toBe('Oak Street, Austin, TX, 78702');
    expect(api.page.textContent).toContain('Theirs is Elm Street, Austin, TX 78701.');
    for (const label of ['Address', 'City', 'State', 'ZIP code']) await api.type(label, '');
    expect(address()).toBe(', , , ');
    await api.press('Use theirs');
    expect(address()).toBe('Elm Street, Austin, TX, 78701');
  });

  it('stays as it was typed before anybody knew whom it is for', async () => {
    await show(WALK_IN);
    await api.type('Delivery', 'ground');
    await api.type('Address', '5 Pier');
    await show(person('Oak'));
    expect(address()).toBe('5 Pier, , , ');
  });
});
