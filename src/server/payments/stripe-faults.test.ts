import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createStripeGateway } from '#server/integrations/stripe.ts';
import type { PaymentGateway } from '#server/payments/gateway.ts';
import { browseAsEver, makeVisitor, type Visitor } from '#server/test/browsing.ts';
import { testDriver } from '#server/test/database.ts';
import { ask } from '#server/test/doors.ts';
import { type FaultyWire, openWire, type WireFault } from '#server/test/faulty-wire.ts';
import { HELD, type Held, refusal, SOLD, StripeShop } from '#server/test/stripe-shop.ts';

const TIMEOUT_MS = 400;
/** The timeout where the connection is cut, so that a busy machine does not turn it into silence. */
const PATIENT_MS = 20_000;

const http = (status: string, type: string, body: string, more = '') => ({
  says: `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n${more}Connection: close\r\n\r\n${body}`,
  to: 'request' as const,
});
const failure = (type: string, message: string) => JSON.stringify({ error: { type, message } });
const PAGE = '<!doctype html><title>Sorry</title><p>Be right back.';

/** The faults between the shop and Stripe, and whether Stripe took the money all the same. */
const FAULTS: { name: string; fault: WireFault; secure?: boolean; charged: boolean }[] = [
  { name: 'refuses connections', fault: 'refused', charged: false },
  { name: 'is a black hole', fault: 'black_hole', charged: false },
  { name: 'is too slow', fault: { slowMs: 3 * TIMEOUT_MS }, charged: true },
  // Never silent for as long as the timeout, and not done for minutes.
  { name: 'drips its answer', fault: { dripMs: 100 }, charged: true },
  { name: 'is cut in the middle of its answer', fault: { resetAt: 'HTTP/1.1 200' }, charged: true },
  {
    name: 'answers 500',
    fault: http('500 Internal Server Error', 'application/json', failure('api_error', 'Down.')),
    charged: false,
  },
  {
    name: 'answers 429 and wants to be left alone for an hour',
    fault: http(
      '429 Too Many Requests',
      'application/json',
      failure('invalid_request_error', 'Slow down.'),
      'Retry-After: 3600\r\n',
    ),
    charged: false,
  },
  { name: 'answers with a page', fault: http('200 OK', 'text/html', PAGE), charged: false },
  {
    name: 'hides behind a proxy that knows no such page',
    fault: http('404 Not Found', 'text/html', PAGE),
    charged: false,
  },
  {
    name: 'answers with garbage',
    fault: { says: Buffer.from(Array.from({ length: 512 }, (_, n) => (n * 7) % 256)), to: 'request' },
    charged: false,
  },
  { name: 'shows an untrusted certificate', fault: 'tls_untrusted', secure: true, charged: false },
  { name: 'breaks off the TLS handshake', fault: 'tls_cut', secure: true, charged: false },
];

// How a gateway fails does not depend on which database the shop has.
describe.runIf(testDriver === 'pglite')('while Stripe', () => {
  let at: StripeShop;
  let good: PaymentGateway;
  let visitor: Visitor;
  let wire: FaultyWire | undefined;
  beforeAll(async () => {
    at = await StripeShop.open();
    good = at.shop.app.payments;
    visitor = await makeVisitor(at.shop);
  });
  afterEach(async () => {
    at.shop.app.payments = good;
    await wire?.close();
  });
  afterAll(() => at.close());

  async function breakWith(fault: WireFault, secure = false): Promise<void> {
    wire = await openWire(Number(new URL(at.fake.options.apiBase).port), fault);
    const apiBase = `${secure ? 'https' : 'http'}://127.0.0.1:${wire.port}`;
    const how = { ...at.fake.options, apiBase, maxNetworkRetries: 0 };
    const isCut = typeof fault === 'object' && 'resetAt' in fault;
    const timeoutMs = isCut ? PATIENT_MS : TIMEOUT_MS;
    at.shop.app.payments = createStripeGateway({ ...how, timeoutMs });
  }

  async function mend(secure = false): Promise<void> {
    // A fault of TLS can't be mended on the way: the address is mended instead.
    if (secure || !wire) {
      at.shop.app.payments = good;
      return;
    }
    await wire.mend();
    const apiBase = `http://127.0.0.1:${wire.port}`;
    at.shop.app.payments = createStripeGateway({ ...at.fake.options, apiBase });
  }

  /** Asks as the page does. */
  const charge = (order: Held, card: object) =>
    ask(at.server, 'rest', {
      procedure: 'payments.charge',
      method: 'POST',
      url: '/api/v1/creditCard/charge',
      input: { order: { _id: order._id, orderKey: order.orderKey }, card },
    });

  it.each(FAULTS)(
    '$name, visitors notice nothing, and a charge is settled once, afterwards',
    async ({ fault, secure, charged }) => {
      const [swept, retried] = [await at.heldOrder(), await at.heldOrder()];
      const card = at.cardOf('approve');
      await breakWith(fault, secure);

      const [, ...answers] = await Promise.all([
        browseAsEver(at.shop, visitor),
        charge(swept, at.cardOf('approve')),
        charge(retried, card),
      ]);
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 502, body: { reason: 'gateway_unavailable' } });
      }
      // Neither the job nor another card makes it worse while nobody knows.
      await at.sweep(swept, 3);
      expect(await charge(swept, at.cardOf('approve'))).toMatchObject({ status: 502 });
      const unknown = { ...HELD, payments: ['unknown'], charged: charged ? [1083] : [] };
      expect(await at.standing(swept)).toEqual(unknown);
      expect(await at.standing(retried)).toEqual(unknown);

      await mend(secure);
      expect(await charge(retried, card)).toMatchObject({ status: 200, body: { status: 'paid' } });
      expect(await at.standing(retried)).toEqual(SOLD);
      await at.sweep(swept, 3);
      if (charged) expect(await at.standing(swept)).toEqual(SOLD);
      else {
        expect(await at.standing(swept)).toEqual({ ...HELD, payments: ['canceled'] });
        expect(await refusal(at.charge(swept, at.cardOf('approve')))).toBeUndefined();
        expect(await at.standing(swept)).toEqual({ ...SOLD, payments: ['canceled', 'succeeded'] });
      }
    },
  );
});
