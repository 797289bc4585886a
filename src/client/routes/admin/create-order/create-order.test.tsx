import { act } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { board } from '#client/features/notices/notices.ts';
import { answering, Refusing } from '#client/features/office/answering.test-support.tsx';
import { isToPayByCard } from '#client/features/office/record-links.ts';
import { Component as CreateOrder } from '#client/routes/admin/create-order/create-order.tsx';
import { LeaveAsked } from '#client/ui/record/leave-guard.tsx';
import { setStage } from '#client/ui/stage.test-support.ts';
import type { ErrorBody } from '#shared/errors.ts';

const stage = setStage();
const text = () => stage.page.textContent ?? '';
const button = (name: string) =>
  [...stage.page.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const press = (name: string) => act(async () => button(name)?.click());

async function until(isSo: () => boolean): Promise<void> {
  for (let looks = 0; looks < 200 && !isSo(); looks++)
    await act(() => new Promise(resolve => setTimeout(resolve, 25)));
  expect(isSo(), text()).toBe(true);
}

function type(label: string, value: string): Promise<void> {
  const field =
    stage.page.querySelector<HTMLInputElement>(`[aria-label="${label}"]`) ??
    stage.page.querySelector<HTMLTextAreaElement>(`[name="${label}"]`);
  if (!field) throw new Error(`there is no ${label}`);
  const prototype = Object.getPrototypeOf(field) as object;
  return act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
}

const variant = { _id: 'v', productNum: 'K-1', product: { _id: 'p', title: 'Knob' }, price: 10, stock: 3 };
const brass = { ...variant, options: [{ name: 'Finish', value: 'Brass' }] };
let waits = false;
let short: number | null = null;
let missing: number | null = null;
let holdFails = false;
const submit = () => button('Submit the order') ?? button('Ask an Admin for it');
const isReady = () => submit()?.getAttribute('aria-disabled') !== 'true';
const figures = (total: number) => ({
  waits,
  ...{ couponStatus: null, couponType: null, couponCode: '', taxRate: 0, missing, shipping: 0 },
  ...{ subTotal: total, discount: 0, tax: 0, storeCredit: 0, total },
  cart: [{ variantId: 'v', quantity: 1, price: 10, short }],
  prices: [{ variantId: 'v', ours: 10, cost: null }],
});

/** Shows the new order, and where it leads to. */
function Shown() {
  const { pathname, state } = useLocation();
  return (
    <>
      <p>{`at ${pathname}${isToPayByCard(state) ? ' to pay by card' : ''}`}</p>
      <Link to="/admin/orders">Orders</Link>
      <CreateOrder />
      <LeaveAsked />
    </>
  );
}

/** Opens a new order of one knob, priced, before a server that answers its submits so, one after the other. */
async function typed(...outcomes: (Partial<ErrorBody> | object)[]) {
  let total = 10;
  const { page, asked } = answering(
    {
      'office.find': ({ text: wanted }: { text: string }) => ({
        ...{ orders: [], products: [], actions: [] },
        people: wanted === 'Ada' ? [{ _id: 'u', name: 'Ada Carver', email: 'ada@example.com' }] : [],
        companies: wanted === 'Hall' ? [{ _id: 'c', name: 'Hall & Sons' }] : [],
      }),
      'orders.holdAsBid': () => {
        if (holdFails) throw new Error('no connection');
        return { _id: 'bid', orderName: 'Porch' };
      },
      'orders.list': () => ({ orders: [] }),
      'receipts.today': () => ({ today: '2026-11-27' }),
      'variants.match': () => [{ variant: brass, similar: [] }],
      'orders.priceForStaff': () => figures(total),
      'orders.createByStaff': () => {
        const [next] = outcomes.splice(0, 1);
        if (next && '_id' in next) return next;
        if (next && 'reason' in next && next.reason === 'figures_changed') total = 12;
        throw new Refusing((next ?? {}) as Partial<ErrorBody>);
      },
    },
    <Shown />,
  );
  stage.show(page);
  await addItem();
  await until(() => text().includes('Total$10.00') && submit()?.getAttribute('aria-disabled') !== 'true');
  return {
    asked: (name: string) => asked.filter(({ path }) => path === name).map(({ input }) => input),
    held: () => asked.filter(({ path }) => path === 'orders.holdAsBid').map(({ input }) => input as object),
    sent: () => asked.filter(({ path }) => path === 'orders.createByStaff').map(({ input }) => input as Sent),
  };
}
/** Chooses the customer that this finds. */
async function pick(name: string): Promise<void> {
  await type('customer', name);
  const radios = () => [...stage.page.querySelectorAll<HTMLInputElement>('[type="radio"]')];
  await until(() => radios().length > 1);
  await act(async () => radios().at(-1)?.click());
}

async function addItem(): Promise<void> {
  await type('item', 'K-1');
  await press('Add');
}

type Sent = { idempotencyKey: string; notes: string; paymentType: string } & {
  takenAlong?: object;
  overLimit?: true;
};
/** The failure is logged, and said in the banner. */
function forgetFailure(): void {
  // biome-ignore lint/suspicious/noConsole: the logger writes there
  vi.mocked(console.error).mockClear();
  board.dismiss();
}
const lineIsThere = () => stage.page.querySelector('[aria-label="Quantity of K-1"]') !== null;

it('a line of which there is too little is marked with how many are left, until it is typed over', async () => {
  const issues = [{ path: ['cart', 0, 'quantity'], message: 'only 3 left' }];
  await typed({ reason: 'out_of_stock', message: 'There is not enough.', issues });
  await press('Submit the order');
  await until(() => text().includes('Only 3 left'));
  const quantity = () => stage.page.querySelector('[aria-label="Quantity of K-1"]');
  expect(quantity()?.getAttribute('aria-invalid')).toBe('true');
  await type('Quantity of K-1', '3');
  expect(quantity()?.getAttribute('aria-invalid')).toBeNull();
  forgetFailure();
});

it('whoever does not take it along after all has it delivered as before', async () => {
  const { asked } = await typed();
  await type('shippingMethod', 'ground');
  await until(() => isReady());
  await press('Taken along now');
  await until(() => button('Cancel') !== undefined && isReady());
  await press('Cancel');
  await until(() => isReady());
  const methods = asked('orders.priceForStaff').map(
    input => (input as { shippingMethod: string }).shippingMethod,
  );
  expect(methods.slice(-3)).toEqual(['ground', 'local', 'ground']);
});

it('what the last customer left is not in the next one’s form', async () => {
  await typed({ _id: 'order', orderNumber: 1042, status: 'Completed' });
  await type('customer', 'Ada');
  await press('Submit the order');
  await until(() => text().includes('Order 1042'));
  const typedIn = (name: string) => stage.page.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value;
  expect([typedIn('customer'), typedIn('item')]).toEqual(['', '']);
});

it('a bid that is held again as something else is another one', async () => {
  const { held } = await typed();
  await pick('Ada');
  holdFails = true;
  for (const notes of ['', '', 'Ring']) {
    if (notes) await type('notes', notes);
    await until(() => button('Hold as a bid')?.getAttribute('aria-disabled') !== 'true');
    const before = held().length;
    await press('Hold as a bid');
    await until(() => held().length > before);
    forgetFailure();
  }
  holdFails = false;
  const [first, same, other] = held().map(one => (one as { key: string }).key);
  expect([same === first, other === first]).toEqual([true, false]);
});

it('other figures are shown beside those that were seen, and all that was typed stays', async () => {
  await typed({ reason: 'figures_changed', message: 'Prices changed.' });
  await press('Submit the order');
  await until(() => text().includes('Total$10.00$12.00'));
  expect(lineIsThere()).toBe(true);
  forgetFailure();
});

it('an order that was made of the form before it was changed is named; another has a key of its own', async () => {
  const order = { _id: 'o', orderNumber: 10567, total: 10 };
  const { sent } = await typed({ reason: 'key_reused', message: 'It was.', details: { order } }, order);
  await press('Submit the order');
  await until(() => text().includes('Order 10567 was made of this form already'));
  expect(lineIsThere()).toBe(true);
  expect(board.shown()).toBeNull();
  await press('Make another order');
  await until(() => !lineIsThere());
  const [first, second] = sent();
  expect([first?.idempotencyKey === second?.idempotencyKey, sent().length]).toEqual([false, 2]);
});

const choose = (label: string) =>
  act(async () =>
    [...stage.page.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.click(),
  );

it('a check whose number is known is asked about where it was typed, and taken as another one', async () => {
  const receipt = { amount: 25, receivedOn: '2026-11-20', bouncedAt: null };
  const known = { reason: 'receipt_known' as const, message: 'Known.', details: { receipt } };
  const order = { _id: 'o', orderNumber: 10567, total: 10, status: 'Completed' };
  const { sent } = await typed(known, known, order);
  await press('Taken along now');
  await choose('Check');
  await type('number', '1041');
  await press('Take $10.00');
  await until(() => text().includes('$25.00 of this number came on November 20, 2026.'));
  expect(stage.page.querySelector<HTMLInputElement>('[name="number"]')?.value).toBe('1041');
  expect(board.shown()).toBeNull();
  // Another number is another question.
  await type('number', '1042');
  await press('Take $10.00');
  await until(() => button('Record it as a different check') !== undefined);
  await press('Record it as a different check');
  await until(() => text().includes('Order 10567, $10.00, is paid.'));
  const check = { method: 'check', number: '1042' };
  expect(sent().map(({ takenAlong }) => takenAlong)).toEqual([
    { method: 'check', number: '1041' },
    check,
    { ...check, again: true },
  ]);
  forgetFailure();
});

it('what a card pays is made first: its page asks for the card', async () => {
  const { sent } = await typed({ _id: 'o', orderNumber: 10567, total: 10, status: 'Ready' });
  await press('Taken along now');
  await choose('Card');
  expect(stage.page.querySelector('[name="number"]')).toBeNull();
  await press('Make it, and pay by card');
  await until(() => text().includes('at /admin/orders/o to pay by card'));
  expect(sent()).toMatchObject([{ paymentType: 'credit-card', takenAlong: { method: 'card' } }]);
});

const chosen = () =>
  [
    ...stage.page.querySelectorAll<HTMLInputElement>('[role="dialog"] [type="radio"], dialog [type="radio"]'),
  ].find(({ checked }) => checked)?.labels?.[0]?.textContent;

it('what is taken along is paid as the form says, unless another way is chosen', async () => {
  await typed();
  await press('Taken along now');
  expect([chosen(), text().includes('On account')]).toEqual(['Cash', false]);
  await press('Cancel');
  await type('paymentType', 'Check');
  await until(() => isReady());
  await press('Taken along now');
  expect(chosen()).toBe('Check');
});

it('goods of a company with credit go on its account in one press', async () => {
  const order = { _id: 'o', orderNumber: 10567, total: 10, status: 'Completed', paymentType: 'Terms' };
  const { sent } = await typed({ ...order, paid: false });
  await pick('Hall');
  await until(() => isReady());
  await press('Taken along now');
  expect(chosen()).toBe('On account');
  await until(() => isReady());
  await press('Put $10.00 on account');
  await until(() => text().includes('Order 10567, $10.00, is on account.'));
  expect(sent()).toMatchObject([{ paymentType: 'Terms', takenAlong: { method: 'account' } }]);
});

it('goods above the credit limit are asked of an Admin, also those that were to be taken along', async () => {
  const asks = { reason: 'waits_for_admin' as const, message: 'An Admin has to approve it.' };
  const { sent } = await typed(asks, asks);
  for (const isAlong of [false, true]) {
    missing = 3;
    if (isAlong) await addItem();
    await pick('Hall');
    await until(() => isReady() && text().includes('On account it would be $3.00 above the credit limit.'));
    missing = null;
    if (isAlong) await press('Taken along now');
    expect(text().includes('Hand nothing over yet')).toBe(isAlong);
    const forms = stage.page.querySelectorAll<HTMLFormElement>('dialog form');
    if (isAlong) await act(async () => forms[0]?.requestSubmit());
    else await press('Ask an Admin for it');
    await until(() => !lineIsThere());
    board.dismiss();
  }
  for (const one of sent()) expect(one).toMatchObject({ paymentType: 'Terms', overLimit: true });
  expect(sent().map(({ takenAlong }) => takenAlong)).toEqual([undefined, undefined]);
  forgetFailure();
});

it('prices that an Admin has to approve are told before they are asked for', async () => {
  waits = true;
  await typed();
  expect(text()).toContain('An Admin has to approve this');
  waits = false;
  await type('Quantity of K-1', '2');
  await until(() => !text().includes('An Admin has to approve this'));
});

it('the days that are left empty are told by the shop’s own calendar', async () => {
  await typed();
  await until(() => text().includes('Empty: tomorrow, November 28, 2026.'));
  expect(text()).toContain('Empty: the day after, November 29, 2026.');
});

it('what was typed is held as a bid of its customer, with the prices that were named, and leads to it', async () => {
  const { held } = await typed();
  const hold = () => button('Hold as a bid');
  expect(hold()?.getAttribute('aria-disabled')).toBe('true');
  await pick('Ada');
  await type('Another price of K-1', '7.50');
  await type('Reason for the price of K-1', 'matches a rival');
  for (const [name, value] of Object.entries({ poNumber: 'PO-7', orderName: 'Porch', couponCode: 'SPRING' }))
    await type(name, value);
  await type('notes', 'Ring at the gate');
  await type('deliveryDate', '2027-03-01');
  await type('email', 'site@example.com');
  expect(text()).toContain('A bid doesn’t keep the email.');
  await until(() => hold()?.getAttribute('aria-disabled') !== 'true');
  await press('Hold as a bid');
  await until(() => held().length > 0 && !lineIsThere());
  expect(held()).toEqual([
    {
      ...{
        user: 'u',
        key: expect.any(String),
        orderName: 'Porch',
        poNumber: 'PO-7',
        notes: 'Ring at the gate',
      },
      ...{ couponCode: 'SPRING', paymentType: 'Terms', shippingMethod: 'local', useStoreCredit: false },
      ...{
        deliveryDate: '2027-03-01',
        shippingAddress: '',
        shippingCity: '',
        shippingState: '',
        shippingZip: '',
      },
      cart: [{ productId: 'p', variantId: 'v', quantity: 1, price: 7.5, priceReason: 'matches a rival' }],
    },
  ]);
  const { text: said, links } = board.shown() ?? {};
  expect([said, links]).toEqual([
    'Order saved as a bid for Ada Carver',
    [{ text: 'Open the bid', to: '/admin/bids/bid' }],
  ]);
});

it('an order with items is left only once that is said to be wanted', async () => {
  await typed();
  const leave = () =>
    act(async () => [...stage.page.querySelectorAll('a')].find(one => one.textContent === 'Orders')?.click());
  await leave();
  expect(text()).toContain('Leave without saving?');
  await press('Stay here');
  expect([lineIsThere(), text().includes('at /admin/orders')]).toEqual([true, false]);
  await leave();
  await press('Leave and discard');
  expect(text()).toContain('at /admin/orders');
});

it('an item is named with its finish', async () => {
  await typed();
  expect(stage.page.querySelector('tbody th')?.textContent).toContain('Knob, Brass');
});

it('money is not taken for what an Admin has to approve: it is asked for, with nothing taken along', async () => {
  waits = true;
  const { sent } = await typed({ reason: 'waits_for_admin', message: 'An Admin has to approve it.' });
  await press('Taken along now');
  expect(text()).toContain('Take no money yet');
  expect(text()).toContain('finish the sale from there');
  expect(button('Take $10.00')).toBeUndefined();
  await press('Ask an Admin for it');
  waits = false;
  await until(() => !lineIsThere());
  expect(sent().map(({ takenAlong, paymentType }) => [takenAlong, paymentType])).toEqual([
    [undefined, 'Cash'],
  ]);
});

it('money is not taken for what is short', async () => {
  short = 3;
  await typed();
  await press('Taken along now');
  short = null;
  expect(text()).toContain('K-1: only 3 left');
  expect(button('Take $10.00')).toBeUndefined();
});

it('a check without its number is said beside the number, which has the focus', async () => {
  await typed();
  await press('Taken along now');
  await choose('Check');
  await press('Take $10.00');
  expect(text()).toContain('Number is needed: the one on the check');
  expect(document.activeElement).toBe(stage.page.querySelector('[name="number"]'));
});
