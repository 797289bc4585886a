import type { NextStatus } from '#shared/office-lists.ts';

/** Names each move of an order: `text` on its button, `done` once it is made. */
export const MOVE_WORDS: Record<NextStatus, { text: string; done: string }> = {
  Processing: { text: 'Take on', done: 'taken on' },
  Ready: { text: 'Ready for pick-up', done: 'ready for pick-up' },
  Shipped: { text: 'Shipped', done: 'shipped' },
  Completed: { text: 'Complete', done: 'completed' },
};
