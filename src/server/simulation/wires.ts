import { type Mail, MailError, type MailTransport } from '#server/integrations/smtp.ts';
import { type Faults, LASTING } from '#server/simulation/faults.ts';
import { never } from '#server/simulation/link.ts';
import type { World } from '#server/simulation/world.ts';
import type { FakeStripeWithin } from '#server/test/fake-stripe.ts';
import { clock } from '#server/time-and-chance.ts';

/** One process's end of a wire to somebody else. */
export interface Wiring {
  world: World;
  /** Names the process in the trace. */
  name: string;
  faults: Faults;
  isDead: () => boolean;
}

type Call = Parameters<FakeStripeWithin['ask']>[0];

/** Longer than a process waits for an answer of the payment service. */
const SLOW_MS = 15_000;
/** A call may arrive this late, long after whoever made it gave up. Some come while the shop still waits. */
const MAX_LATE_MS = 1_200_000;
/** The shop waits longer than this before it takes a charge that is not there for one that never was. */
const WAITED_FOR_MS = 35_000;

/**
 * Carries the calls of Stripe's own package to the fake one in this process, with a turn for each way. `tooLate` gets the
 * charges of calls for which nobody could have waited.
 */
export function wireToGateway(
  fake: FakeStripeWithin,
  tooLate: Set<string>,
  { world, name, faults, isDead }: Wiring,
): typeof fetch {
  /** Keys of calls that are on their way yet: whoever repeats one meets the same network. */
  const underWay = new Set<string>();
  return async (url, how) => {
    const { method = 'GET', headers, body, signal } = how as RequestInit;
    const sent = new Headers(headers);
    const what = `${name}: ${method} ${new URL(String(url)).pathname.replace(/(pi|re|cus|pm|dp)_\w+/, '$1')}`;
    await world.turn(what);
    if (isDead()) return never();
    const fault = faults.befall('gateway', name);
    if (fault) world.note(`${what}: ${fault}`);
    if (fault === 'call lost') throw new TypeError('fetch failed');
    if (fault === 'down' || fault === LASTING)
      return answer(500, '{"error":{"type":"api_error","message":"Down."}}');
    if (fault === 'too many calls')
      return answer(429, '{"error":{"code":"rate_limit","message":"Slow down."}}');
    const { pathname, search } = new URL(String(url));
    const call = {
      ...{ method, url: pathname + search, body: String(body ?? '') },
      authorization: sent.get('authorization') ?? undefined,
      idempotencyKey: sent.get('idempotency-key') ?? undefined,
    };
    const { idempotencyKey: key = '' } = call;
    if (underWay.has(key)) {
      faults.suffer('gateway', name);
      throw new TypeError('fetch failed');
    }
    if (fault === 'call late') {
      if (key) underWay.add(key);
      void arriveLate(what, call);
      return aborted(signal);
    }
    const found = arrive(what, call);
    const text = JSON.stringify(found.body);
    if (fault === 'slow') await Promise.race([clock.sleep(SLOW_MS), aborted(signal)]);
    await world.turn(`${what}: ${found.status}`);
    if (isDead()) return never();
    if (fault === 'reply lost') throw new TypeError('fetch failed');
    return answer(found.status, fault === 'reply cut' ? text.slice(0, 40) : text);
  };

  /** Has the payment service do it, which now and then takes a refund on without making it yet. */
  function arrive(what: string, call: Call): ReturnType<typeof fake.ask> {
    const isRefund = call.method === 'POST' && call.url === '/v1/refunds';
    const fault = isRefund ? faults.befall('refund', name) : null;
    if (fault) world.note(`${what}: ${fault}`);
    fake.pendRefunds(fault !== null);
    return fake.ask(call);
  }

  async function arriveLate(what: string, call: Call): Promise<void> {
    const sent = world.now();
    const most = faults.degree('gateway') < 0.2 ? WAITED_FOR_MS : MAX_LATE_MS;
    await clock.sleep(SLOW_MS + faults.degree('gateway') * (most - SLOW_MS));
    underWay.delete(call.idempotencyKey ?? '');
    const known = fake.intents.size;
    const { status, body } = arrive(what, call);
    if (fake.intents.size > known && world.now() - sent > WAITED_FOR_MS) tooLate.add(String(body.id));
    world.note(`${what}: late, ${status}`);
  }
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Makes as much of a response as Stripe's package reads, without a stream, which would wait outside of the world. */
function answer(status: number, text: string): Response {
  const read: Pick<Response, 'status' | 'headers' | 'body' | 'text' | 'json'> = {
    ...{ status, headers: new Headers({ 'content-type': 'application/json' }), body: null },
    text: async () => text,
    json: async () => JSON.parse(text),
  };
  return read as Response;
}

/** The mail server outside: what it took, by Message-ID, however often, and what it refused for good. */
export interface PostOffice {
  taken: Map<string, { mail: Mail; times: number }>;
  refused: Set<string>;
}

/** Hands mails to the post office, with a turn for each way. */
export function wireToPostOffice(office: PostOffice, { world, name, faults, isDead }: Wiring): MailTransport {
  return {
    name: 'smtp',
    send: async mail => {
      const what = `${name}: mail ${mail.subject.slice(0, 30)}`;
      await world.turn(what);
      if (isDead()) return never();
      const fault = faults.befall('mail', name);
      if (fault) world.note(`${what}: ${fault}`);
      if (fault === 'refused') {
        office.refused.add(mail.messageId);
        throw new MailError('550 no such mailbox', true);
      }
      if (fault === 'not now' || fault === LASTING) throw new MailError('451 try again later', false);
      if (fault === 'slow') await clock.sleep(4 * SLOW_MS);
      const times = (office.taken.get(mail.messageId)?.times ?? 0) + 1;
      office.taken.set(mail.messageId, { mail, times });
      await world.turn(`${what}: taken`);
      if (isDead()) return never();
      if (fault === 'reply lost') throw new MailError('the connection was lost', false);
      return { accepted: true, response: '250 taken' };
    },
    problem: async () => null,
    close: () => undefined,
  };
}
