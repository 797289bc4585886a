import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { type Customer, WALK_IN } from '#client/routes/admin/create-order/customer-field.tsx';
import { OrderFieldset } from '#client/routes/admin/create-order/order-fieldset.tsx';
import { useOrderFields } from '#client/routes/admin/create-order/use-order-fields.ts';
import { useStanding } from '#client/routes/admin/create-order/use-standing.ts';

const api = setApi();

function Form({ customer }: { customer: Customer }) {
  const { usualPayment, storeCredit } = useStanding(customer);
  const { fields, type } = useOrderFields(customer, usualPayment);
  const isWalkIn = customer.kind === 'walk-in';
  return (
    <OrderFieldset {...{ fields, isWalkIn, storeCredit }} errors={{}} couponStatus={null} onType={type} />
  );
}

const person = (_id: string): Customer => ({ kind: 'user', _id, name: _id, more: '' });
const show = async (customer: Customer) => {
  api.answers = {
    'receipts.today': () => ({ today: '2026-11-27' }),
    'users.record': ({ id }: { id: string }) => ({
      ...{ company: id === 'Ada' ? null : `of ${id}` },
      storeCredit: id === 'Ada' ? 25 : 0,
    }),
    'companies.record': ({ id }: { id: string }) => ({
      ...{ creditLimit: id === 'of Rae' ? 500 : 0, preferredPayment: id === 'of Kim' ? 'Check' : null },
      storeCredit: 0,
    }),
  };
  await api.show(<Form customer={customer} />);
  return api.field('Payment').value;
};
const payments = () => [...api.field('Payment').querySelectorAll('option')].map(({ value }) => value);

it('each customer begins with a payment that they may make', async () => {
  expect(await show(WALK_IN)).toBe('Cash');
  expect(payments()).not.toContain('Terms');
  expect(await show(person('Rae'))).toBe('Terms');
  expect(await show(person('Ada'))).toBe('credit-card');
  expect(await show(person('Kim'))).toBe('Check');
});

it('a payment that was chosen stays, but for one on account of whoever has none', async () => {
  await show(WALK_IN);
  await api.type('Payment', 'Check');
  expect(await show(person('Rae'))).toBe('Check');
  await api.type('Payment', 'Terms');
  expect(await show(WALK_IN)).toBe('Cash');
});

it('store credit is told beside its use', async () => {
  await show(person('Ada'));
  expect(api.field('Use their store credit ($25.00)')).toBeDefined();
});
