import { HowMany } from '#client/features/office/how-many.tsx';
import { type Column, IndexTable } from '#client/features/office/index-table.tsx';
import { Narrow } from '#client/features/office/narrow.tsx';
import { RecordLink } from '#client/features/office/record-link.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { useShopDay } from '#client/features/site/shop-day.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Answered } from '#client/ui/list/answered.tsx';
import { useListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { BID_VIEWS, type BidView } from '#shared/office-lists.ts';
import type { ListedBid } from '#shared/schemas/bids.ts';

const VIEWS: Record<BidView, { name: string; none: string }> = {
  bid: { name: 'To price', none: 'Nobody waits for prices.' },
  quoted: { name: 'Quoted', none: 'No open quotes.' },
  over: { name: 'Ended', none: 'No quote has ended.' },
};
const PER_PAGE = 25;

/** Shows /admin/bids: the carts that customers sent for prices. */
export function Component() {
  const address = useListAddress();
  const shopDay = useShopDay();
  const view = BID_VIEWS.find(one => one === address.of('view')) ?? 'bid';
  const search = address.of('search').trim().slice(0, 120);
  const answer = trpc.carts.bids.useQuery(
    { view, page: address.page, limit: PER_PAGE, ...(search && { search }) },
    { staleTime: 0, placeholderData: before => before },
  );
  const counts = answer.data?.counts;
  return (
    <>
      <PageHead title="Bids" description="The carts that wait for prices." hidden />
      <h1>Bids</h1>
      <Tabs
        label="Views of bids"
        tabs={BID_VIEWS.map(one => ({
          to: `?view=${one}`,
          isCurrent: one === view,
          content: `${VIEWS[one].name}${counts ? ` ${counts[one].toLocaleString('en-US')}` : ''}`,
        }))}
      />
      <Narrow address={address} name="Search the bids" label="Cart, customer or company" />
      <Answered answer={answer} failure={error => refusal(error).message}>
        {({ bids, total }) => (
          <>
            <HowMany total={total} one="bid" many="bids" />
            <PageOf
              {...{ address, total, perPage: PER_PAGE }}
              nothing={<p>{search ? 'Nothing matches.' : VIEWS[view].none}</p>}
            >
              <IndexTable
                label="Bids"
                columns={columnsOf(shopDay)}
                rows={bids}
                keyOf={({ _id }) => _id}
                sort=""
                hrefOfSort={() => ''}
              />
            </PageOf>
          </>
        )}
      </Answered>
    </>
  );
}

const columnsOf = (shopDay: (moment: string) => string): readonly Column<ListedBid>[] => [
  {
    id: 'bid',
    head: 'Bid',
    isText: true,
    cell: ({ _id, orderName, bidNotes, waits }) => (
      <>
        <RecordLink to={`/admin/bids/${_id}`}>{orderName || 'Cart without a name'}</RecordLink>
        {waits && <small>A quote waits for an Admin</small>}
        <small>{bidNotes}</small>
      </>
    ),
  },
  {
    id: 'customer',
    head: 'Customer',
    isText: true,
    cell: ({ user, name, businessName }) => (
      <>
        <RecordLink to={recordHref('person', user)}>{name || businessName}</RecordLink>
        <small>{name ? businessName : ''}</small>
      </>
    ),
  },
  { id: 'lines', head: 'Lines', isFigure: true, cell: ({ lineCount }) => lineCount.toLocaleString('en-US') },
  { id: 'items', head: 'Items', isFigure: true, cell: ({ itemCount }) => itemCount.toLocaleString('en-US') },
  { id: 'since', head: 'Last changed', cell: ({ updatedAt }) => MOMENT.format(new Date(updatedAt)) },
  {
    id: 'until',
    head: 'Holds until',
    cell: ({ quotedUntil }) => quotedUntil && shopDay(quotedUntil),
  },
];
