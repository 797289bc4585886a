import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { breakable, GREEN, HAIRLINE, headCells, MUTED, sheet, toPdf } from '#server/documents/pdf.ts';
import type { PriceList } from '#server/documents/price-list.ts';

/** Lays a price list out: the same list makes the same pages. */
export async function priceListPdf(list: PriceList): Promise<Buffer> {
  return toPdf(definition(list));
}

const HEAD = headCells(['Number', 'Your number', 'Item'], ['List price', 'Your price']);

function definition({ companyName, date, shop, rows }: PriceList): TDocumentDefinitions {
  return sheet({ title: `Price list for ${companyName}`, shop, foot: date, footWidth: 160 }, [
    {
      margin: [0, 0, 0, 24],
      columns: [
        { svg: shop.logo, width: 116 },
        [
          { text: 'Price list', fontSize: 26, color: GREEN, alignment: 'right' },
          { text: breakable(companyName), alignment: 'right', bold: true },
          { text: date, alignment: 'right', color: MUTED },
        ],
      ],
    },
    {
      layout: {
        hLineWidth: row => (row > 1 ? 0.5 : 0),
        hLineColor: () => HAIRLINE,
        vLineWidth: () => 0,
        paddingLeft: () => 6,
        paddingRight: () => 6,
        paddingTop: () => 4,
        paddingBottom: () => 4,
      },
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: [92, 80, '*', 56, 56],
        body: [
          HEAD,
          ...rows.map(({ productNum, partNumber, name, listPrice, price }) => [
            { text: breakable(productNum) },
            { text: breakable(partNumber) },
            { text: breakable(name) },
            { text: listPrice, alignment: 'right' as const, color: MUTED },
            { text: price, alignment: 'right' as const, bold: true },
          ]),
        ],
      },
    },
  ]);
}
