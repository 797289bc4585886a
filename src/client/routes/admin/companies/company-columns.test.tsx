import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { COMPANY_DESK_COLUMNS } from '#client/routes/admin/companies/company-columns.tsx';
import type { DeskCompany } from '#shared/schemas/staff-people.ts';

const owes = COMPANY_DESK_COLUMNS.find(({ id }) => id === 'owed');
const shown = (owed: number, creditLimit = 1000) => {
  const page = renderToStaticMarkup(owes?.cell({ owed, creditLimit } as DeskCompany));
  return new DOMParser().parseFromString(page, 'text/html').body.textContent;
};

it('money in a company’s favor is told apart, and is no debt below 0', () => {
  expect(shown(-664.94)).toBe('$0.00$664.94 in their favor');
  expect(shown(0)).toBe('$0.00');
  expect(shown(12)).toBe('$12.00');
  expect(shown(1000.01)).toBe('$1,000.01over the limit');
});
