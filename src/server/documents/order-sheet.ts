import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { OrderPaper } from '#server/documents/invoice.ts';
import { breakable, GREEN, HAIRLINE, MUTED, sheet } from '#server/documents/pdf.ts';

/** A paper of an order: what it is, where it goes, and `content`. */
export function orderSheet(what: string, paper: OrderPaper, content: Content[]): TDocumentDefinitions {
  const title = `${what} ${paper.number}`;
  const { shop, createdAt } = paper;
  return sheet({ title, shop, createdAt, foot: title, footWidth: 150 }, [
    head(what, paper),
    who(paper),
    ...content,
  ]);
}

function head(what: string, { shop, stamp }: OrderPaper): Content {
  return {
    margin: [0, 0, 0, 28],
    columns: [
      [
        { svg: shop.logo, width: 116 },
        { text: shop.contact.join('\n'), color: MUTED, margin: [0, 8, 0, 0] },
      ],
      [
        { text: what, fontSize: 26, color: GREEN, alignment: 'right' },
        { text: stamp, bold: true, color: '#9b1c1c', alignment: 'right' },
      ],
    ],
  };
}

function who({ addresses, facts }: OrderPaper): Content {
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

interface Row {
  cells: TableCell[];
  /** Below the line before it, without a rule between. */
  isDetail: boolean;
}

interface Lines<Line> {
  head: TableCell[];
  widths: (number | '*')[];
  groups: readonly { name: string; lines: readonly Line[] }[];
  /** The first is the line, the others stand below it: a long bundle goes on on the next page. */
  rowsOf: (line: Line) => [TableCell[], ...TableCell[][]];
}

/** The lines of an order, a table for each cart: its name is of the head, which stands on each of its pages. */
export function linesTables<Line>({ head, widths, groups, rowsOf }: Lines<Line>): Content[] {
  return groups.map(({ name, lines }, index) => {
    // Laid out once, a cell is empty in every other table.
    const columns = structuredClone(head);
    const heads = name ? [nameCells(name, widths.length), columns] : [columns];
    const rows: Row[] = [
      ...heads.map(cells => ({ cells, isDetail: false })),
      ...lines.flatMap(line => rowsOf(line).map((cells, row) => ({ cells, isDetail: row > 0 }))),
    ];
    return {
      layout: ruled(rows, heads.length),
      margin: [0, index > 0 ? 14 : 0, 0, 0],
      table: {
        headerRows: heads.length,
        // Else the head may stand alone at the foot of a page.
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths,
        body: rows.map(row => row.cells),
      },
    };
  });
}

const nameCells = (name: string, columns: number): TableCell[] => [
  { text: breakable(name), colSpan: columns, bold: true, color: GREEN },
  ...Array.from({ length: columns - 1 }, () => ''),
];

/** Returns the cell for what is said below a line. */
export const detail = (text: string): TableCell => ({ text: breakable(text), color: MUTED, fontSize: 8 });

function ruled(rows: readonly Row[], heads: number): CustomTableLayout {
  const isDetail = (row: number) => rows[row]?.isDetail ?? false;
  return {
    hLineWidth: row => (row > heads && !isDetail(row) ? 0.5 : 0),
    hLineColor: () => HAIRLINE,
    vLineWidth: () => 0,
    paddingLeft: () => 6,
    paddingRight: () => 6,
    paddingTop: row => (isDetail(row) ? 0 : 5),
    paddingBottom: row => (isDetail(row + 1) ? 1 : 5),
  };
}
