import { parentPort } from 'node:worker_threads';
import type { Invoice } from '#server/documents/invoice.ts';
import { invoicePdf } from '#server/documents/invoice-pdf.ts';

export interface ToPrint {
  id: number;
  invoice: Invoice;
}

export type Printed = { id: number } & ({ pdf: Uint8Array } | { error: string });

/** The other thread of `printer.ts`: prints what it is sent, one after the other. */
async function print({ id, invoice }: ToPrint): Promise<Printed> {
  try {
    return { id, pdf: await invoicePdf(invoice) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (asked: ToPrint) => {
  last = last.then(async () => parentPort?.postMessage(await print(asked)));
});
