import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { StatementSheet } from '#client/routes/admin/companies/statement-sheet.tsx';
import type { Statement } from '#shared/schemas/payments.ts';

const api = setApi();

const statement = {
  company: {
    ...{ _id: 'c', name: 'Hollis', accountNumber: 'A-17', creditLimit: 500 },
    ...{ address: '', city: '', state: '', zip: '' },
  },
  ...{ date: '2026-11-28', balance: 30, onAccount: 10, due: 40, open: [], entries: [], total: 3 },
  ageing: { current: -10, to30: 40, to60: 0, to90: 0, over90: 0 },
} as unknown as Statement;

it('a statement on paper says what each of its facts is', async () => {
  api.answers['site.get'] = () => ({ site: { name: 'Knurl', timeZone: 'UTC' } });
  await api.show(<StatementSheet statement={statement} />);
  const said = [...api.page.querySelectorAll('dl div')].map(({ textContent }) => textContent);
  expect(said.slice(0, 4)).toEqual([
    'DateNovember 28, 2026',
    'Account numberA-17',
    'Due by now$40.00',
    'Unapplied credit$10.00',
  ]);
  expect(api.page.textContent).toContain('TransactionsThe latest 0 of 3 transactions.');
  // A mark ends each label, which stands in the line of its fact.
  const css = readFileSync(join(import.meta.dirname, 'statement-sheet.module.css'), 'utf8');
  expect(css).toMatch(/\.to dl > div \{\s+display: flex/);
  expect(css).toMatch(/\.to dt::after \{\s+content: ":"/);
});
