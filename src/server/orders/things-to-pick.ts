import { createHash } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderBundleItems, orderLines } from '#server/orders/tables.ts';
import { variants } from '#server/variants/tables.ts';
import { compareBins } from '#shared/rules/bins.ts';
import { type PickedLine, thingsToPick } from '#shared/rules/picking.ts';
import type { PickPlace } from '#shared/schemas/staff-picking.ts';

/** A thing that is still to be picked for a line of an order. */
export interface Thing extends PickPlace {
  order: string;
  variant: string;
}

export interface LineToPick extends PickedLine {
  order: string;
  productNum: string;
  things: Thing[];
}

/** Reads the lines of some orders with what is still to be picked of each, from where it lies today. */
export async function linesToPick(db: Db, orders: readonly string[]): Promise<LineToPick[]> {
  if (orders.length === 0) return [];
  const lines = await db
    .select({ line: orderLines, bin: variants.binLocation })
    .from(orderLines)
    .leftJoin(variants, eq(variants._id, orderLines.variantId))
    .where(inArray(orderLines.order, [...orders]))
    .orderBy(asc(orderLines.order), asc(orderLines.position));
  const sets = lines.flatMap(({ line }) => (line.isBundle ? line._id : []));
  const held = sets.length === 0 ? [] : await itemsOf(db, sets);
  return lines.map(({ line, bin }) => {
    const items = held.filter(({ item }) => item.line === line._id);
    const picked: PickedLine = {
      ...line,
      // No stock was taken of what the maker sends.
      items: items.map(({ item }) => ({ ...item, isOnShelf: item.stockTaken > 0 })),
    };
    const details = [line.variantGroup, line.room];
    const things = thingsToPick(picked).map(({ place, asked }): Thing => {
      const own = items.find(({ item }) => item._id === place);
      const where = { place, asked, order: line.order, isPriceNamed: line.priceSource === 'override' };
      if (!own) {
        const { variantId: variant, productNum, partNumber, name, image, pieceSize } = line;
        return {
          ...{ ...where, variant, productNum, partNumber, name, image, pieceSize },
          bin: bin || line.binLocation,
          details: details.filter(Boolean),
        };
      }
      const { variant, productNum, productTitle: name } = own.item;
      return {
        ...{ ...where, variant, productNum, partNumber: '', name, image: own.image, pieceSize: 1 },
        bin: own.bin ?? '',
        details: [`for ${line.name}`, ...details].filter(Boolean),
      };
    });
    return { ...picked, order: line.order, productNum: line.productNum, things };
  });
}

const itemsOf = (db: Db, sets: readonly string[]) =>
  db
    .select({ item: orderBundleItems, bin: variants.binLocation, image: variants.image })
    .from(orderBundleItems)
    .leftJoin(variants, eq(variants._id, orderBundleItems.variant))
    .where(inArray(orderBundleItems.line, [...sets]))
    .orderBy(asc(orderBundleItems._id));

/** The way past the shelves. */
export const byBin = (one: Thing, other: Thing): number =>
  compareBins(one.bin, other.bin) || compareBins(one.productNum, other.productNum);

/** Marks what a picking list was made of: the mark is another one once the order or a line of it has moved on. */
export function listMark({ status }: Pick<OrderRow, 'status'>, lines: readonly LineToPick[]): string {
  const facts = lines.map(({ _id, quantity, fulfilled }) => [_id, quantity, fulfilled]);
  return createHash('sha256')
    .update(JSON.stringify([status, facts]))
    .digest('base64url')
    .slice(0, 22);
}
