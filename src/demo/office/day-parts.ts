import type { App } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { MailError } from '#server/integrations/smtp.ts';
import type { FoundDispute } from '#server/payments/gateway.ts';

/** Card payments that are disputed, by the bank's reference. */
export type Bank = Map<string, FoundDispute>;

/** Nobody reads mail at these any more, or their server takes none for now. */
const REFUSALS: Record<string, MailError> = {
  'moved.example': new MailError('550 5.1.1 The mailbox is not there any more', true),
  'busy.example': new MailError('451 4.7.1 Please try again later', false),
};

/**
 * Holds all that the functions of the shop take of a process, within the transaction that fills it. Nothing leaves it: mails are
 * kept, also where the shop has a mail server, and no job is stored that would send them later.
 */
export function dayParts(tx: Db, publicUrl: string, bank: Bank): App {
  const parts: Pick<App, 'db'> & {
    env: Pick<App['env'], 'publicUrl' | 'mailFrom'>;
    jobs: Pick<App['jobs'], 'send'>;
    mail: Pick<App['mail'], 'name' | 'send'>;
    printer: Pick<App['printer'], 'print'>;
    payments: Pick<App['payments'], 'name' | 'findDispute'>;
    log: Pick<App['log'], 'warn'>;
  } = {
    db: tx,
    env: { publicUrl, mailFrom: 'shop@knurl.example' },
    jobs: { send: async () => null },
    mail: {
      name: 'captured',
      send: async ({ to }) => {
        const refusal = REFUSALS[to.slice(to.indexOf('@') + 1)];
        if (refusal) throw refusal;
        return { accepted: true, response: 'captured' };
      },
    },
    // Papers are printed when they are read; those that go along with a mail go nowhere.
    printer: { print: async () => Buffer.alloc(0) },
    payments: {
      name: 'test',
      findDispute: async reference => bank.get(reference) ?? { status: 'absent' },
    },
    // Nobody has to mend what went wrong on a day that never was.
    log: { warn: () => undefined },
  };
  return parts as App;
}
