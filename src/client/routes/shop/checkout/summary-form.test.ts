import { beforeEach, describe, expect, it } from 'vitest';
import {
  contentsOf,
  forgetEntered,
  issuesOf,
  keepEntered,
  type SummaryForm,
  startingForm,
} from '#client/routes/shop/checkout/summary-form.ts';
import type { LineInput } from '#shared/schemas/line-input.ts';
import type { User } from '#shared/schemas/users.ts';

const ada = {
  _id: 'ada',
  name: 'Ada Carver',
  email: 'ada@example.com',
  phone: '512 555 0143',
  shippingAddress: '12 Mill Lane',
  shippingCity: 'Austin',
  shippingState: 'Texas',
  shippingZip: '78701',
  billingAddress: '',
  billingCity: '',
  billingState: '',
  billingZip: '',
  paymentType: null,
} as unknown as User;
const ben = { ...ada, _id: 'ben', name: 'Ben Joiner', email: 'ben@example.com' };
const pickUp = { chosen: { shippingMethod: 'local' as const, shippingChosen: true } };
const lines: LineInput[] = [
  {
    productId: '0190a0a0-0000-7000-8000-000000000001',
    variantId: '0190a0a0-0000-7000-8000-000000000002',
    quantity: 1,
  },
];
const faults = (form: SummaryForm) =>
  Object.fromEntries(issuesOf(form, { cart: lines }).map(({ path, message }) => [path.join('.'), message]));

beforeEach(() => sessionStorage.clear());

describe('what was entered', () => {
  it('begins with the defaults: by card, picked up, as soon as can be', () => {
    const form = startingForm(null, pickUp);
    expect(form).toMatchObject({ paymentType: 'credit-card', shippingMethod: 'local', deliveryDate: '' });
    expect(contentsOf(form, { cart: lines }, '')).not.toHaveProperty('deliveryDate');
  });

  it('begins with what the account knows, its state by its code', () => {
    expect(startingForm(ada, { chosen: { shippingMethod: 'ground', shippingChosen: true } })).toMatchObject({
      name: 'Ada Carver',
      shippingState: 'TX',
    });
  });

  it('begins with how the account pays, and forgets a way that is not offered any more', () => {
    const onAccount = {
      paymentType: 'Terms',
      paymentTypes: ['credit-card', 'Terms'],
      shippingMethod: 'ground',
    } as const;
    const terms = { ...onAccount, paymentTypes: [...onAccount.paymentTypes] };
    expect(startingForm(ada, { ...pickUp, terms }).paymentType).toBe('Terms');
    expect(startingForm(ada, { ...pickUp, terms }).shippingMethod).toBe('local');
    const unchosen = { chosen: { ...pickUp.chosen, shippingChosen: false } };
    expect(startingForm(ada, { ...unchosen, terms }).shippingMethod).toBe('ground');
    expect(startingForm(null, unchosen).shippingMethod).toBe('local');
    keepEntered(ada, { ...startingForm(ada, { ...pickUp, terms }), paymentType: 'credit-card' });
    expect(startingForm(ada, { ...pickUp, terms }).paymentType).toBe('credit-card');
    keepEntered(ada, { ...startingForm(ada, { ...pickUp, terms }), paymentType: 'Terms' });
    const byCard = {
      paymentType: 'credit-card' as const,
      paymentTypes: ['credit-card' as const],
      shippingMethod: 'local' as const,
    };
    expect(startingForm(ada, { ...pickUp, terms: byCard }).paymentType).toBe('credit-card');
  });

  it('is sent to the company where its buyer names no address of his own', () => {
    const bench = {
      _id: 'bench',
      name: 'Bench',
      address: '3 Oak Road',
      city: 'Waco',
      state: 'TX',
      zip: '76701',
    };
    const places = [{ ...bench, _id: 'shop', name: 'Carver & Sons', address: '8 Elm Street' }, bench];
    const start = { ...pickUp, places };
    const mae = { ...ada, company: 'shop', shippingAddress: '' } as User;
    expect(startingForm(mae, start)).toMatchObject({ shippingAddress: '8 Elm Street', shippingZip: '76701' });
    expect(startingForm({ ...ada, company: 'shop' } as User, start).shippingAddress).toBe('12 Mill Lane');
    expect(startingForm(mae, { ...start, places: [bench] }).shippingAddress).toBe('');
    keepEntered(mae, { ...startingForm(mae, start), shippingAddress: '' });
    expect(startingForm(mae, start).shippingAddress).toBe('');
  });

  it('comes back after a reload, and is gone after the order', () => {
    keepEntered(null, { ...startingForm(null, pickUp), notes: 'Ring twice' });
    expect(startingForm(null, pickUp).notes).toBe('Ring twice');
    forgetEntered(null);
    expect(startingForm(null, pickUp).notes).toBe('');
  });

  it('waits for whom it belongs to when his session is over, and shows nothing of it to others', () => {
    keepEntered(ada, { ...startingForm(ada, pickUp), notes: 'Ring twice', phone: '512 555 0199' });
    expect(startingForm(null, pickUp)).toMatchObject({ name: '', phone: '', notes: '' });
    expect(startingForm(ben, pickUp)).toMatchObject({ name: 'Ben Joiner', notes: '' });
    expect(startingForm(ada, pickUp)).toMatchObject({ phone: '512 555 0199', notes: 'Ring twice' });
  });

  it('goes along when a guest signs in, and is no longer any guest’s', () => {
    keepEntered(null, { ...startingForm(null, pickUp), notes: 'Ring twice', poNumber: 'PO 7' });
    expect(startingForm(ada, pickUp)).toMatchObject({ name: 'Ada Carver', notes: 'Ring twice' });
    expect(startingForm(null, pickUp).notes).toBe('');
    expect(startingForm(ada, pickUp).poNumber).toBe('PO 7');
  });

  it('is kept for each order by itself, and begins with what its cart knows', () => {
    const kitchen = { ...pickUp, cartIds: ['kitchen'], known: { poNumber: 'PO 9' } };
    keepEntered(null, { ...startingForm(null, pickUp), notes: 'Ring twice' });
    expect(startingForm(ada, kitchen)).toMatchObject({ name: 'Ada Carver', poNumber: 'PO 9', notes: '' });
    keepEntered(ada, { ...startingForm(ada, kitchen), poNumber: '' }, ['kitchen']);
    expect(startingForm(ada, kitchen).poNumber).toBe('');
    expect(startingForm(ada, pickUp)).toMatchObject({ poNumber: '', notes: 'Ring twice' });
    forgetEntered(ada, ['kitchen']);
    expect(startingForm(ada, kitchen).poNumber).toBe('PO 9');
  });

  it.each(['{', 'null', '[]', '7', '{"name":7,"notes":null,"__proto__":{"email":"x"},"total":1}'])(
    'is not taken from what is no draft: %s',
    text => {
      sessionStorage.setItem('checkoutForm:guest', text);
      const form = startingForm(null, pickUp);
      sessionStorage.clear();
      expect(form).toEqual(startingForm(null, pickUp));
    },
  );
});

describe('what is wrong', () => {
  const whole = { ...startingForm(null, pickUp), name: 'Ada Carver', email: 'ada@example.com' };

  it('is nothing when a guest picks up and says who he is', () => {
    expect(faults(whole)).toEqual({});
  });

  it('is an address that is missing where something is sent', () => {
    expect(faults({ ...whole, shippingMethod: 'ground', shippingZip: '7870' })).toEqual({
      shippingAddress: 'is required',
      shippingCity: 'is required',
      shippingState: 'is required',
      shippingZip: 'Zip code has 4 digits; it needs 5',
    });
  });

  it('is a billing address that is not whole, only where it is another', () => {
    const started = { ...whole, billingCity: 'Waco' };
    expect(faults(started)).toEqual({});
    expect(Object.keys(faults({ ...started, billsElsewhere: true })).sort()).toEqual([
      'billingAddress',
      'billingState',
      'billingZip',
    ]);
  });

  it('is not what a pick-up leaves unsaid', () => {
    expect(faults({ ...whole, shippingZip: 'nonsense' })).toEqual({});
  });
});
