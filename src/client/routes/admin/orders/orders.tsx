import { useRef } from 'react';
import { IndexTable } from '#client/features/office/index-table.tsx';
import { useListLook } from '#client/features/office/list-look.ts';
import { VIEW_WORDS } from '#client/features/office/order-views.ts';
import { useSelection } from '#client/features/office/selection.ts';
import { hrefOfView, lookOfView, useSavedViews } from '#client/features/office/use-saved-views.ts';
import { textsOfQuery } from '#client/features/office/view-address.ts';
import { Dropped, ViewTools } from '#client/features/office/view-tools.tsx';
import { refusal } from '#client/refusal.ts';
import { MoveBar, MoveReport, useBulkMoves } from '#client/routes/admin/orders/bulk-moves.tsx';
import { deskAt, PER_PAGE } from '#client/routes/admin/orders/desk-address.ts';
import { NarrowDesk } from '#client/routes/admin/orders/narrow-desk.tsx';
import { DESK_COLUMNS } from '#client/routes/admin/orders/order-columns.tsx';
import { useChooseAll } from '#client/routes/admin/orders/use-choose-all.ts';
import { trpc } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { type ListAddress, useListAddress } from '#client/ui/list/list-address.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { OrderStatus } from '#shared/enumerations.ts';
import { ORDER_VIEWS, type OrderView } from '#shared/office-lists.ts';
import type { DeskQuery } from '#shared/schemas/order-desk.ts';
import type { SavedView } from '#shared/schemas/staff-views.ts';
import styles from './orders.module.css';

const PATH = '/admin/orders';

/** Shows /admin/orders: the views of the order desk. */
export function Component() {
  const address = useListAddress();
  const asked = deskAt(address);
  const { page, limit: _, ...query } = asked;
  const { sort, ...narrowed } = query;
  const { views, current, isKnown } = useSavedViews('orders', address.of('saved'));
  const look = useListLook('orders', current?._id ?? '', lookOfView('orders', current));
  const { data, error, isPlaceholderData, refetch } = trpc.orders.desk.useQuery(asked, {
    staleTime: 0,
    placeholderData: before => before,
  });
  const list = `${address.of('saved')} ${JSON.stringify(narrowed)}`;
  const selection = useSelection<OrderStatus>(list);
  const moves = useBulkMoves(selection, list);
  const all = useChooseAll(query, selection);
  const deeds = useRef<HTMLDivElement>(null);
  const isNarrowed = Object.keys(narrowed).length > 1;
  const columns = look.look.columns.flatMap(id => DESK_COLUMNS.find(column => column.id === id) ?? []);
  return (
    <>
      <PageHead title="Orders" description="The orders of the shop." hidden />
      <h1>Orders</h1>
      <Views view={asked.view} views={views} current={current} />
      <NarrowDesk key={`${asked.view} ${address.of('saved')}`} asked={asked} address={address} />
      <Dropped view={current} />
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!error && !(data && isKnown) && <p role="status">Loading…</p>}
      <MoveReport moves={moves} />
      {data && isKnown && (
        <div className={isPlaceholderData ? styles.stale : undefined} aria-busy={isPlaceholderData}>
          <div className={styles.head}>
            <p role="status" className={styles.count}>
              {data.total === 1 ? '1 order' : `${data.total.toLocaleString('en-US')} orders`}
            </p>
            <ViewTools
              {...{ screen: 'orders', path: PATH, query, columns: DESK_COLUMNS, look, views, current }}
              queryOfView={current && queryOf(current)}
              fileHref={fileHref(query, look.look.columns, current)}
            />
          </div>
          {data.orders.length === 0 ? (
            <Nothing {...{ view: asked.view, isNarrowed, address }} />
          ) : (
            <IndexTable
              label="Orders"
              columns={columns}
              rows={data.orders}
              keyOf={({ _id }) => _id}
              sort={sort}
              hrefOfSort={next => address.hrefWith({ sort: next })}
              sums={data}
              density={look.look.density}
              choosing={{
                chosen: selection.chosen,
                choose: (rows, isChosen) =>
                  selection.choose(
                    rows.map(({ _id, status }) => [_id, status]),
                    isChosen,
                  ),
                nameOf: ({ orderNumber }) => `order ${orderNumber}`,
                toDeeds: () => deeds.current?.querySelector('button')?.focus(),
              }}
            />
          )}
          <MoveBar
            {...{ selection, moves, deeds, total: data.total }}
            hasPage={data.orders.every(({ _id }) => selection.chosen.has(_id))}
            onAll={all.choose}
            isFindingAll={all.isFinding}
          />
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

/** Reads the query of a saved view as the address of the desk would. */
function queryOf(view: SavedView): DeskQuery {
  const texts = textsOfQuery(view.query);
  const { page: _, limit: __, ...query } = deskAt({ of: name => texts[name] ?? '', page: 1 });
  return query;
}

function fileHref(query: DeskQuery, columns: readonly string[], view: SavedView | null): string {
  const { paid } = query;
  return `${PATH}.csv?${new URLSearchParams({
    ...textsOfQuery(query),
    ...(paid !== undefined && { paid: String(paid) }),
    columns: columns.join(','),
    ...(view && { name: view.name }),
  })}`;
}

interface ViewsProps {
  view: OrderView;
  views: readonly SavedView[];
  current: SavedView | null;
}

function Views({ view, views, current }: ViewsProps) {
  const { data: counts } = trpc.orders.deskCounts.useQuery(undefined, { staleTime: 0 });
  const { data: saved } = trpc.orders.savedCounts.useQuery(undefined, {
    staleTime: 0,
    enabled: views.length > 0,
  });
  const fixed = ORDER_VIEWS.map(one => ({
    to: `${PATH}?view=${one}`,
    isCurrent: one === view && !current,
    content: <TabName name={VIEW_WORDS[one].name} count={one === 'all' ? undefined : counts?.[one]} />,
  }));
  const own = views.map(one => ({
    to: hrefOfView(PATH, one),
    isCurrent: one === current,
    content: <TabName name={one.name} count={saved?.[one._id]} />,
  }));
  return <Tabs label="Views" tabs={[...fixed, ...own]} />;
}

function TabName({ name, count }: { name: string; count: number | undefined }) {
  return (
    <span>
      {`${name} `}
      {count !== undefined && <span className={styles.howMany}>{count.toLocaleString('en-US')}</span>}
    </span>
  );
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
      <ButtonLink to={`${PATH}?view=${view}`}>Show all of them</ButtonLink>
      {view !== 'all' && <ButtonLink to={address.hrefWith({ view: 'all' })}>Look in all orders</ButtonLink>}
    </p>
  );
}
