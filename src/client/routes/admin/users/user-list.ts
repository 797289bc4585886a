import type { NarrowedBy } from '#client/features/office/narrow.tsx';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import { pageSize } from '#client/ui/list/page-size.ts';
import { PERMISSION_LEVELS } from '#shared/enumerations.ts';
import { PEOPLE_SORTS } from '#shared/office-lists.ts';
import type { UserDesk } from '#shared/schemas/staff-people.ts';

const LEVELS: Record<string, string> = Object.fromEntries(PERMISSION_LEVELS.map(level => [level, level]));

export const USER_CHOICES: readonly NarrowedBy[] = [
  { label: 'Level', name: 'permissionLevel', words: LEVELS },
  { label: 'Company', name: 'inCompany', words: { yes: 'Of a company', no: 'Without a company' } },
];

/** Reads what the address of the list asks for; anything that it could not ask for is left out. */
export function usersAt({ of, page }: Pick<ListAddress, 'of' | 'page'>): UserDesk {
  const search = of('search').trim().slice(0, 120);
  const permissionLevel = PERMISSION_LEVELS.find(level => level === of('permissionLevel'));
  const inCompany = { yes: true, no: false }[of('inCompany')];
  return {
    sort: PEOPLE_SORTS.find(sort => sort === of('sort')) ?? 'name',
    page,
    limit: pageSize(of('limit')),
    ...(search && { search }),
    ...(permissionLevel && { permissionLevel }),
    ...(inCompany !== undefined && { inCompany }),
  };
}
