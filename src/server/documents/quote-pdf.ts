import type { TableCell } from 'pdfmake/interfaces.js';
import { sums } from '#server/documents/invoice-pdf.ts';
import { detail, linesTables, orderSheet, said } from '#server/documents/order-sheet.ts';
import { breakable, headCells, toPdf } from '#server/documents/pdf.ts';
import type { Quote, QuotedLine } from '#server/documents/quote.ts';

/** Lays a quote out: the same quote makes the same pages. */
export async function quotePdf(quote: Quote): Promise<Buffer> {
  const groups = [{ name: '', lines: quote.lines }];
  const lines = linesTables({ head: HEAD, widths: [92, '*', 46, 62, 70], groups, rowsOf });
  return toPdf(orderSheet('Quote', quote, [...said(quote.notes), ...lines, sums(quote)]));
}

const HEAD = headCells(['Number', 'Item'], ['Quantity', 'Unit price', 'Amount']);

function rowsOf({
  productNum,
  name,
  room,
  quantity,
  price,
  amount,
}: QuotedLine): [TableCell[], ...TableCell[][]] {
  const amounts = [quantity, price, amount].map(text => ({ text, alignment: 'right' as const }));
  return [
    [{ text: breakable(productNum) }, { text: breakable(name) }, ...amounts],
    ...(room ? [['', detail(room), '', '', ''] as TableCell[]] : []),
  ];
}
