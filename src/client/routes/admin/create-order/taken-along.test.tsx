import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { TakenAlong, type TakenAlongBy } from '#client/routes/admin/create-order/taken-along.tsx';
import { toMoney } from '#shared/rules/money.ts';

const api = setApi();

/** Asks for 43.30, which a walk-in pays in cash. */
async function show() {
  const paid: TakenAlongBy[] = [];
  const nothing = () => undefined;
  await api.show(
    <TakenAlong
      {...{ total: toMoney(4330), isReady: true, paymentType: 'Cash', hasAccount: false, trouble: null }}
      {...{ busy: false, error: null, known: null, above: null, mayGoOn: false }}
      {...{ onRetype: nothing, onClose: nothing, onAsk: nothing, onPay: one => paid.push(one) }}
    />,
  );
  return paid;
}

it('the change is told of the cash that somebody gave, which need not be typed', async () => {
  const paid = await show();
  await api.submit();
  expect(paid).toEqual([{ method: 'cash', number: '' }]);
  await api.type('Cash given', '50');
  expect(api.page.textContent).toContain('$6.70 is the change.');
  await api.type('Cash given', '43.3');
  expect(api.page.textContent).toContain('$0.00 is the change.');
  await api.submit();
  expect(paid).toHaveLength(2);
});

it.each([
  ['40', 'Cash given is $3.30 short'],
  ['fifty', 'Cash given is not an amount of money'],
])('cash of %s is not taken, and keeps what was typed', async (given, words) => {
  const paid = await show();
  await api.type('Cash given', given);
  expect(api.page.textContent).not.toContain('is the change');
  await api.submit();
  expect(api.page.textContent).toContain(words);
  expect(paid).toEqual([]);
  // Another way asks for no cash.
  await api.check('Transfer');
  await api.submit();
  expect(paid).toEqual([{ method: 'transfer', number: '' }]);
});
