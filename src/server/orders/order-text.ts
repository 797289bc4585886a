import { type SQL, sql } from 'drizzle-orm';
import { contains, inSmallLetters } from '#server/database/like.ts';
import { orders } from '#server/orders/tables.ts';

/** Returns the text that finds an order's lines, for `orders.linesText`; lines don't change once they are sold. */
export function textOfLines(
  lines: readonly { name: string; productNum: string; partNumber: string }[],
): string {
  return lines
    .map(line => `${line.name}\n${line.productNum}\n${line.partNumber}`)
    .join('\n')
    .toLowerCase();
}

/** Orders by number, PO number, job, who ordered, or what is in them. */
export function matching(search: string): SQL {
  const pattern = contains(search);
  const number = /^#?(\d{1,9})$/.exec(search)?.[1];
  const { orderNumber, poNumber, orderName, name, email, businessName, linesText } = orders;
  // Line ends between them, as no search has one.
  const own = sql.join([poNumber, orderName, name, email, businessName], sql.raw(" || E'\\n' || "));
  const small = inSmallLetters(own, pattern);
  const found = sql`${small} || E'\\n' || ${linesText} like ${pattern.toLowerCase()}`;
  return number ? sql`(${orderNumber} = ${number}::int or ${found})` : found;
}
