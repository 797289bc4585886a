import type { OrderView } from '#shared/office-lists.ts';

/** The names of the desk's views, and what each holds. */
export const VIEW_WORDS: Record<OrderView, { name: string; empty: string }> = {
  toPick: { name: 'To pick', empty: 'Nothing waits to be picked. New orders come here.' },
  picking: { name: 'Picking', empty: 'Nothing is being picked.' },
  ready: { name: 'Ready', empty: 'Nothing waits at the counter.' },
  toShip: { name: 'To ship', empty: 'Nothing that is picked waits for its parcel.' },
  openLines: { name: 'Open lines', empty: 'Everything that was handed out or sent was complete.' },
  unpaid: { name: 'Unpaid', empty: 'Nothing is due.' },
  overLimit: { name: 'Over limit', empty: 'No company with open orders owes more than its limit.' },
  alerts: { name: 'Alerts', empty: 'Nothing needs a second look.' },
  all: { name: 'All', empty: 'Nobody has ordered anything yet.' },
};
