import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import { WaitingApprovals } from '#client/features/approvals/waiting-approvals.tsx';
import { readUser, useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { AddToHistory } from '#client/routes/user/orders/add-to-history.tsx';
import { NarrowOrders } from '#client/routes/user/orders/narrow-orders.tsx';
import { OrderRow } from '#client/routes/user/orders/order-row.tsx';
import { queriesContext, trpc } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import { useListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { unlessSearchAlone } from '#client/ui/list/unless-search-alone.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { ORDER_STATUSES } from '#shared/enumerations.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { isPrimaryOf } from '#shared/rules/permissions.ts';
import type { Company } from '#shared/schemas/companies.ts';
import type { ListedOrder, OrderList } from '#shared/schemas/orders.ts';
import styles from './orders.module.css';

const PER_PAGE = 25;
const OF_COMPANY = 'company';

/** Reads what waits for approval, which stands above the orders, before the page is there: it pushes nothing. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const queries = context.get(queriesContext);
  const user = await readUser(queries, request);
  if (user?.company) await queries.team.approvals.prefetch({}, { staleTime: 0 });
  return null;
}

export const shouldRevalidate = unlessSearchAlone;

/** Shows /user/orders: one's own orders, for a Primary also the company's; what is looked for stands in the address. */
export function Component() {
  const user = useUser();
  const address = useListAddress();
  const isPrimary = isPrimaryOf(user, user?.company);
  const company = (isPrimary && address.of('of') === OF_COMPANY && user?.company) || null;
  const { page } = address;
  const search = address.of('search');
  const status = ORDER_STATUSES.find(one => one === address.of('status'));
  const members = useMembers(company);
  const member = address.of('member');
  const asked = { page, limit: PER_PAGE, ...(search && { search }), ...(status && { status: [status] }) };
  const answer = useOrders(company, asked, member);
  const isNarrowed = search !== '' || status !== undefined || (company !== null && member !== '');
  return (
    <>
      <PageHead title="Orders" description="Your orders." hidden />
      <h1>Orders</h1>
      {user?.company && (
        <div className={styles.waiting}>
          <WaitingApprovals user={user} />
        </div>
      )}
      {isPrimary && <Whose isOfCompany={company !== null} />}
      <NarrowOrders {...{ search, status: status ?? '', member, members }} onChange={address.change} />
      <Answered answer={answer} failure={failureOf}>
        {({ orders, total }) => (
          <>
            <p role="status" className="muted">
              {total === 1 ? '1 order' : `${total.toLocaleString('en-US')} orders`}
            </p>
            <PageOf
              {...{ address, total, perPage: PER_PAGE }}
              nothing={<Nothing isNarrowed={isNarrowed} isOfCompany={company !== null} />}
            >
              <ul className={`${styles.orders} ${company ? styles.ofCompany : ''}`}>
                {orders.map(order => (
                  <OrderRow key={order._id} order={order} {...(members && { who: nameOf(order, members) })} />
                ))}
              </ul>
            </PageOf>
          </>
        )}
      </Answered>
      {!company && (answer.data || answer.error) && <AddToHistory />}
    </>
  );
}

function failureOf(error: unknown): string {
  const { status, message } = refusal(error);
  return status === 0 ? message : ORDER_NOTICES.listFailed.text;
}

type Asked = Pick<OrderList, 'page' | 'limit'> & Partial<Pick<OrderList, 'search' | 'status'>>;

/** One's own, or all of a company; of the latter what is shown is never that of the other. */
function useOrders(company: string | null, asked: Asked, user: string) {
  const how = { staleTime: 0, placeholderData: <T,>(before: T) => before };
  const own = trpc.orders.list.useQuery(asked, { ...how, enabled: company === null });
  const all = trpc.companies.orders.useQuery(
    { ...asked, company: company ?? '', ...(user && { user }) },
    { ...how, enabled: company !== null },
  );
  return company ? all : own;
}

type Members = readonly Pick<Company['users'][number], '_id' | 'name'>[];

/** Lists who may have ordered for a company, nobody until they are known; null for no company. */
function useMembers(company: string | null): Members | null {
  const { data } = trpc.companies.byId.useQuery({ id: company ?? '' }, { enabled: company !== null });
  return company === null ? null : (data?.users ?? []);
}

/** Returns the buyer's name; for people who left the company, the name that they ordered by. */
function nameOf(order: ListedOrder, members: Members): string {
  if (members.length === 0) return '';
  return members.find(one => one._id === order.user)?.name ?? order.name;
}

function Whose({ isOfCompany }: { isOfCompany: boolean }) {
  const tabs = [
    { to: '/user/orders', isCurrent: !isOfCompany, content: 'Mine' },
    { to: `/user/orders?of=${OF_COMPANY}`, isCurrent: isOfCompany, content: 'The company’s' },
  ];
  return <Tabs label="Whose orders" tabs={tabs} />;
}

function Nothing({ isNarrowed, isOfCompany }: { isNarrowed: boolean; isOfCompany: boolean }) {
  if (isNarrowed) {
    return (
      <p>
        {'No orders match. '}
        <Link to={isOfCompany ? `/user/orders?of=${OF_COMPANY}` : '/user/orders'}>Show all</Link>
      </p>
    );
  }
  return (
    <p>
      {isOfCompany ? 'Your company has not ordered anything yet. ' : 'You have not ordered anything yet. '}
      <ButtonLink to="/categories">Shop now</ButtonLink>
    </p>
  );
}
