import { useState } from 'react';
import { useFailureNotice } from '#client/features/notices/notices.ts';
import type { Selection } from '#client/features/office/selection.ts';
import { trpc } from '#client/trpc.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { DeskQuery } from '#shared/schemas/order-desk.ts';

/** Chooses all orders that match, on whatever page they are. */
export function useChooseAll(query: DeskQuery, selection: Selection<OrderStatus>) {
  const { client } = trpc.useUtils();
  const failure = useFailureNotice();
  const [isFinding, setFinding] = useState(false);
  const choose = async () => {
    setFinding(true);
    failure.end();
    try {
      const { orders } = await client.orders.deskIds.query(query);
      selection.choose(
        orders.map(({ _id, status }) => [_id, status]),
        true,
      );
    } catch (error) {
      failure.tell(error, ORDER_NOTICES.listFailed);
    } finally {
      setFinding(false);
    }
  };
  return { choose, isFinding };
}
