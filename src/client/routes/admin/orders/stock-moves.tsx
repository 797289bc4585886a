import { useState } from 'react';
import { Link } from 'react-router-dom';
import { recordHref } from '#client/features/office/record-links.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import type { StockReason } from '#shared/enumerations.ts';
import styles from './stock-moves.module.css';

/** The number of a variant, which tells where its stock came from and went to. */
export function StockNumber({ variant, productNum }: { variant: string; productNum: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.number} onClick={() => setOpen(true)}>
        {productNum}
      </button>
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={`Stock of ${productNum}`} size="large">
          <Moves variant={variant} />
        </Dialog>
      )}
    </>
  );
}

const REASONS: Record<StockReason, string> = {
  opening: 'Counted from here on',
  order: 'Ordered',
  cancel: 'Canceled',
  release: 'Hold ended',
  return: 'Returned',
  count: 'Counted',
  import: 'Imported',
  unexplained: 'Changed outside the shop',
};

function Moves({ variant }: { variant: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    trpc.variants.stockMoves.useInfiniteQuery(
      { variant },
      { staleTime: 0, getNextPageParam: ({ cursor }) => cursor },
    );
  const moves = data?.pages.flatMap(page => page.moves);
  if (error) return <LoadError message={refusal(error).message} onRetry={refetch} />;
  if (!moves) return <p role="status">Loading…</p>;
  if (moves.length === 0) return <p>Nothing has moved yet.</p>;
  return (
    <>
      <table className={styles.moves}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">By</th>
            <th scope="col">Pieces</th>
            <th scope="col">Stock</th>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ _id, at, reason, pieces, after, order, who }) => (
            <tr key={_id}>
              <td>{MOMENT.format(new Date(at))}</td>
              <td>
                {REASONS[reason]}
                {order && (
                  <>
                    {': '}
                    <Link to={recordHref('order', order._id)}>{order.orderNumber}</Link>
                  </>
                )}
              </td>
              <td>{who ?? '–'}</td>
              <td>{pieces > 0 ? `+${pieces}` : pieces}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show earlier
        </Button>
      )}
    </>
  );
}
