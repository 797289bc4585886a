import { v4 as newId } from 'uuid';
import { KeptList } from '#client/features/catalog/kept-list.ts';
import { STORAGE_KEYS } from '#shared/constants.ts';
import type { ListRow } from '#shared/rules/order-list.ts';

/** Rows that the page takes at once; a longer list is an order for the counter. */
export const MAX_LIST_ROWS = 2000;

/** A row with a name of its own, by which it keeps its place on the screen. */
export interface OrderRow extends ListRow {
  _id: string;
}

function isOrderRow(value: unknown): value is OrderRow {
  if (typeof value !== 'object' || value === null) return false;
  const { _id, number, quantity } = value as Record<string, unknown>;
  return [_id, number, quantity].every(field => typeof field === 'string');
}

/** The list as it stands, kept until it is ordered or emptied: a reload loses no line. */
export const orderRows = new KeptList<OrderRow>(STORAGE_KEYS.orderList, isOrderRow);

const named = (rows: readonly ListRow[]): OrderRow[] => rows.map(row => ({ ...row, _id: newId() }));

/** Adds rows at the end, or answers how many too many there would be. */
export function addRows(added: readonly ListRow[]): number {
  const over = orderRows.current().length + added.length - MAX_LIST_ROWS;
  if (over > 0) return over;
  orderRows.change(rows => [...rows, ...named(added)]);
  return 0;
}

export const setRow = (_id: string, change: Partial<ListRow>): void =>
  orderRows.change(rows => rows.map(row => (row._id === _id ? { ...row, ...change } : row)));

/** Puts several rows in the place of one; false where they would be too many. */
export function spreadRow(_id: string, instead: readonly ListRow[]): boolean {
  const rows = orderRows.current();
  if (rows.length + instead.length - 1 > MAX_LIST_ROWS) return false;
  orderRows.change(before => before.flatMap(row => (row._id === _id ? named(instead) : [row])));
  return true;
}

export const removeRows = (gone: ReadonlySet<string>): void =>
  orderRows.change(rows => rows.filter(({ _id }) => !gone.has(_id)));
