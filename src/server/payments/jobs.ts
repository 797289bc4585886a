import { defineJobs } from '#server/jobs/define-jobs.ts';
import { reconcileOpenPayments, reconcilePayment, settleCanceled } from '#server/payments/charge.ts';
import { findOutsideRefunds } from '#server/payments/outside-refunds.ts';
import {
  checkRefund,
  type RefusedRefund,
  reconcileRefunds,
  refundPayment,
} from '#server/payments/refunds.ts';
import { forgetCard } from '#server/payments/saved-cards.ts';
import { sweepGateway } from '#server/payments/sweep-gateway.ts';
import { clock } from '#server/time-and-chance.ts';

interface OfPayment {
  payment: string;
}
interface OfRefund {
  refund: string;
}

export const paymentJobs = defineJobs({
  'settle-canceled': { run: (app, { order }: { order: string }) => settleCanceled(app, order) },
  'reconcile-payment': {
    run: (app, { payment }: OfPayment) => reconcilePayment(app, payment),
    retryLimit: 5,
  },
  'reconcile-payments': {
    run: (app, _, { signal }) => reconcileOpenPayments(app, signal),
    everySeconds: 15,
  },
  'refund-payment': {
    run: (app, { refund }: OfRefund) => refundPayment(app, refund),
    retryLimit: 12,
    retryDelaySeconds: 10,
  },
  'check-refund': { run: (app, { refund }: OfRefund) => checkRefund(app, refund), retryLimit: 12 },
  'reconcile-refunds': {
    run: (app, _, { signal }) => reconcileRefunds(app, clock.now(), signal),
    everySeconds: 300,
  },
  'find-refunds': {
    run: (app, { payment, refused }: OfPayment & { refused?: RefusedRefund }) =>
      findOutsideRefunds(app, payment, refused),
    retryLimit: 12,
  },
  'sweep-gateway': {
    run: (app, _, { signal }) => sweepGateway(app, clock.now(), signal),
    everySeconds: 6 * 3600,
  },
  'forget-card': {
    run: (app, card: { provider: string; reference: string }) => forgetCard(app, card),
    retryLimit: 8,
  },
});
