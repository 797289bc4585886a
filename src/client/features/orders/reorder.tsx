import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useKeptCarts } from '#client/features/cart/cart-changes.ts';
import { stepHref } from '#client/features/cart/ordered-carts.ts';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Comparison } from '#shared/schemas/orders.ts';
import styles from './reorder.module.css';

interface Props {
  order: { _id: string; orderNumber: number };
  /** Among others of its kind: small, and with what names its order. */
  size?: 'small';
  'aria-describedby'?: string;
}

/** Puts an order into a new saved cart, after it was said what is not as it was; what is all there can be checked out at once. */
export function Reorder({ order, ...look }: Props) {
  const { _id, orderNumber } = order;
  const [isOpen, setOpen] = useState(false);
  const { client } = trpc.useUtils();
  const kept = useKeptCarts();
  const { data, error } = trpc.orders.compare.useQuery({ _id }, { enabled: isOpen, staleTime: 0 });
  const navigate = useNavigate();
  const reorder = useAction(() => client.orders.duplicate.mutate({ orderNumber }), {
    success: ORDER_NOTICES.duplicated(orderNumber),
    failure: ORDER_NOTICES.saveCartFailed,
    after: () => {
      setOpen(false);
      kept.reread();
    },
  });
  const checkOut = () =>
    reorder.mutate(undefined, { onSuccess: ({ _id }) => navigate(stepHref('/checkout/summary', [_id])) });
  const isNothing = data?.lines.every(line => line.gone) ?? false;
  const mayBeAll = !error && (data?.lines.every(line => !line.gone && line.short === null) ?? true);
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        Order again
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={`Order ${orderNumber} again`}>
        {error && <p role="alert">{refusal(error).message}</p>}
        {!error && !data && <p role="status">Checking what changed…</p>}
        {data && <Changes comparison={data} />}
        <p className={styles.ways}>
          {mayBeAll && (
            <Button look="primary" unable={!data} busy={reorder.isPending} onClick={checkOut}>
              Check out now
            </Button>
          )}
          <Button
            {...(!mayBeAll && { look: 'primary' as const })}
            unable={!data || isNothing}
            busy={reorder.isPending}
            onClick={() => reorder.mutate(undefined)}
          >
            Put it in a new cart
          </Button>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </p>
      </Dialog>
    </>
  );
}

function Changes({ comparison: { lines, totalThen, totalNow } }: { comparison: Comparison }) {
  const changed = lines.flatMap(line => {
    const change = changeOf(line);
    return change ? [{ line, change }] : [];
  });
  const asThen = lines.filter(line => !line.gone && line.short === null).length;
  return (
    <div role="status">
      <p>
        {changed.length === 0
          ? `${lines.length === 1 ? 'It is' : `All ${lines.length} items are`} still available, for ${formatMoney(totalNow)}.`
          : `${asThen} of ${lines.length} items are available in the same quantity. The same quantities of what is still sold come to ${formatMoney(totalNow)} today; they were ${formatMoney(totalThen)} then.`}
      </p>
      {changed.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul className={styles.changes} tabIndex={0} aria-label="What changed">
          {changed.map(({ line, change }) => (
            <li key={`${line.variantId} ${line.room} ${line.priceThen}`}>
              <span>{`${line.name} (${line.productNum})`}</span>
              <b>{change}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function changeOf(line: Comparison['lines'][number]): string | null {
  if (line.gone) return 'no longer available';
  const changes = [
    line.short === 0 ? 'sold out' : line.short !== null && `only ${line.short} of ${line.quantity} left`,
    line.priceNow !== line.priceThen &&
      `${formatMoney(line.priceNow)} each, was ${formatMoney(line.priceThen)}`,
    line.pieceSizeNow !== line.pieceSizeThen && `pack of ${line.pieceSizeNow}, was ${line.pieceSizeThen}`,
  ].filter(Boolean);
  return changes.length > 0 ? changes.join('; ') : null;
}
