import pdfmake from 'pdfmake';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { packagedFile } from '#server/packaged.ts';

/** US Letter, in points. */
const MARGIN = 48;
export const GREEN = '#1d4b45';
export const MUTED = '#586160';
export const HAIRLINE = '#d5dad8';

/** Latin, Greek and Cyrillic; only the letters that stand in a file are put into it. */
const ROBOTO = { normal: packagedFile('roboto-regular.ttf'), bold: packagedFile('roboto-medium.ttf') };
pdfmake.setFonts({ Roboto: ROBOTO });
// Documents that are printed name neither files nor addresses.
pdfmake.setLocalAccessPolicy(path => Object.values(ROBOTO).includes(path));
pdfmake.setUrlAccessPolicy(() => false);

interface Sheet {
  title: string;
  shop: { name: string; contact: readonly string[] };
  /** In the foot, before the number of the page. */
  foot: string;
  footWidth: number;
  createdAt?: string;
}

/** The pages that all documents share: the shop below on each, with their number. */
export function sheet(
  { title, shop, foot, footWidth, createdAt }: Sheet,
  content: Content[],
): TDocumentDefinitions {
  return {
    pageSize: 'LETTER',
    pageMargins: [MARGIN, MARGIN, MARGIN, 64],
    info: {
      title: `${title}, ${shop.name}`,
      author: shop.name,
      ...(createdAt && { creationDate: new Date(createdAt) }),
    },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.2, color: '#1b211f' },
    footer: (page, pages) => ({
      margin: [MARGIN, 20, MARGIN, 0],
      fontSize: 8,
      color: MUTED,
      columns: [
        { text: [shop.name, ...shop.contact].join(' · ') },
        { text: `${foot}, page ${page} of ${pages}`, alignment: 'right', width: footWidth },
      ],
    }),
    content,
  };
}

/** The head of a table: words stand at the left of their columns, amounts at the right. */
export const headCells = (words: readonly string[], amounts: readonly string[]): TableCell[] =>
  [...words.map(text => ({ text })), ...amounts.map(text => ({ text, alignment: 'right' as const }))].map(
    cell => ({ ...cell, bold: true, color: '#ffffff', fillColor: GREEN }),
  );

/** Prints a document: the same definition makes the same pages. */
export async function toPdf(definition: TDocumentDefinitions): Promise<Buffer> {
  return pdfmake.createPdf(definition).getBuffer();
}

/** Longest run of letters that fits into the narrowest column. */
const MAX_WORD_LENGTH = 15;

/** Text that finds its way into a narrow column: a word that is too long for it may break after every so many letters. */
export function breakable(text: string): string {
  return text.replace(/\S{16,}/gu, word =>
    [...word]
      .map((letter, index) => (index % MAX_WORD_LENGTH === 0 && index > 0 ? `\u200b${letter}` : letter))
      .join(''),
  );
}
