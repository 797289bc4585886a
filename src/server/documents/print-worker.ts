import { parentPort } from 'node:worker_threads';
import type { Invoice } from '#server/documents/invoice.ts';
import { invoicePdf } from '#server/documents/invoice-pdf.ts';
import type { PackingSlip } from '#server/documents/packing-slip.ts';
import { packingSlipPdf } from '#server/documents/packing-slip-pdf.ts';
import type { PriceList } from '#server/documents/price-list.ts';
import { priceListPdf } from '#server/documents/price-list-pdf.ts';
import type { Quote } from '#server/documents/quote.ts';
import { quotePdf } from '#server/documents/quote-pdf.ts';
import type { ReturnSlip } from '#server/documents/return-slip.ts';
import { returnSlipPdf } from '#server/documents/return-slip-pdf.ts';

export type Printable = Invoice | PackingSlip | PriceList | Quote | ReturnSlip;

export interface ToPrint {
  id: number;
  document: Printable;
}

export type Printed = { id: number } & ({ pdf: Uint8Array } | { error: string });

function pdfOf(document: Printable): Promise<Buffer> {
  switch (document.kind) {
    case 'invoice':
      return invoicePdf(document);
    case 'packing-slip':
      return packingSlipPdf(document);
    case 'quote':
      return quotePdf(document);
    case 'return-slip':
      return returnSlipPdf(document);
    default:
      return priceListPdf(document);
  }
}

/** The other thread of `printer.ts`: prints what it is sent, one after the other. */
async function print({ id, document }: ToPrint): Promise<Printed> {
  try {
    return { id, pdf: await pdfOf(document) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (asked: ToPrint) => {
  last = last.then(async () => parentPort?.postMessage(await print(asked)));
});
