import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { Remind } from '#client/features/office/remind.tsx';

const api = setApi();

it.each([
  [1, '1 order is due, with $40.00 open. The email lists it, and goes to ann@hollis.test.'],
  [2, '2 orders are due, with $40.00 open. The email lists them, and goes to ann@hollis.test.'],
])('%d due: says so before it is sent', async (orders, words) => {
  const reminders = { orders, sum: 40, onAccount: 0, to: ['ann@hollis.test'], refused: null, sent: [] };
  api.answers['statement.reminders'] = () => reminders;
  await api.show(<Remind company="c" name="Hollis" onClose={() => undefined} />);
  expect(api.page.textContent).toContain(words);
});
