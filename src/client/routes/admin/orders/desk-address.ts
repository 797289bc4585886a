import { dayIn } from '#client/ui/list/day-in.ts';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import { ORDER_STATUSES, PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { DESK_SORTS, type DeskSort, ORDER_VIEWS } from '#shared/office-lists.ts';
import { isMoney } from '#shared/rules/money.ts';
import type { OrderDesk } from '#shared/schemas/order-desk.ts';

/** Rows of a page. */
export const PER_PAGE = 25;

/** Reads what the address of the desk asks for; anything that it could not ask for is left out. */
export function deskAt({ of, page }: Pick<ListAddress, 'of' | 'page'>): OrderDesk {
  const oneOf = <T extends string>(name: string, values: readonly T[]) => {
    const found = values.find(value => value === of(name));
    return found && { [name]: found };
  };
  const [from, to] = [dayIn(of('from')), dayIn(of('to'))];
  const statuses = of('status').split(',');
  const status = ORDER_STATUSES.filter(one => statuses.includes(one));
  const search = of('search').trim().slice(0, 120);
  const amount = (name: 'atLeast' | 'atMost') => {
    const value = Number(of(name));
    return of(name) !== '' && isMoney(value) && value >= 0 ? { [name]: value } : undefined;
  };
  const paid = { yes: true, no: false }[of('paid')];
  return {
    view: ORDER_VIEWS.find(view => view === of('view')) ?? 'toPick',
    sort: DESK_SORTS.find(sort => sort === of('sort')) ?? ('-date' satisfies DeskSort),
    page,
    limit: PER_PAGE,
    ...(search && { search }),
    ...(status.length > 0 && { status }),
    ...(paid !== undefined && { paid }),
    ...oneOf('paymentType', PAYMENT_TYPES),
    ...oneOf('shippingMethod', SHIPPING_METHODS),
    ...(from && { from }),
    ...(to && { to }),
    ...amount('atLeast'),
    ...amount('atMost'),
  };
}
