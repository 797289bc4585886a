import { IndexTable } from '#client/features/office/index-table.tsx';
import { VIEW_WORDS } from '#client/features/office/order-views.ts';
import { refusal } from '#client/refusal.ts';
import { deskAt, PER_PAGE } from '#client/routes/admin/orders/desk-address.ts';
import { NarrowDesk } from '#client/routes/admin/orders/narrow-desk.tsx';
import { ORDER_COLUMNS } from '#client/routes/admin/orders/order-columns.tsx';
import { trpc } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { type ListAddress, useListAddress } from '#client/ui/list/list-address.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { ORDER_VIEWS, type OrderView } from '#shared/office-lists.ts';
import styles from './orders.module.css';

/** Shows /admin/orders: the views of the order desk. */
export function Component() {
  const address = useListAddress();
  const asked = deskAt(address);
  const { data, error, isPlaceholderData, refetch } = trpc.orders.desk.useQuery(asked, {
    staleTime: 0,
    placeholderData: before => before,
  });
  const { view, sort, page, limit: _, ...narrowed } = asked;
  const isNarrowed = Object.keys(narrowed).length > 0;
  return (
    <>
      <PageHead title="Orders" description="The orders of the shop." hidden />
      <h1>Orders</h1>
      <Views view={view} />
      <NarrowDesk key={view} asked={asked} address={address} />
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!error && !data && <p role="status">Loading…</p>}
      {data && (
        <div className={isPlaceholderData ? styles.stale : undefined} aria-busy={isPlaceholderData}>
          <p role="status" className={styles.count}>
            {data.total === 1 ? '1 order' : `${data.total.toLocaleString('en-US')} orders`}
          </p>
          {data.orders.length === 0 ? (
            <Nothing {...{ view, isNarrowed, address }} />
          ) : (
            <IndexTable
              label="Orders"
              columns={ORDER_COLUMNS}
              rows={data.orders}
              keyOf={({ _id }) => _id}
              sort={sort}
              hrefOfSort={next => address.hrefWith({ sort: next })}
              sums={data}
            />
          )}
          <Pagination
            page={page}
            pages={Math.ceil(data.total / PER_PAGE)}
            href={to => address.hrefWith({ page: String(to) })}
          />
        </div>
      )}
    </>
  );
}

function Views({ view }: { view: OrderView }) {
  const { data: counts } = trpc.orders.deskCounts.useQuery(undefined, { staleTime: 0 });
  const tabs = ORDER_VIEWS.map(one => ({
    to: `/admin/orders?view=${one}`,
    isCurrent: one === view,
    content: (
      <span>
        {VIEW_WORDS[one].name}
        {counts && one !== 'all' && (
          <span className={styles.howMany}>{counts[one].toLocaleString('en-US')}</span>
        )}
      </span>
    ),
  }));
  return <Tabs label="Views" tabs={tabs} />;
}

function Nothing({
  view,
  isNarrowed,
  address,
}: {
  view: OrderView;
  isNarrowed: boolean;
  address: ListAddress;
}) {
  if (address.page > 1) {
    return (
      <p className={styles.nothing}>
        There is no such page. <ButtonLink to={address.hrefWith({})}>First page</ButtonLink>
      </p>
    );
  }
  if (!isNarrowed) return <p className={styles.nothing}>{VIEW_WORDS[view].empty}</p>;
  return (
    <p className={styles.nothing}>
      {`No orders of “${VIEW_WORDS[view].name}” match. `}
      <ButtonLink to={`/admin/orders?view=${view}`}>Show all of them</ButtonLink>
      {view !== 'all' && <ButtonLink to={address.hrefWith({ view: 'all' })}>Look in all orders</ButtonLink>}
    </p>
  );
}
