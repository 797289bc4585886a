import type { OrderRecord } from '#shared/schemas/order-desk.ts';

/** Each dialog of something that is done with an order takes them. */
export interface DeedProps {
  order: OrderRecord;
  onClose: () => void;
}
