import type { OrderStatus } from '#shared/enumerations.ts';

/** The statuses in which an order is picked: before it is packed, and at the counter where lines of it are open. */
const PICKED: readonly OrderStatus[] = ['Submitted', 'Processing', 'Ready'];

/** Tells whether goods of an order may still be taken off shelves (rule O18). */
export const canBePicked = (status: OrderStatus): boolean => PICKED.includes(status);

/** A line of an order, as far as picking goes. */
export interface PickedLine {
  _id: string;
  quantity: number;
  fulfilled: number;
  dropShip: boolean;
  isBundle: boolean;
  /** In one set. */
  items: readonly { _id: string; quantity: number; isOnShelf: boolean }[];
}

/** Pieces of one thing that are taken off a shelf for a line: its own, or one of the things that a set holds. */
interface PickedThing {
  /** The `_id` of the line, or of the thing in the set. */
  place: string;
  /** How many of it make one unit of the line. */
  each: number;
  /** Pieces that are still to be picked. */
  asked: number;
}

/** Lists what is still to be taken off shelves for a line: of a set its things; what the maker sends, nothing (rule O18). */
export function thingsToPick({
  _id,
  quantity,
  fulfilled,
  dropShip,
  isBundle,
  items,
}: PickedLine): PickedThing[] {
  const open = quantity - fulfilled;
  if (open <= 0) return [];
  if (!isBundle || items.length === 0) return dropShip ? [] : [{ place: _id, each: 1, asked: open }];
  return items
    .filter(({ isOnShelf }) => isOnShelf)
    .map(item => ({ place: item._id, each: item.quantity, asked: item.quantity * open }));
}

/** Tells how many units of a line its picked pieces make: of a set as many as every thing of it is enough for. */
export function unitsPicked(line: PickedLine, piecesOf: (place: string) => number): number {
  const things = thingsToPick(line);
  if (things.length === 0) return 0;
  return Math.min(...things.map(({ place, each }) => Math.floor(piecesOf(place) / each)));
}
