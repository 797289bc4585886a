import { sendResetLink } from '#server/auth/reset-password.ts';
import { tellKeyOwners } from '#server/auth/tell-key-owners.ts';
import { backUpWhenDue } from '#server/backups/back-up.ts';
import { foldOldNames } from '#server/companies/fold-names.ts';
import type { App } from '#server/context.ts';
import { registerSearchUpkeep } from '#server/listing/upkeep.ts';
import { giveUpMail, sendQueuedMail } from '#server/mail/mail.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';
import {
  cancelIntent,
  reconcileOpenPayments,
  reconcilePayment,
  settleCanceled,
} from '#server/payments/charge.ts';
import { findOutsideRefunds, sweepGateway } from '#server/payments/outside-refunds.ts';
import { checkRefund, reconcileRefunds, refundPayment } from '#server/payments/refunds.ts';
import { forgetCard } from '#server/payments/saved-cards.ts';
import { fetchWaitingPictures } from '#server/products/fetch-pictures.ts';
import { learnOrders } from '#server/suggestions/learn-orders.ts';
import { removeExpired } from '#server/upkeep.ts';
import { tellOfStock } from '#server/variants/stock-requests.ts';

/** Every job of the shop, before the jobs start. */
export function registerJobs(app: App): void {
  const { jobs } = app;
  jobs.register('send-mail', ({ email }) => sendQueuedMail(app, email), {
    // Two to three days: a mail server that is down over a weekend.
    retryLimit: 13,
    retryDelaySeconds: 15,
    concurrency: 5,
    whenDead: 'give-up-mail',
  });
  jobs.register('give-up-mail', ({ email }) => giveUpMail(app, email));
  jobs.register('send-reset-link', ({ email }) => sendResetLink(app, email));
  jobs.register('expire-holds', () => expireHolds(app));
  jobs.register('settle-canceled', ({ order }) => settleCanceled(app, order));
  jobs.register(
    'reconcile-payment',
    async ({ payment }) => {
      await reconcilePayment(app, payment);
    },
    { retryLimit: 5 },
  );
  jobs.register('reconcile-payments', (_, { signal }) => reconcileOpenPayments(app, signal));
  jobs.register('cancel-intent', ({ payment }) => cancelIntent(app, payment), { retryLimit: 8 });
  jobs.register('refund-payment', ({ refund }) => refundPayment(app, refund), {
    retryLimit: 12,
    retryDelaySeconds: 10,
  });
  jobs.register('check-refund', ({ refund }) => checkRefund(app, refund), { retryLimit: 12 });
  jobs.register('find-refunds', ({ payment }) => findOutsideRefunds(app, payment), { retryLimit: 12 });
  jobs.register('sweep-gateway', (_, { signal }) => sweepGateway(app, new Date(), signal));
  jobs.register('forget-card', card => forgetCard(app, card), { retryLimit: 8 });
  jobs.register('remove-expired', () => removeExpired(app.db));
  jobs.register('tell-key-owners', (_, { signal }) => tellKeyOwners(app, new Date(), signal));
  jobs.register(
    'fetch-pictures',
    async (_, { signal }) => {
      await fetchWaitingPictures(app, { signal });
    },
    { timeoutSeconds: 600 },
  );
  jobs.register('learn-orders', () => learnOrders(app));
  jobs.register('tell-of-stock', () => tellOfStock(app));
  jobs.schedule('tell-of-stock', {}, { everySeconds: 60, offsetSeconds: 10 });
  jobs.register('reconcile-refunds', (_, { signal }) => reconcileRefunds(app, new Date(), signal));
  jobs.schedule('reconcile-refunds', {}, { everySeconds: 300 });
  jobs.schedule('sweep-gateway', {}, { everySeconds: 6 * 3600 });
  jobs.schedule('expire-holds', {}, { everySeconds: 30 });
  jobs.schedule('reconcile-payments', {}, { everySeconds: 15 });
  jobs.schedule('learn-orders', {}, { everySeconds: 30 });
  jobs.schedule('fetch-pictures', {}, { everySeconds: 60 });
  jobs.schedule('remove-expired', {}, { everySeconds: 3600 });
  jobs.register('fold-names', () => foldOldNames(app));
  jobs.schedule('fold-names', {}, { everySeconds: 3600, offsetSeconds: 1200 });
  jobs.schedule('tell-key-owners', {}, { everySeconds: 3600, offsetSeconds: 30 });
  registerSearchUpkeep(app);
  if (app.database.driver === 'pglite') registerBackups(app);
}

/** Only the embedded database is copied by ourselves; a Postgres has its own ways. */
function registerBackups(app: App): void {
  app.jobs.register('database.backup', (_, { signal }) => backUpWhenDue(app, signal), {
    retryLimit: 1,
    timeoutSeconds: 4 * 3600,
  });
  // How often it is looked whether one is due.
  app.jobs.schedule('database.backup', {}, { everySeconds: 300 });
}
