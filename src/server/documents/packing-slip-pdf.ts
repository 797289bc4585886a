import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { detail, linesTables, orderSheet } from '#server/documents/order-sheet.ts';
import type { PackedLine, PackingSlip } from '#server/documents/packing-slip.ts';
import { breakable, headCells, toPdf } from '#server/documents/pdf.ts';

/** Lays a packing slip out: the same slip makes the same pages. */
export async function packingSlipPdf(slip: PackingSlip): Promise<Buffer> {
  const { groups, notes } = slip;
  const lines = linesTables({ head: HEAD, widths: [52, 88, 72, '*', 46, 40], groups, rowsOf });
  return toPdf(orderSheet('Packing slip', slip, [...said(notes), ...lines]));
}

const HEAD = headCells(['Bin', 'Number', 'Your number', 'Item'], ['Ordered', 'Open']);

const said = (notes: string): Content[] =>
  notes ? [{ text: ['Notes: ', breakable(notes)], bold: true, margin: [0, 0, 0, 16] }] : [];

function rowsOf({
  bin,
  productNum,
  partNumber,
  name,
  ordered,
  open,
  details,
}: PackedLine): [TableCell[], ...TableCell[][]] {
  return [
    [
      ...[bin, productNum, partNumber, name].map(text => ({ text: breakable(text) })),
      { text: ordered, alignment: 'right' },
      { text: open, alignment: 'right', bold: true },
    ],
    ...details.map((one): TableCell[] => [detail(one.bin), '', '', detail(one.text), '', '']),
  ];
}
