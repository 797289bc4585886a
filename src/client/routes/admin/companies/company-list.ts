import type { NarrowedBy } from '#client/features/office/narrow.tsx';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import { pageSize } from '#client/ui/list/page-size.ts';
import { COMPANY_DESK_SORTS, CREDIT_STATES, type CreditState } from '#shared/office-lists.ts';
import type { CompanyDesk } from '#shared/schemas/staff-people.ts';

const CREDIT_WORDS: Record<CreditState, string> = {
  with: 'With a credit limit',
  without: 'Without credit',
  over: 'Over their limit',
};

export const COMPANY_CHOICES: readonly NarrowedBy[] = [
  { label: 'Credit', name: 'credit', words: CREDIT_WORDS },
  { label: 'Sales tax', name: 'taxExempt', words: { yes: 'Exempt', no: 'Not exempt' } },
];

/** Reads what the address of the list asks for; anything that it could not ask for is left out. */
export function companiesAt({ of, page }: Pick<ListAddress, 'of' | 'page'>): CompanyDesk {
  const search = of('search').trim().slice(0, 120);
  const credit = CREDIT_STATES.find(state => state === of('credit'));
  const taxExempt = { yes: true, no: false }[of('taxExempt')];
  return {
    sort: COMPANY_DESK_SORTS.find(sort => sort === of('sort')) ?? 'name',
    page,
    limit: pageSize(of('limit')),
    ...(search && { search }),
    ...(credit && { credit }),
    ...(taxExempt !== undefined && { taxExempt }),
  };
}
