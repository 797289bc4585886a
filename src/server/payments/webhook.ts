import { and, eq, isNull, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { reconcilePayment } from '#server/payments/charge.ts';
import { checkDispute } from '#server/payments/check-dispute.ts';
import { type GatewayEvent, ourId } from '#server/payments/gateway.ts';
import { countWebhook } from '#server/payments/payment-counts.ts';
import { tellOfStray } from '#server/payments/sweep-gateway.ts';
import { gatewayEvents, payments, refunds } from '#server/payments/tables.ts';
import { clock } from '#server/time-and-chance.ts';

/**
 * Takes what the gateway tells of payments. Its events come late, twice and in any order, so each is only a hint to
 * look the payment up. Answered 200 only once it was acted on: the gateway sends the others again.
 */
export async function registerWebhooks(server: FastifyInstance, app: App): Promise<void> {
  // The signature is over the bytes as they were sent.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  server.post(`/webhooks/${app.payments.name}`, async (request, reply) => {
    const signature = request.headers['stripe-signature'];
    const heard = await hearGateway(
      app,
      Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      typeof signature === 'string' ? signature : '',
    );
    if (heard === 'acted on') return { received: true };
    return reply.code(400).send({ message: heard.refused, code: 'BAD_REQUEST' });
  });
}

/** Acts on an event as it came. Throws where that was not possible: it is to be sent again. */
export async function hearGateway(
  app: App,
  body: Buffer,
  signature: string,
): Promise<'acted on' | { refused: string }> {
  const event = await app.payments.verifyWebhook(body, signature);
  if (!event) {
    countWebhook('bad_signature');
    return { refused: 'Invalid signature.' };
  }
  if (event.kind === 'other_mode') {
    countWebhook('other_mode');
    // Keys and signing secret are of different modes. Refused, so that it comes again once that is mended.
    app.log.error({ event: event.id }, 'an event of the other mode (test, live): check the signing secret');
    return { refused: 'The event is for the other mode.' };
  }
  if (event.kind === 'unreadable') {
    countWebhook('unreadable');
    app.log.error('an event with the right signature can’t be read');
    return { refused: 'The event can’t be read.' };
  }
  try {
    countWebhook(await actOn(app, event));
  } catch (error) {
    countWebhook('failed');
    throw error;
  }
  return 'acted on';
}

async function actOn(app: App, event: GatewayEvent): Promise<'acted_on' | 'repeated'> {
  const known = await app.db.$count(gatewayEvents, eq(gatewayEvents.eventId, event.id));
  if (known > 0) return 'repeated';
  if (event.kind === 'payment') await settleByReference(app, event.reference, event.paymentId);
  if (event.kind === 'refund') await lookAtRefunds(app, event.reference, event.refundId);
  if (event.kind === 'dispute') await checkDispute(app, event.reference);
  await app.db
    .insert(gatewayEvents)
    .values({ eventId: event.id, type: event.type, reference: 'reference' in event ? event.reference : null })
    .onConflictDoNothing();
  return 'acted_on';
}

async function settleByReference(app: App, reference: string, paymentId: string | null): Promise<void> {
  const named = ourId(paymentId);
  const [payment] = await app.db
    .select({ _id: payments._id })
    .from(payments)
    .where(
      named
        ? or(eq(payments.reference, reference), eq(payments._id, named))
        : eq(payments.reference, reference),
    );
  if (!payment) {
    if (named) await lookUpStray(app, reference, named);
    return;
  }
  if (!(await reconcilePayment(app, payment._id))) throw new AppError('gateway_unavailable');
}

async function lookUpStray(app: App, reference: string, paymentId: string): Promise<void> {
  const found = await app.payments.find({ paymentId, reference, createdAt: clock.now() });
  if (found.status === 'unknown') throw new AppError('gateway_unavailable');
  const { status } = found;
  if (status === 'succeeded') tellOfStray(app, [{ reference, paymentId, status, amount: found.amount }]);
}

/** Looks at the refund that an event tells of; where it names none of ours, at all of its charge. */
async function lookAtRefunds(app: App, charge: string, refundId: string | null): Promise<void> {
  const named = ourId(refundId);
  const isOwn = async (_id: string) =>
    (await app.db.$count(refunds, and(eq(refunds._id, _id), isNull(refunds.reverses)))) > 0;
  if (named && (await isOwn(named))) {
    await app.jobs.send(app.db, 'check-refund', { refund: named }, { singletonKey: named });
    return;
  }
  const [payment] = await app.db
    .select({ _id: payments._id })
    .from(payments)
    .where(and(eq(payments.provider, app.payments.name), eq(payments.reference, charge)));
  // Somebody may have made it at the gateway itself.
  if (payment) {
    await app.jobs.send(app.db, 'find-refunds', { payment: payment._id }, { singletonKey: payment._id });
  }
}
