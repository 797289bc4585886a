import { parentPort } from 'node:worker_threads';
import type { Invoice } from '#server/documents/invoice.ts';
import { invoicePdf } from '#server/documents/invoice-pdf.ts';
import type { PackingSlip } from '#server/documents/packing-slip.ts';
import { packingSlipPdf } from '#server/documents/packing-slip-pdf.ts';
import type { PriceList } from '#server/documents/price-list.ts';
import { priceListPdf } from '#server/documents/price-list-pdf.ts';

export type Printable = Invoice | PackingSlip | PriceList;

export interface ToPrint {
  id: number;
  document: Printable;
}

export type Printed = { id: number } & ({ pdf: Uint8Array } | { error: string });

function pdfOf(document: Printable): Promise<Buffer> {
  if (document.kind === 'invoice') return invoicePdf(document);
  return document.kind === 'packing-slip' ? packingSlipPdf(document) : priceListPdf(document);
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
