import { defineJobs } from '#server/jobs/define-jobs.ts';
import { clock } from '#server/time-and-chance.ts';
import { explainStock, foldStockMoves } from '#server/variants/stock-moves.ts';
import { tellOfStock } from '#server/variants/stock-requests.ts';

/** Two years, after which a variant's moves are one. */
const MOVES_KEPT_MS = 2 * 365 * 24 * 3600_000;

export const variantJobs = defineJobs({
  'tell-of-stock': { run: app => tellOfStock(app), everySeconds: 60, offsetSeconds: 10 },
  'explain-stock': {
    run: async ({ db, log }) => {
      const unexplained = await explainStock(db);
      if (unexplained > 0)
        log.warn({ variants: unexplained }, 'stock was changed by something other than the shop');
    },
    everySeconds: 3600,
    offsetSeconds: 20,
  },
  'fold-stock-moves': {
    run: ({ db }) => foldStockMoves(db, new Date(clock.now().getTime() - MOVES_KEPT_MS)),
    everySeconds: 24 * 3600,
    offsetSeconds: 4 * 3600,
  },
});
