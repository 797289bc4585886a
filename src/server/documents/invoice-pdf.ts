import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Invoice, InvoiceLine } from '#server/documents/invoice.ts';
import { breakable, GREEN, HAIRLINE, MARGIN, MUTED, toPdf } from '#server/documents/pdf.ts';

/** Lays an invoice out: the same invoice makes the same pages. */
export async function invoicePdf(invoice: Invoice): Promise<Buffer> {
  return toPdf(definition(invoice));
}

function definition(invoice: Invoice): TDocumentDefinitions {
  const title = `Invoice ${invoice.number}`;
  return {
    pageSize: 'LETTER',
    pageMargins: [MARGIN, MARGIN, MARGIN, 64],
    info: {
      title: `${title}, ${invoice.shop.name}`,
      author: invoice.shop.name,
      creationDate: new Date(invoice.createdAt),
    },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.2, color: '#1b211f' },
    footer: (page, pages) => ({
      margin: [MARGIN, 20, MARGIN, 0],
      fontSize: 8,
      color: MUTED,
      columns: [
        { text: [invoice.shop.name, ...invoice.shop.contact].join(' · ') },
        { text: `${title}, page ${page} of ${pages}`, alignment: 'right', width: 130 },
      ],
    }),
    content: [head(invoice), who(invoice), lines(invoice), sums(invoice)],
  };
}

function head({ shop, stamp }: Invoice): Content {
  return {
    margin: [0, 0, 0, 28],
    columns: [
      [
        { svg: shop.logo, width: 116 },
        { text: shop.contact.join('\n'), color: MUTED, margin: [0, 8, 0, 0] },
      ],
      [
        { text: 'Invoice', fontSize: 26, color: GREEN, alignment: 'right' },
        { text: stamp, bold: true, color: '#9b1c1c', alignment: 'right' },
      ],
    ],
  };
}

function who({ addresses, facts }: Invoice): Content {
  return {
    margin: [0, 0, 0, 24],
    columnGap: 20,
    columns: [
      ...addresses.map(({ label, lines: shown }) => [
        { text: label, color: MUTED, margin: [0, 0, 0, 2] as [number, number, number, number] },
        { text: shown.map(breakable).join('\n') },
      ]),
      {
        width: 190,
        layout: { defaultBorder: false, paddingTop: () => 0, paddingBottom: () => 3 },
        table: {
          widths: [58, '*'],
          body: facts.map(({ label, value }) => [{ text: label, color: MUTED }, { text: breakable(value) }]),
        },
      },
    ],
  };
}

const HEAD = [
  { text: 'Number' },
  { text: 'Item' },
  ...['Quantity', 'Unit price', 'Amount'].map(text => ({ text, alignment: 'right' as const })),
].map((cell): TableCell => ({ ...cell, bold: true, color: '#ffffff', fillColor: GREEN }));

interface Row {
  cells: TableCell[];
  /** Below the line before it, without a rule between. */
  isDetail: boolean;
}

function lines({ groups }: Invoice): Content {
  const rows: Row[] = [
    { cells: HEAD, isDetail: false },
    ...groups.flatMap(({ name, lines: ofGroup }) => [
      ...(name ? [{ cells: groupCells(name), isDetail: false }] : []),
      ...ofGroup.flatMap(lineRows),
    ]),
  ];
  return {
    layout: ruled(rows),
    table: {
      headerRows: 1,
      // Else the head may stand alone at the foot of a page.
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: [92, '*', 46, 62, 70],
      body: rows.map(({ cells }) => cells),
    },
  };
}

const groupCells = (name: string): TableCell[] => [
  { text: breakable(name), colSpan: 5, bold: true, color: GREEN, margin: [0, 6, 0, 0] },
  ...Array.from({ length: 4 }, () => ''),
];

/** What a line holds stands in rows of its own, so that a long bundle goes on on the next page. */
function lineRows(line: InvoiceLine): Row[] {
  const amounts = [line.quantity, line.price, line.amount];
  return [
    {
      isDetail: false,
      cells: [
        { text: breakable(line.productNum) },
        { text: breakable(line.name) },
        ...amounts.map(text => ({ text, alignment: 'right' as const })),
      ],
    },
    ...line.details.map(text => ({
      isDetail: true,
      cells: ['', { text: breakable(text), color: MUTED, fontSize: 8 }, '', '', ''],
    })),
  ];
}

function ruled(rows: readonly Row[]): CustomTableLayout {
  const isDetail = (row: number) => rows[row]?.isDetail ?? false;
  return {
    hLineWidth: row => (row > 1 && !isDetail(row) ? 0.5 : 0),
    hLineColor: () => HAIRLINE,
    vLineWidth: () => 0,
    paddingLeft: () => 6,
    paddingRight: () => 6,
    paddingTop: row => (isDetail(row) ? 0 : 5),
    paddingBottom: row => (isDetail(row + 1) ? 1 : 5),
  };
}

function sums({ figures }: Invoice): Content {
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
