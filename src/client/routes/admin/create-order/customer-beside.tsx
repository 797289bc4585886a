import { recordHref } from '#client/features/office/record-links.ts';
import { refusal } from '#client/refusal.ts';
import styles from '#client/routes/admin/create-order/create-order.module.css';
import type { Customer } from '#client/routes/admin/create-order/customer-field.tsx';
import { trpc } from '#client/trpc.ts';
import { Facts } from '#client/ui/facts.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { DAY } from '#client/ui/moment.ts';
import { AGE_WORDS, AGES } from '#shared/rules/ageing.ts';
import { creditCheck, hasCredit, sidesOf } from '#shared/rules/credit.ts';
import { formatMoney, ZERO } from '#shared/rules/money.ts';
import { STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { Statement } from '#shared/schemas/payments.ts';

const LAST = 5;
/** Asks for a customer's last orders; nobody's are those of whoever stands at the counter. */
export const lastOrdersOf = (customer: Customer) => ({
  ...(customer.kind !== 'walk-in' && { [customer.kind]: customer._id }),
  ...{ page: 1, limit: LAST },
});
const failure = (error: unknown) => refusal(error).message;

/** Says beside an order how its customer stands: what they may still owe, what is due since when, their last orders. */
export function CustomerBeside({ customer }: { customer: Exclude<Customer, { kind: 'walk-in' }> }) {
  const isCompany = customer.kind === 'company';
  const user = trpc.users.record.useQuery({ id: customer._id }, { enabled: !isCompany, staleTime: 0 });
  const company = isCompany ? customer._id : (user.data?.company ?? null);
  const account = trpc.statement.get.useQuery(
    { company: company ?? '', page: 1, limit: 1 },
    { enabled: company !== null, staleTime: 0 },
  );
  const last = trpc.orders.list.useQuery(lastOrdersOf(customer), { staleTime: 0 });
  return (
    <>
      {user.error && <LoadError message={failure(user.error)} onRetry={user.refetch} />}
      {company !== null && (
        <Answered answer={account} failure={failure}>
          {statement => <Standing statement={statement} />}
        </Answered>
      )}
      {user.data && company === null && <p className="muted">No company, so no credit.</p>}
      <h3 className={styles.last}>Last orders</h3>
      <Answered answer={last} failure={failure}>
        {({ orders }) =>
          orders.length === 0 ? (
            <p className="muted">No orders yet.</p>
          ) : (
            <ul className={styles.orders}>
              {orders.map(order => (
                <li key={order._id}>
                  {/* What is typed here stays: it opens beside. */}
                  <a href={recordHref('order', order._id)} target="_blank" rel="noreferrer">
                    {order.orderNumber}
                    <span className="visually-hidden"> in a new tab</span>
                  </a>
                  {` ${DAY.format(new Date(order.createdAt))}, ${formatMoney(order.total)}, ${STATUS_WORDS[order.status]}`}
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </>
  );
}

function Standing({ statement: { company, balance, ageing } }: { statement: Statement }) {
  const { creditLimit } = company;
  const { available } = creditCheck({ owed: balance, creditLimit, total: ZERO });
  const { owes, inFavor } = sidesOf(balance);
  return (
    <Facts
      facts={[
        ['Account', company.name],
        ['Credit left', hasCredit(company) ? formatMoney(available) : 'None: it pays as it orders'],
        ['Owes', formatMoney(owes)],
        ['In their favor', inFavor > 0 ? formatMoney(inFavor) : ''],
        ...AGES.map(age => [AGE_WORDS[age], ageing[age] > 0 ? formatMoney(ageing[age]) : ''] as const),
      ]}
    />
  );
}
