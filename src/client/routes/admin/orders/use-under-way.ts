import { useEffect, useEffectEvent } from 'react';
import { useLooksAgain } from '#client/features/office/use-looks-again.ts';
import { trpc } from '#client/trpc.ts';
import type { RefundStatus } from '#shared/enumerations.ts';
import { isUnpaid } from '#shared/rules/figure-rows.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

/** A customer who has the link takes their time. */
const LINK_LOOKS_MS = 10_000;

/** Reads an order anew while a refund of it is under way, or a link is out by which it may be paid. */
export function useUnderWay(order: OrderRecord): void {
  const { orders } = trpc.useUtils();
  const { _id: id } = order;
  const { data } = trpc.orders.history.useInfiniteQuery(
    { id },
    { staleTime: 0, refetchOnWindowFocus: true, getNextPageParam: ({ cursor }) => cursor },
  );
  const entries = data?.pages.flatMap(page => page.entries) ?? [];
  const readAnew = () => Promise.all([orders.record.invalidate({ id }), orders.history.invalidate({ id })]);
  useLooksAgain(
    entries.flatMap(entry => (entry.kind === 'refund' && isOpen(entry.status) ? [entry._id] : [])),
    readAnew,
  );
  const hasLink =
    isUnpaid(order) && entries.some(entry => entry.kind === 'event' && entry.name === 'payment link');
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void readAnew();
  });
  useEffect(() => {
    if (!hasLink) return;
    const timer = setInterval(() => look(), LINK_LOOKS_MS);
    return () => clearInterval(timer);
  }, [hasLink]);
}

// Not the list of the server's: shop pages would load it.
const isOpen = (status: RefundStatus) => status === 'starting' || status === 'unknown';
