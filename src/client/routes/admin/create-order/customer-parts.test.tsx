import { act } from 'react';
import { expect, it } from 'vitest';
import { answering, Refusing } from '#client/features/office/answering.test-support.tsx';
import { CustomerBeside } from '#client/routes/admin/create-order/customer-beside.tsx';
import { CustomerField, WALK_IN } from '#client/routes/admin/create-order/customer-field.tsx';
import { setStage } from '#client/ui/stage.test-support.ts';

const stage = setStage();
const text = () => stage.page.textContent ?? '';
/** Waits for these words, with what is drawn meanwhile. */
async function says(words: string): Promise<void> {
  for (let looks = 0; looks < 200 && !text().includes(words); looks++)
    await act(() => new Promise(resolve => setTimeout(resolve, 25)));
  expect(text()).toContain(words);
}

async function search(answer?: () => unknown): Promise<void> {
  const answers: Record<string, () => unknown> = answer ? { 'office.find': answer } : {};
  stage.show(answering(answers, <CustomerField chosen={WALK_IN} onChoose={() => undefined} />).page);
  const field = stage.page.querySelector('input');
  if (!field) throw new Error('there is no field');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'Nobody');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('a search for a customer says that it finds nobody, and only once it has an answer', async () => {
  await search(() => ({ orders: [], people: [], companies: [], products: [], variants: [] }));
  await says('Nobody found.');
});

it('a search without an answer yet finds neither somebody nor nobody', async () => {
  await search();
  await says('Looking…');
  expect(text()).not.toContain('Nobody found.');
});

it('a search that fails says so, and nothing of whom it found', async () => {
  await search(() => {
    throw new Refusing({ reason: 'unavailable', message: 'The shop is not available right now.' });
  });
  await says('The shop is not available right now.');
  expect(text()).not.toContain('Nobody found.');
});

const company = { kind: 'company' as const, _id: 'c', name: 'Hollis', more: '' };
const order = { _id: 'o', orderNumber: 10567, createdAt: '2026-11-20T12:00:00Z', total: 40, status: 'Ready' };
const statement = {
  company: { _id: 'c', name: 'Hollis', accountNumber: null, creditLimit: 100 },
  ...{ balance: 60, ageing: { current: 10, upTo30: 50, upTo60: 0, upTo90: 0, over90: 0 } },
};

it('beside an order stands what its customer may still owe, what is due since when, and their last orders', async () => {
  const answers = {
    'statement.get': () => statement,
    'orders.list': () => ({ orders: [order], total: 1 }),
  };
  stage.show(answering(answers, <CustomerBeside customer={company} />).page);
  await says('10567');
  const facts = [...stage.page.querySelectorAll('dl > div')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent).join(': '),
  );
  expect(facts).toEqual([
    ...['Account: Hollis', 'Credit left: $40.00', 'Owes: $60.00', 'Current: $10.00', '1–30 days: $50.00'],
  ]);
  // Nothing that is typed of the order is left for it.
  expect(stage.page.querySelector('a')?.target).toBe('_blank');
});

it('while that is on its way it says so, and why it failed', async () => {
  const down = () => {
    throw new Refusing({ reason: 'unavailable', message: 'The shop is not available right now.' });
  };
  stage.show(answering({ 'statement.get': down }, <CustomerBeside customer={company} />).page);
  await says('The shop is not available right now.');
  expect(text()).toContain('Loading…');
});
