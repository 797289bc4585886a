import { act, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { type LineFigures, StaffLines } from '#client/features/office/staff-lines.tsx';

const lineOf = (productNum: string, more: object = {}) => ({
  ...{ key: productNum, name: 'Knob', productNum, quantity: '4', price: '', reason: '', ...more },
});

function shown(errors: Record<string, string>, carts: { _id: string; orderName: string }[] = []) {
  const page = renderToStaticMarkup(
    <StaffLines
      lines={[lineOf('A'), lineOf('B', { cart: 'hall' })]}
      figuresOf={() => ({ ours: null, price: null, amount: null, cost: null })}
      errors={errors}
      carts={carts}
      onChange={() => undefined}
      onRemove={() => undefined}
    />,
  );
  return new DOMParser().parseFromString(`<body>${page}</body>`, 'text/html').body;
}

const marked = (page: HTMLElement) =>
  [...page.querySelectorAll('[aria-invalid]')].map(field => field.getAttribute('aria-label'));
const said = (page: HTMLElement) => [...page.querySelectorAll('[id^="errors-"]')].map(one => one.textContent);

it('a line of which there is too little is marked, and says how many are left', () => {
  const page = shown({ 'cart.0.quantity': 'only 3 left', 'cart.1.quantity': 'is sold out' });
  expect(marked(page)).toEqual(['Quantity of A', 'Quantity of B']);
  expect(said(page)).toEqual(['Only 3 left', 'It is sold out']);
});

it('what is wrong with a line is said as a sentence, and has a field that is marked', () => {
  const page = shown({
    'cart.0.variantId': 'is no longer available',
    'cart.1.quantity': 'must be a whole number, 1 or more',
  });
  expect(marked(page)).toEqual(['Quantity of A', 'Quantity of B']);
  expect(said(page)).toEqual(['It is no longer available', 'Quantity must be a whole number, 1 or more']);
});

it('an added line chooses its cart, where there are several', () => {
  const carts = ['bath', 'hall'].map(name => ({ _id: name, orderName: name }));
  const page = shown({ 'cart.1.cart': 'is not one of the carts of this order' }, carts);
  const [select, ...others] = page.querySelectorAll('select');
  expect([select?.getAttribute('aria-label'), others.length]).toEqual(['Cart of B', 0]);
  expect(marked(page)).toEqual(['Cart of B']);
  expect(said(page)).toEqual(['The cart is not one of the carts of this order']);
});

it('what is wrong with a price stands beside the price, and the field says so', () => {
  const page = shown({ 'cart.0.price': 'is not an amount', 'cart.0.quantity': 'only 3 left' });
  const [price, quantity] = ['Another price of A', 'Quantity of A'].map(name =>
    page.querySelector(`[aria-label="${name}"]`),
  );
  const beside = (field: Element | null | undefined) =>
    field?.closest('td')?.querySelector(`#${field.getAttribute('aria-describedby')}`)?.textContent;
  expect(beside(price)).toBe('Price is not an amount');
  expect(beside(quantity)).toBe('Only 3 left');
});

it('an error that is a sentence has no field before it', () => {
  expect(said(shown({ 'cart.0.priceReason': 'Give a reason for this price' }))).toEqual([
    'Give a reason for this price',
  ]);
});

it('a margin of a price that was just typed stands beside no amount of another', () => {
  const figures = { ours: 12.4, price: 12.4, amount: 49.6, cost: 6.2 } as LineFigures;
  const cells = (price: string) => {
    const page = renderToStaticMarkup(
      <StaffLines
        lines={[lineOf('A', { price, reason: '' })]}
        figuresOf={() => figures}
        errors={{}}
        onChange={() => undefined}
        onRemove={() => undefined}
      />,
    );
    const of = new DOMParser().parseFromString(page, 'text/html');
    return ['Margin', 'Amount'].map(name => of.querySelector(`[data-label="${name}"]`)?.textContent);
  };
  expect(cells('')).toEqual(['50.0%', '$49.60']);
  expect(cells('9.90')).toEqual(['37.4%', '–']);
});

it.each<[string, string, object, string]>([
  ['kept', '', { ours: 6.79, price: 6, was: 6 }, '$6.00$6.79 today'],
  ['kept, and of no product any more', '', { ours: null, price: 6, was: 6 }, '$6.00'],
  ['re-priced', '', { ours: 6.79, price: 6.79, was: 6 }, '$6.79sold for $6.00'],
  ['named before', '6.00', { ours: 6.79, price: 6, was: 6 }, '$6.79'],
  ['named now', '5.50', { ours: 6.79, price: 6, was: 6 }, '$6.79sold for $6.00'],
  ['added', '', { ours: 6.79, price: 6.79 }, '$6.79'],
])('our price of a line whose price is %s', (_name, price, told, words) => {
  const page = renderToStaticMarkup(
    <StaffLines
      lines={[lineOf('A', { price })]}
      figuresOf={() => ({ amount: null, cost: null, ...told }) as unknown as LineFigures}
      errors={{}}
      onChange={() => undefined}
      onRemove={() => undefined}
    />,
  );
  const of = new DOMParser().parseFromString(page, 'text/html');
  expect(of.querySelector('[data-label="Our price"]')?.textContent).toBe(words);
});

const api = setApi();

function Typed() {
  const [line, setLine] = useState(lineOf('A', { price: '9.90' }));
  return (
    <StaffLines
      lines={[line]}
      figuresOf={() => ({ ours: null, price: null, amount: null, cost: null })}
      errors={line.reason ? {} : { 'cart.0.priceReason': 'Give a reason for this price' }}
      onChange={(_key, typed) => setLine({ ...line, ...typed })}
      onRemove={() => undefined}
    />
  );
}

it('a reason comes after its price, and is missed only by who is done with both', async () => {
  await api.show(<Typed />);
  const [price, reason, back] = api.page.querySelectorAll<HTMLElement>(
    '[data-label="Another price"] :is(input, button)',
  );
  expect([price, reason, back].map(one => one?.getAttribute('aria-label'))).toEqual([
    'Another price of A',
    'Reason for the price of A',
    'Take the price of A back',
  ]);
  const missed = () => marked(api.page).concat(said(api.page) as string[]);
  await act(async () => price?.focus());
  await act(async () => reason?.focus());
  expect(missed()).toEqual([]);
  await act(async () => reason?.blur());
  expect(missed()).toEqual(['Reason for the price of A', 'Give a reason for this price']);
  await act(async () => back?.click());
  await api.type('Another price of A', '9');
  expect(missed()).toEqual([]);
});
