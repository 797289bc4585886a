import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { breakable, GREEN, HAIRLINE, MARGIN, MUTED, toPdf } from '#server/documents/pdf.ts';
import type { PriceList } from '#server/documents/price-list.ts';

/** Lays a price list out: the same list makes the same pages. */
export async function priceListPdf(list: PriceList): Promise<Buffer> {
  return toPdf(definition(list));
}

const HEAD = [
  { text: 'Number' },
  { text: 'Your number' },
  { text: 'Item' },
  ...['List price', 'Your price'].map(text => ({ text, alignment: 'right' as const })),
].map((cell): TableCell => ({ ...cell, bold: true, color: '#ffffff', fillColor: GREEN }));

function definition({ companyName, date, shop, rows }: PriceList): TDocumentDefinitions {
  const title = `Price list for ${companyName}`;
  return {
    pageSize: 'LETTER',
    pageMargins: [MARGIN, MARGIN, MARGIN, 64],
    info: { title: `${title}, ${shop.name}`, author: shop.name },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.2, color: '#1b211f' },
    footer: (page, pages) => ({
      margin: [MARGIN, 20, MARGIN, 0],
      fontSize: 8,
      color: MUTED,
      columns: [
        { text: [shop.name, ...shop.contact].join(' · ') },
        { text: `${date}, page ${page} of ${pages}`, alignment: 'right', width: 160 },
      ],
    }),
    content: [
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
    ],
  };
}
