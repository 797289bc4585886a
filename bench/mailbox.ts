/**
 * `npx tsx bench/mailbox.ts`: how long an Employee, who may not see mails to the staff, waits for a page or a search of the
 * mailbox, alone on one connection, on Postgres with 300,000 mails about 100,000 orders. Each kind of question is asked
 * 100 times after 100 others of its kind. Ends with 1 when a 99th percentile is worse than it must be.
 */
import { MAIL_TEMPLATES } from '#shared/office-lists.ts';
import { type Asking, measureOffice } from './alone.ts';
import { idOf, writeDeskOrders } from './desk-orders.ts';
import { writeMails } from './mails.ts';
import { fiveOf, writeViews } from './saved-views.ts';

await measureOffice({
  name: 'bench_mailbox',
  write: async db => {
    const key = await writeDeskOrders(db);
    await writeMails(db);
    await writeViews(db, 'mailbox', viewOf);
    return key;
  },
  kindsOf,
});

/** The last months of each other kind, and what is found of a customer. */
function viewOf(n: number): object {
  const from = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10);
  return n % 2
    ? { search: `person${n * 97}@shop` }
    : { template: MAIL_TEMPLATES[n % MAIL_TEMPLATES.length], from };
}

function kindsOf(kind: Asking) {
  const mails = (name: string, make: (n: number) => object) => kind(name, 'mailbox.list', make);
  const beside = (name: string, make: (n: number) => object) =>
    kind(`Beside one: ${name}`, 'mailbox.beside', n => ({ id: idOf('mail', n * 1493), ...make(n) }));
  const day = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10);
  return [
    mails('All, the first page', () => ({})),
    mails('All, any page', n => ({ page: 1 + ((n * 37) % 100) })),
    mails('Failed', n => ({ status: 'failed', page: 1 + (n % 6) })),
    mails('Sent', n => ({ status: 'sent', page: 1 + n })),
    mails('Kept: none', () => ({ status: 'captured' })),
    mails('Of a kind', n => ({ template: MAIL_TEMPLATES[n % MAIL_TEMPLATES.length] })),
    mails('Of a day', n => ({ from: day(n), to: day(n) })),
    mails('From a day on', n => ({ from: day(n), page: 1 + n })),
    mails('Of a kind, in a month', n => ({ template: 'second-factor', from: day(n + 30), to: day(n) })),
    mails('Search: an address', n => ({ search: `person${n * 97}@shop` })),
    mails('Search: an order', n => ({ search: String(10_000 + n * 397) })),
    mails('Search: a subject', n => ({ search: `invoice ${10_000 + n * 397}` })),
    mails('Search: a common word', n => ({ search: n % 2 ? 'knurl' : 'invoice' })),
    mails('Search: rather common', n => ({ search: `person${n % 10}` })),
    mails('Search: two letters', n => ({ search: n % 2 ? 'yo' : 'zz' })),
    mails('Search: nothing', n => ({ search: `nobody${n}` })),
    mails('Search of a kind', n => ({ search: `person${n * 97}@shop`, template: 'invoice' })),
    kind('Counts of five of 20 saved views', 'mailbox.savedCounts', fiveOf),
    beside('all', () => ({})),
    beside('of a kind', () => ({ template: 'invoice' })),
    beside('search: a common word', () => ({ search: 'knurl' })),
    beside('search: nothing', n => ({ search: `nobody${n}` })),
    mails('Search of a day', n => ({ search: 'knurl', from: day(n), to: day(n) })),
  ];
}
