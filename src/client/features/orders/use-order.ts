import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Order } from '#shared/schemas/orders.ts';

/** An order on its page; `read` is null while it is not known which. `change` shows it as an action left it. */
export function useOrder(key: readonly unknown[], read: (() => Promise<Order>) | null) {
  const queryClient = useQueryClient();
  const queryKey = ['order', ...key];
  const { data: order, error, refetch } = useQuery({ queryKey, queryFn: read ?? skipToken });
  return {
    order,
    error,
    refetch,
    change: (changed: Order) => queryClient.setQueryData(queryKey, changed),
  };
}
