import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Invoice, InvoiceLine } from '#server/documents/invoice.ts';
import { detail, linesTables, orderSheet } from '#server/documents/order-sheet.ts';
import { breakable, headCells, MUTED, toPdf } from '#server/documents/pdf.ts';

/** Lays an invoice out: the same invoice makes the same pages. */
export async function invoicePdf(invoice: Invoice): Promise<Buffer> {
  const { groups, lookup } = invoice;
  const lines = linesTables({ head: HEAD, widths: [92, '*', 46, 62, 70], groups, rowsOf });
  return toPdf(orderSheet('Invoice', invoice, [...lines, sums(invoice), ...wayBack(invoice, lookup)]));
}

/** Says how whoever has the paper finds the order again. */
function wayBack({ number }: Invoice, lookup: Invoice['lookup']): Content[] {
  if (!lookup) return [];
  const { page, link, key } = lookup;
  return [
    {
      unbreakable: true,
      margin: [0, 24, 0, 0],
      columnGap: 14,
      columns: [
        { qr: link, fit: 84, width: 'auto' },
        [
          { text: 'Your order online', bold: true, margin: [0, 0, 0, 2] },
          { text: `Scan this, or enter both at ${page}` },
          { text: `Order number: ${number}`, margin: [0, 6, 0, 0] },
          { text: ['Order key: ', { text: key, bold: true, characterSpacing: 0.6 }] },
          { text: 'Whoever has the key can see this order.', color: MUTED, margin: [0, 6, 0, 0] },
        ],
      ],
    },
  ];
}

const HEAD = headCells(['Number', 'Item'], ['Quantity', 'Unit price', 'Amount']);

function rowsOf({
  productNum,
  name,
  quantity,
  price,
  amount,
  details,
}: InvoiceLine): [TableCell[], ...TableCell[][]] {
  const amounts = [quantity, price, amount].map(text => ({ text, alignment: 'right' as const }));
  return [
    [{ text: breakable(productNum) }, { text: breakable(name) }, ...amounts],
    ...details.map((text): TableCell[] => ['', detail(text), '', '', '']),
  ];
}

/** The figures below the lines of a paper. */
export function sums({ figures }: Pick<Invoice, 'figures'>): Content {
  return {
    unbreakable: true,
    margin: [0, 14, 0, 0],
    columns: [
      { text: '', width: '*' },
      {
        width: 230,
        layout: {
          hLineWidth: row => (figures[row]?.isSum ? 0.75 : 0),
          hLineColor: () => MUTED,
          vLineWidth: () => 0,
          paddingLeft: () => 6,
          paddingRight: () => 6,
          paddingTop: row => (figures[row]?.isSum ? 6 : 2),
          paddingBottom: row => (figures[row]?.isSum ? 6 : 2),
        },
        table: {
          widths: ['*', 'auto'],
          body: figures.map(({ label, amount, isSum }) => {
            const look = isSum ? { bold: true, fontSize: 11 } : {};
            return [
              { text: breakable(label), ...look },
              { text: amount, alignment: 'right' as const, ...look },
            ];
          }),
        },
      },
    ],
  };
}
