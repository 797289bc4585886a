import { inArray } from 'drizzle-orm';
import { type Known, knownOf, type LineRow } from '#server/carts/show-lines.ts';
import { cartLines } from '#server/carts/tables.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { refuseGoneLines } from '#server/orders/figures.ts';
import { chance } from '#server/time-and-chance.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import { isSameLine, mergedQuantityIssues } from '#shared/rules/cart.ts';
import { priceSteps } from '#shared/rules/pricing.ts';
import { type LineInput, MAX_LINES } from '#shared/schemas/line-input.ts';

/** A line on its way into a cart. */
export type NewLine = Omit<LineRow, 'cart' | 'position'> & { position: number | null };

/**
 * Lines as they are put into a cart: what can't be sold is refused (`line_gone`), as are quantities that no line can
 * hold. Lines of one variant and room become one; each remembers what its customer is to pay. `field` is the input's
 * name of them.
 */
export async function newLines(
  db: Db,
  asked: readonly (LineInput & { position?: number | undefined })[],
  customer: PricedCustomer,
  field: 'cart' | 'lines' = 'cart',
): Promise<{ lines: NewLine[]; known: Known }> {
  const known = await knownOf(db, asked, customer);
  refuseGoneLines(asked, known.facts, { field });
  const lines = asked.flatMap((line): NewLine[] => {
    const facts = known.facts.get(line.variantId);
    if (!facts) return [];
    const { productId, variantId, quantity, room = '', position = null } = line;
    return [
      {
        ...{ _id: chance.uuidInOrder(), productId, variantId, quantity, room, position },
        variantGroup: facts.variantGroup,
        quotedPrice: null,
        priceSteps: priceSteps({ ...facts, ...known.terms }),
      },
    ];
  });
  refuseTooMany(lines, field);
  return { lines: joined(lines), known };
}

/** Whether two lines are one: the same variant and group in the same room. */
const isOneLine = (a: NewLine | LineRow, b: NewLine | LineRow) => isSameLine(a, b) && a.room === b.room;

/** Adds a line: where it is one with another, that other's quantity is raised (rule O2). */
export function putIn<Line extends NewLine | LineRow>(lines: readonly Line[], added: Line): Line[] {
  const at = lines.findIndex(line => isOneLine(line, added));
  if (at === -1) return [...lines, added];
  return lines.map((line, index) =>
    index === at ? { ...line, quantity: line.quantity + added.quantity, priceSteps: added.priceSteps } : line,
  );
}

const joined = (lines: readonly NewLine[]) => lines.reduce<NewLine[]>(putIn, []);

/** Throws `invalid` where a variant comes to more, in all rooms, than one line of an order may hold. */
export function refuseTooMany(lines: readonly (NewLine | LineRow)[], field: 'cart' | 'lines'): void {
  const issues = mergedQuantityIssues(lines);
  if (issues.length === 0) return;
  const [first] = issues;
  throw new AppError('invalid', {
    message: `This ${first?.message}.`,
    issues: issues.map(issue => ({ ...issue, path: [field, ...issue.path.slice(1)] })),
  });
}

export function refuseFull(lines: readonly LineRow[]): void {
  if (lines.length > MAX_LINES) throw new AppError('cart_full');
}

/** The lines that stand in a cart, whose owner locked it, once these are put in behind the others. */
export function withLines(cart: string, before: readonly LineRow[], added: readonly NewLine[]): LineRow[] {
  const next = before.reduce((last, line) => Math.max(last, line.position), -1) + 1;
  const placed = added.map((line, index) => ({ ...line, cart, position: line.position ?? next + index }));
  return placed.reduce<LineRow[]>(putIn, [...before]);
}

/** The same once they take the place of all lines; one that stands in both keeps its `_id` and the price it had. */
export function withLinesInstead(
  cart: string,
  before: readonly LineRow[],
  added: readonly NewLine[],
): LineRow[] {
  return withLines(cart, [], added).map((line, position) => {
    const old = before.find(one => isOneLine(one, line));
    return { ...line, position, ...(old && { _id: old._id, priceSteps: old.priceSteps }) };
  });
}

/**
 * Writes what became of the lines of locked carts: two statements at most. A line that went to another room or cart
 * keeps its `_id`.
 */
export async function writeDifference(
  tx: Db,
  before: readonly LineRow[],
  after: readonly LineRow[],
): Promise<void> {
  const old = new Map(before.map(line => [line._id, line]));
  const kept = new Map(after.map(line => [line._id, line]));
  const written = after.filter(line => old.get(line._id) !== line);
  const removed = before.filter(line => kept.get(line._id) !== line).map(line => line._id);
  // Taken out before they are put in: two that change places would else meet in the unique index.
  if (removed.length > 0) await tx.delete(cartLines).where(inArray(cartLines._id, removed));
  if (written.length > 0) await tx.insert(cartLines).values(written);
}
