import { histogramOf } from '#server/counts.ts';
import type { PaymentGateway } from '#server/payments/gateway.ts';

const CALLS = [
  'charge',
  'customer',
  'forgetCard',
  'find',
  'cancel',
  'refund',
  'findRefund',
  'listCharges',
  'listRefunds',
  'listDisputes',
  'findDispute',
] as const satisfies readonly (keyof PaymentGateway)[];
type Call = (typeof CALLS)[number];

const seconds = histogramOf(
  'gateway_call_duration_seconds',
  'Calls of the payment service; unknown: it gave no answer to go by (down, slow, refuses the key).',
  {
    labels: { call: CALLS, outcome: ['answered', 'unknown'] },
    // The longest is three tries of 8 s.
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
  },
);

/** The gateway, with each of its calls on the clock. A decline is an answer. */
export function timedGateway(gateway: PaymentGateway): PaymentGateway {
  const timed =
    <A extends unknown[], R>(call: Call, work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const end = seconds.startTimer({ call });
      try {
        const answer = await work(...args);
        end({ outcome: isUnknown(answer) ? 'unknown' : 'answered' });
        return answer;
      } catch (error) {
        end({ outcome: 'unknown' });
        throw error;
      }
    };
  return {
    ...gateway,
    charge: timed('charge', gateway.charge),
    customer: timed('customer', gateway.customer),
    forgetCard: timed('forgetCard', gateway.forgetCard),
    find: timed('find', gateway.find),
    cancel: timed('cancel', gateway.cancel),
    refund: timed('refund', gateway.refund),
    findRefund: timed('findRefund', gateway.findRefund),
    listCharges: timed('listCharges', gateway.listCharges),
    listRefunds: timed('listRefunds', gateway.listRefunds),
    listDisputes: timed('listDisputes', gateway.listDisputes),
    findDispute: timed('findDispute', gateway.findDispute),
  };
}

/** Whether a call of the gateway says that it knows nothing: `unknown`, null, false. */
function isUnknown(answer: unknown): boolean {
  if (typeof answer !== 'object') return answer === false;
  return answer === null || (answer as { status?: unknown }).status === 'unknown';
}
