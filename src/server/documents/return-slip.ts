import { factsOf, type OrderPaper, type PaperOrder, paperOf, whoOf } from '#server/documents/invoice.ts';
import type { MailSite } from '#server/mail/templates/layout.ts';
import type { Return } from '#shared/schemas/returns.ts';

export interface ReturnedLine {
  productNum: string;
  name: string;
  reason: string;
  quantity: string;
}

/** The paper that goes back with the goods. */
export interface ReturnSlip extends OrderPaper {
  kind: 'return-slip';
  notes: string;
  lines: ReturnedLine[];
}

/** The slip of a return: where the goods go, and which of what order they are. */
export function returnSlipOf(made: Return, order: PaperOrder, site: MailSite, logo: string): ReturnSlip {
  return {
    kind: 'return-slip',
    ...paperOf(order, site, logo),
    facts: factsOf(order, site),
    addresses: [
      { label: 'Send or bring to', lines: [site.name, site.address].filter(Boolean) },
      { label: 'From', lines: [...whoOf(order), order.email].filter(Boolean) },
    ],
    notes: made.notes,
    lines: made.lines.map(({ productNum, name, reason, quantity }) => ({
      ...{ productNum, name, reason, quantity: String(quantity) },
    })),
  };
}
