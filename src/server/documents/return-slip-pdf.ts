import type { TableCell } from 'pdfmake/interfaces.js';
import { linesTables, orderSheet, said } from '#server/documents/order-sheet.ts';
import { breakable, headCells, toPdf } from '#server/documents/pdf.ts';
import type { ReturnedLine, ReturnSlip } from '#server/documents/return-slip.ts';

/** Lays a return slip out: the same slip makes the same pages. */
export async function returnSlipPdf(slip: ReturnSlip): Promise<Buffer> {
  const groups = [{ name: '', lines: slip.lines }];
  const lines = linesTables({ head: HEAD, widths: [92, '*', 150, 50], groups, rowsOf });
  return toPdf(orderSheet('Return slip', slip, [...said(slip.notes), ...lines]));
}

const HEAD = headCells(['Number', 'Item', 'Reason'], ['Quantity']);

const rowsOf = ({ productNum, name, reason, quantity }: ReturnedLine): [TableCell[]] => [
  [
    ...[productNum, name, reason].map(text => ({ text: breakable(text) })),
    { text: quantity, alignment: 'right' },
  ],
];
