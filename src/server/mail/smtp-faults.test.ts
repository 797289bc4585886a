import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMailTransport } from '#server/integrations/smtp.ts';
import { emails } from '#server/mail/tables.ts';
import { browseAsEver, makeVisitor, type Visitor } from '#server/test/browsing.ts';
import { testDriver } from '#server/test/database.ts';
import { type FakeSmtp, type SmtpFault, startFakeSmtp } from '#server/test/fake-smtp.ts';
import { type FaultyWire, openWire, type WireFault } from '#server/test/faulty-wire.ts';
import { openShop, paidOrder, type Selling } from '#server/test/selling.ts';
import type { Order } from '#shared/schemas/orders.ts';

const TIMEOUT_MS = 400;
/** The timeout where the connection is cut, so that a busy machine does not turn it into silence. */
const PATIENT_MS = 20_000;
/** The level of pino from which on somebody should look. */
const WARN = 40;

const greets = (says: string | Buffer): WireFault => ({ says, to: 'connection' });

interface Fault {
  name: string;
  /** On the way to the mail server. */
  wire?: WireFault;
  /** A fault of the mail server itself. */
  server?: SmtpFault;
  secure?: boolean;
  /** How often the customer has the mail in the end, under one Message-ID: more than once where a reply was lost. */
  copies?: number;
}

const FAULTS: Fault[] = [
  { name: 'refuses connections', wire: 'refused' },
  { name: 'is a black hole', wire: 'black_hole' },
  { name: 'is too slow', wire: { slowMs: 3 * TIMEOUT_MS } },
  { name: 'drips its greeting', wire: { dripMs: 100 } },
  { name: 'drips its answers after a prompt greeting', wire: { dripMs: 100, after: 1 } },
  { name: 'is cut in the middle of its greeting', wire: { resetAt: '220' } },
  { name: 'is cut before it takes the mail', wire: { resetAt: '354' } },
  { name: 'is cut after it took the mail', wire: { resetAt: 'queued' }, copies: 2 },
  { name: 'answers 5xx to everybody', wire: greets('554 5.3.2 Out of order\r\n') },
  { name: 'does not know the shop as a sender', server: 'sender' },
  { name: 'answers 421 too busy', wire: greets('421 4.3.2 Too busy\r\n') },
  { name: 'answers 451 to the recipient', server: 'temporary' },
  {
    name: 'turns out to be a web server',
    wire: greets('HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<title>400</title>'),
  },
  {
    name: 'answers with garbage',
    wire: greets(Buffer.from(Array.from({ length: 512 }, (_, n) => (n * 7) % 256))),
  },
  { name: 'shows an untrusted certificate', wire: 'tls_untrusted', secure: true },
  { name: 'breaks off the TLS handshake', wire: 'tls_cut', secure: true },
];

// How a mail server fails does not depend on which database the shop has.
describe.runIf(testDriver === 'pglite')('while the mail server', () => {
  let smtp: FakeSmtp;
  let shop: Selling;
  let visitor: Visitor;
  let wire: FaultyWire | undefined;
  const log: { level: number; job?: string }[] = [];
  beforeAll(async () => {
    smtp = await startFakeSmtp();
    shop = await openShop({ MAIL_FROM: 'Knurl <shop@knurl.example>' }, {}, line =>
      log.push(JSON.parse(line)),
    );
    visitor = await makeVisitor(shop);
  });
  afterEach(async () => {
    shop.app.mail.close();
    await wire?.close();
    wire = undefined;
    smtp.recover();
    smtp.mails.splice(0);
    log.splice(0);
  });
  afterAll(async () => {
    await shop.close();
    await smtp.close();
  });

  function sendTo(smtpUrl: string, timeoutMs?: number): void {
    const how = { mail: 'smtp', smtpUrl, mode: 'demo' } as const;
    shop.app.mail = createMailTransport({ ...how, ...(timeoutMs !== undefined && { timeoutMs }) });
  }

  async function breakWith({ wire: way, server, secure = false }: Fault): Promise<void> {
    if (server !== undefined) smtp.fail(server, 20);
    if (way === undefined) return sendTo(smtp.url());
    wire = await openWire(smtp.port, way);
    const isCut = typeof way === 'object' && 'resetAt' in way;
    const timeoutMs = isCut ? PATIENT_MS : TIMEOUT_MS;
    sendTo(`${secure ? 'smtps' : 'smtp'}://127.0.0.1:${wire.port}`, timeoutMs);
  }

  async function mend(secure: boolean): Promise<void> {
    smtp.recover();
    await wire?.mend();
    shop.app.mail.close();
    // A fault of TLS can't be mended on the way: the address is mended instead.
    sendTo(wire && !secure ? `smtp://127.0.0.1:${wire.port}` : smtp.url());
  }

  async function mailOf(order: Order) {
    const [mail] = await shop.app.db.select().from(emails).where(eq(emails.order, order._id));
    return mail;
  }

  it.each(FAULTS)('$name, the order stands, and its mail goes out afterwards', async fault => {
    await breakWith(fault);
    const order = await paidOrder(shop);
    await Promise.all([browseAsEver(shop, visitor), shop.app.jobs.drain()]);
    expect(await mailOf(order)).toMatchObject({
      status: 'queued',
      attempts: 1,
      sentAt: null,
      response: expect.stringMatching(/\w/),
    });
    // It waits for its time, and is told of once an attempt.
    await shop.app.jobs.drain();
    expect(await mailOf(order)).toMatchObject({ status: 'queued', attempts: 1 });
    expect(log.filter(({ level }) => level >= WARN).map(({ job }) => job)).toEqual(['send-mail']);
    expect(await shop.as(null).orders.byId({ id: order._id, orderKey: order.orderKey })).toMatchObject({
      status: 'Submitted',
      paid: true,
    });

    await mend(fault.secure ?? false);
    await shop.app.jobs.drain({ delayed: true });
    const sent = await mailOf(order);
    expect(sent).toMatchObject({ status: 'sent', attempts: 2 });
    await shop.app.jobs.drain({ delayed: true });
    expect(smtp.mails.map(({ messageId }) => messageId)).toEqual(
      Array(fault.copies ?? 1).fill(sent?.messageId),
    );
  });
});
