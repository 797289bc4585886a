import { createStripeGateway } from '#server/integrations/stripe.ts';
import type { PaymentGateway } from '#server/payments/gateway.ts';
import { type FaultyWire, openWire, type WireFault } from '#server/test/faulty-wire.ts';
import type { StripeShop } from '#server/test/stripe-shop.ts';

const TIMEOUT_MS = 400;
/** The timeout where the connection is cut, so that a busy machine does not turn it into silence. */
const PATIENT_MS = 20_000;

const http = (status: string, type: string, body: string, more = '') => ({
  says: `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n${more}Connection: close\r\n\r\n${body}`,
  to: 'request' as const,
});
const failure = (type: string, message: string) => JSON.stringify({ error: { type, message } });
const PAGE = '<!doctype html><title>Sorry</title><p>Be right back.';

/** The faults between the shop and Stripe, and whether Stripe did what it was asked for all the same. */
export const STRIPE_FAULTS: { name: string; fault: WireFault; secure?: boolean; charged: boolean }[] = [
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

/** A shop on the way to whose payment service something fails. */
export class BrokenStripe {
  readonly #good: PaymentGateway;
  #wire: FaultyWire | undefined;

  constructor(readonly at: StripeShop) {
    this.#good = at.shop.app.payments;
  }

  async breakWith(fault: WireFault, secure = false): Promise<void> {
    const { options } = this.at.fake;
    this.#wire = await openWire(Number(new URL(options.apiBase).port), fault);
    const apiBase = `${secure ? 'https' : 'http'}://127.0.0.1:${this.#wire.port}`;
    const isCut = typeof fault === 'object' && 'resetAt' in fault;
    const timeoutMs = isCut ? PATIENT_MS : TIMEOUT_MS;
    this.at.shop.app.payments = createStripeGateway({ ...options, apiBase, maxNetworkRetries: 0, timeoutMs });
  }

  async mend(secure = false): Promise<void> {
    // A fault of TLS can't be mended on the way: the address is mended instead.
    if (secure || !this.#wire) {
      this.at.shop.app.payments = this.#good;
      return;
    }
    await this.#wire.mend();
    const apiBase = `http://127.0.0.1:${this.#wire.port}`;
    this.at.shop.app.payments = createStripeGateway({ ...this.at.fake.options, apiBase });
  }

  async reset(): Promise<void> {
    this.at.shop.app.payments = this.#good;
    await this.#wire?.close();
  }
}
