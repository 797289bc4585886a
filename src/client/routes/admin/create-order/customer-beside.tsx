import { RecordLink } from '#client/features/office/record-link.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import type { Customer } from '#client/routes/admin/create-order/customer-field.tsx';
import { trpc } from '#client/trpc.ts';
import { Facts } from '#client/ui/facts.tsx';
import { DAY } from '#client/ui/moment.ts';
import { creditCheck, hasCredit } from '#shared/rules/credit.ts';
import { formatMoney, ZERO } from '#shared/rules/money.ts';
import { STATUS_WORDS } from '#shared/rules/order-facts.ts';

const LAST = 5;

/** Says beside an order how its customer stands: credit, what is overdue, their last orders. */
export function CustomerBeside({ customer }: { customer: Exclude<Customer, { kind: 'walk-in' }> }) {
  const isCompany = customer.kind === 'company';
  const user = trpc.users.record.useQuery({ id: customer._id }, { enabled: !isCompany, staleTime: 0 });
  const company = isCompany ? customer._id : (user.data?.company ?? null);
  const account = trpc.statement.get.useQuery(
    { company: company ?? '', page: 1, limit: 1 },
    { enabled: company !== null, staleTime: 0 },
  );
  const last = trpc.orders.list.useQuery(
    { [isCompany ? 'company' : 'user']: customer._id, page: 1, limit: LAST },
    { staleTime: 0 },
  );
  const { data } = account;
  const { creditLimit } = data?.company ?? { creditLimit: ZERO };
  const standing = data && creditCheck({ owed: data.balance, creditLimit, total: ZERO });
  const overdue = data && data.balance - data.ageing.current;
  return (
    <>
      {standing && (
        <Facts
          facts={[
            ['Account', data.company.name],
            ['Owes', formatMoney(standing.used)],
            ['Overdue', overdue && overdue > 0 ? formatMoney(overdue as typeof standing.used) : ''],
            [
              'Credit left',
              hasCredit({ creditLimit }) ? formatMoney(standing.available) : 'None: it pays as it orders',
            ],
          ]}
        />
      )}
      {last.data && last.data.orders.length > 0 && (
        <ul>
          {last.data.orders.map(order => (
            <li key={order._id}>
              <RecordLink to={recordHref('order', order._id)}>{String(order.orderNumber)}</RecordLink>
              {` ${DAY.format(new Date(order.createdAt))}, ${formatMoney(order.total)}, ${STATUS_WORDS[order.status]}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
