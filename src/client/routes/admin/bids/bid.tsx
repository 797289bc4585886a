import { useParams } from 'react-router-dom';
import { isMissing, MissingRecord, RecordTop } from '#client/features/office/record-page.tsx';
import { refusal } from '#client/refusal.ts';
import { BidRecord } from '#client/routes/admin/bids/bid-record.tsx';
import { trpc } from '#client/trpc.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';

const LIST = '/admin/bids';

/** Shows /admin/bids/{id}/{previous?}: a cart that waits for prices, or has them. */
export function Component() {
  const { id = '', previous = '' } = useParams();
  const { data: bid, error, refetch } = trpc.carts.bid.useQuery({ _id: id }, { staleTime: 0 });
  const day = trpc.receipts.today.useQuery(undefined, { staleTime: 0 });
  const isGone = isMissing(error);
  return (
    <>
      <PageHead
        title={bid ? `Bid ${bid.orderName}` : 'Bid'}
        description="A cart that waits for prices."
        hidden
      />
      <RecordTop list={LIST} previous={previous} />
      {isGone && <MissingRecord list={LIST} thing="bid" all="All bids" />}
      {!bid && !isGone && <h1>Bid</h1>}
      {error && !isGone && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {day.error && <LoadError message={refusal(day.error).message} onRetry={day.refetch} />}
      {!error && !day.error && !(bid && day.data) && <p role="status">Loading…</p>}
      {bid && day.data && !isGone && <BidRecord key={bid._id} bid={bid} day={day.data} />}
    </>
  );
}
