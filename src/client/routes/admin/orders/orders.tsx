import { useRef } from 'react';
import { HowMany } from '#client/features/office/how-many.tsx';
import { IndexTable } from '#client/features/office/index-table.tsx';
import { ListHead } from '#client/features/office/list-head.tsx';
import { VIEW_WORDS } from '#client/features/office/order-views.ts';
import { useSelection } from '#client/features/office/selection.ts';
import { type StaffList, useStaffList } from '#client/features/office/use-staff-list.ts';
import { ViewTabs } from '#client/features/office/view-tabs.tsx';
import { refusal } from '#client/refusal.ts';
import { MoveBar, MoveReport, useBulkMoves } from '#client/routes/admin/orders/bulk-moves.tsx';
import { deskAt, PER_PAGE } from '#client/routes/admin/orders/desk-address.ts';
import { NarrowDesk } from '#client/routes/admin/orders/narrow-desk.tsx';
import { DESK_COLUMNS } from '#client/routes/admin/orders/order-columns.tsx';
import { useChooseAll } from '#client/routes/admin/orders/use-choose-all.ts';
import { trpc } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import type { OrderStatus } from '#shared/enumerations.ts';
import { ORDER_VIEWS, type OrderView } from '#shared/office-lists.ts';
import styles from './orders.module.css';

/** Shows /admin/orders: the views of the order desk. */
export function Component() {
  const list = useStaffList('orders', deskAt);
  const { address, asked, query } = list;
  const { sort, ...narrowed } = query;
  const answer = trpc.orders.desk.useQuery(asked, { staleTime: 0, placeholderData: before => before });
  const which = `${address.of('saved')} ${JSON.stringify(narrowed)}`;
  const selection = useSelection<OrderStatus>(which);
  const moves = useBulkMoves(selection, which);
  const all = useChooseAll(query, selection);
  const deeds = useRef<HTMLDivElement>(null);
  return (
    <>
      <PageHead title="Orders" description="The orders of the shop." hidden />
      <h1>Orders</h1>
      <Views view={asked.view} list={list} />
      <NarrowDesk key={`${asked.view} ${address.of('saved')}`} asked={asked} address={address} />
      <MoveReport moves={moves} />
      <Answered answer={list.whenKnown(answer)} failure={error => refusal(error).message}>
        {({ orders, total, ...sums }) => (
          <>
            <ListHead list={list} columns={DESK_COLUMNS}>
              <HowMany total={total} one="order" many="orders" />
            </ListHead>
            <PageOf
              {...{ address, total, perPage: PER_PAGE }}
              nothing={
                <Nothing {...{ view: asked.view, isNarrowed: Object.keys(narrowed).length > 1, address }} />
              }
            >
              <IndexTable
                label="Orders"
                columns={DESK_COLUMNS}
                rows={orders}
                keyOf={({ _id }) => _id}
                look={list.kept.look}
                sort={sort}
                hrefOfSort={next => address.hrefWith({ sort: next })}
                sums={{ total, ...sums }}
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
            </PageOf>
            <MoveBar
              {...{ selection, moves, deeds, total }}
              hasPage={orders.every(({ _id }) => selection.chosen.has(_id))}
              onAll={all.choose}
              isFindingAll={all.isFinding}
            />
          </>
        )}
      </Answered>
    </>
  );
}

function Views({ view, list }: { view: OrderView; list: StaffList }) {
  const { data: counts } = trpc.orders.deskCounts.useQuery(undefined, { staleTime: 0 });
  return (
    <ViewTabs
      list={list}
      fixed={ORDER_VIEWS.map(one => ({
        to: `${list.path}?view=${one}`,
        name: VIEW_WORDS[one].name,
        isCurrent: one === view && !list.current,
        count: one === 'all' ? undefined : counts?.[one],
      }))}
    />
  );
}

interface NothingProps {
  view: OrderView;
  isNarrowed: boolean;
  address: ListAddress;
}

function Nothing({ view, isNarrowed, address }: NothingProps) {
  if (!isNarrowed) return <p className={styles.nothing}>{VIEW_WORDS[view].empty}</p>;
  return (
    <p className={styles.nothing}>
      {`No orders of “${VIEW_WORDS[view].name}” match. `}
      <ButtonLink to={`/admin/orders?view=${view}`}>Show all of them</ButtonLink>
      {view !== 'all' && <ButtonLink to={address.hrefWith({ view: 'all' })}>Look in all orders</ButtonLink>}
    </p>
  );
}
