import type { CatalogueRows } from '#demo/catalogue/assemble.ts';
import { groupBy } from '#demo/catalogue/relations.ts';
import type { DemoClock } from '#demo/clock.ts';
import { demoId } from '#demo/demo-id.ts';
import type { OrderRows } from '#demo/orders/order-rows.ts';
import type { stockMoves } from '#server/variants/tables.ts';

type Move = typeof stockMoves.$inferInsert;
type Happened = Pick<Move, 'variant' | 'reason' | 'pieces' | 'order' | 'return'> & { date: string };

/** The moves of the demo shop's stock: what its orders took and gave back, opened so that what is there is their sum. */
export function demoStockMoves({ products }: CatalogueRows, rows: OrderRows, clock: DemoClock): Move[] {
  const byVariant = groupBy(summed(happened(rows)), ({ variant }) => variant);
  return products.flatMap(({ variants }) =>
    variants.flatMap(({ row }) => {
      const own = (byVariant.get(row._id) ?? []).sort((a, b) => (a.date < b.date ? -1 : 1));
      const opened = own[0] ? clock.later(own[0].date, -1) : (row.createdAt ?? '');
      const date = row.createdAt && row.createdAt < opened ? row.createdAt : opened;
      const pieces = (row.stock ?? 0) - own.reduce((sum, one) => sum + one.pieces, 0);
      const opening = { variant: row._id, reason: 'opening', pieces, date } as const;
      let after = 0;
      return [opening, ...own].map((move, index) => {
        after += move.pieces;
        const _id = demoId('stock move', `${row.productNum} ${index}`);
        return { order: null, return: null, ...move, _id, after, user: null };
      });
    }),
  );
}

/** One move an order, variant and reason, as the shop writes them, however many lines of the order have the variant. */
function summed(moves: readonly Happened[]): Happened[] {
  const same = groupBy(moves, ({ variant, order, reason }) => `${variant} ${order} ${reason}`);
  return [...same.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, pieces: more.reduce((sum, one) => sum + one.pieces, first.pieces) }] : [],
  );
}

function happened(rows: OrderRows): Happened[] {
  const orders = new Map(rows.orders.map(order => [order._id, order]));
  const lines = new Map(rows.orderLines.map(line => [line._id, line]));
  const canceled = new Map(
    rows.orderEvents.flatMap(({ name, order, date }) => (name === 'canceled' ? [[order, date]] : [])),
  );
  const returns = new Map(rows.returns.map(one => [one.order, one]));
  const taken = [
    ...rows.orderLines.map(line => ({ line, variant: line.variantId, pieces: line.stockTaken ?? 0 })),
    ...rows.orderBundleItems.map(({ line, variant, stockTaken }) => ({
      line: lines.get(line ?? ''),
      ...{ variant, pieces: stockTaken ?? 0 },
    })),
  ];
  return taken.flatMap(({ line, variant, pieces }) => {
    const order = orders.get(line?.order ?? '');
    if (!line || !order || pieces === 0) return [];
    const sold = order.createdAt ?? '';
    const moves: Happened[] = [{ variant, order: order._id, reason: 'order', pieces: -pieces, date: sold }];
    if (order.status === 'Canceled') {
      const date = canceled.get(order._id) ?? sold;
      moves.push({ variant, order: order._id, reason: 'cancel', pieces, date });
    }
    const back = (pieces / line.quantity) * (line.returned ?? 0);
    const returned = returns.get(order._id);
    if (back > 0 && returned) {
      const date = returned.updatedAt ?? sold;
      moves.push({ variant, order: order._id, return: returned._id, reason: 'return', pieces: back, date });
    }
    return moves;
  });
}
