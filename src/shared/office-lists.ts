/** Work queues of the order desk, in the order of their tabs (rule O17). */
export const ORDER_VIEWS = [
  ...(['toPick', 'picking', 'ready', 'toShip', 'openLines'] as const),
  ...(['unpaid', 'overLimit', 'alerts', 'all'] as const),
] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** Orders by what a column shows; `-` in front: the largest, the latest or Z first. */
export const DESK_SORTS = ['date', 'number', 'customer', 'total', 'due'].flatMap(
  sort => [sort, `-${sort}`] as [DeskColumn, `-${DeskColumn}`],
);
type DeskColumn = 'date' | 'number' | 'customer' | 'total' | 'due';
export type DeskSort = (typeof DESK_SORTS)[number];

/** Statuses that staff take an order to. It becomes Submitted by its payment alone, Canceled by PUT /orders. */
export const NEXT_STATUSES = ['Processing', 'Ready', 'Shipped', 'Completed'] as const;
export type NextStatus = (typeof NEXT_STATUSES)[number];
