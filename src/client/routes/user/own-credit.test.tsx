import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { OwnCredit } from '#client/routes/user/own-credit.tsx';

const api = setApi();

it.each([
  [25, false, 'You have $25.00 of store credit, to use at checkout.'],
  [25, true, 'Your company has $25.00 of store credit, to use at checkout.'],
  [0, false, ''],
])('a balance of %f of a company: %s', async (balance, isCompanys, words) => {
  api.answers['storeCredit.balance'] = () => ({ balance });
  await api.show(<OwnCredit isCompanys={isCompanys} />);
  expect(api.page.textContent).toBe(words);
});
