import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import { AppError } from '#server/errors.ts';
import { createStripeGateway } from '#server/integrations/stripe.ts';
import { createLogger } from '#server/logging.ts';
import { emails } from '#server/mail/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { reconcileOpenPayments } from '#server/payments/charge.ts';
import type { PaymentGateway } from '#server/payments/gateway.ts';
import { paymentAllocations, payments } from '#server/payments/tables.ts';
import { registerWebhooks } from '#server/payments/webhook.ts';
import { appRouter } from '#server/router.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { type FakeStripe, startFakeStripe } from '#server/test/fake-stripe.ts';
import type { FakeCard, Intent } from '#server/test/fake-stripe-ledger.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';
import type { Money } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

export type Held = Order & { variantId: string };
type Asked = { confirmationToken: string } | { paymentIntent: string };

export const SOLD = {
  status: 'Submitted',
  paid: true,
  stock: 1,
  payments: ['succeeded'],
  allocations: 1,
  mails: 1,
  charged: [1083],
  refunded: [] as number[],
};
/** Nothing is sold yet, and nothing lost: the hold stands, so the cart can still be paid. */
export const HELD = {
  status: 'Held',
  paid: false,
  stock: 1,
  allocations: 0,
  mails: 0,
  charged: [] as number[],
  refunded: [] as number[],
};
/** Given up: the knob is back on the shelf. The test says what was charged and refunded. */
export const UNDONE = { status: 'Canceled', paid: false, stock: 2, allocations: 0, mails: 0 };

const DISPUTED_UNTIL = new Date('2031-03-14T23:59:59Z');

export const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** The intent of a charge that asks for the bank's confirmation. */
export const intentIn = ({ clientSecret = '' }: { clientSecret?: string }) =>
  clientSecret.split('_secret_')[0] ?? '';

/** The reason of a refusal; undefined when nothing was refused. */
export async function refusal(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
  } catch (error) {
    const cause = error instanceof AppError ? error : (error as Error).cause;
    if (cause instanceof AppError) return cause.reason;
    throw error;
  }
  return undefined;
}

/** A shop whose cards go through Stripe's own package to a server that speaks Stripe's protocol. */
export class StripeShop {
  /** Runs between the charge at Stripe and the shop's hearing of it. */
  beforeAnswer: (() => Promise<unknown>) | null = null;

  private constructor(
    readonly fake: FakeStripe,
    readonly shop: Selling,
    readonly server: FastifyInstance,
  ) {}

  static async open(): Promise<StripeShop> {
    const fake = await startFakeStripe();
    const stripe = createStripeGateway({ ...fake.options, timeoutMs: 2500, maxNetworkRetries: 0 });
    const payments: PaymentGateway = {
      ...stripe,
      charge: async request => {
        const result = await stripe.charge(request);
        await opened.beforeAnswer?.();
        return result;
      },
    };
    const shop = await openShop({}, { payments });
    const server = await buildApp(shop.app, {
      router: appRouter,
      longestLoopDelayMs: 60_000,
      more: scope => registerWebhooks(scope, shop.app),
    });
    const opened = new StripeShop(fake, shop, server);
    return opened;
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.shop.close();
    await this.fake.close();
  }

  /** Everything goes well again. */
  reset(): void {
    this.beforeAnswer = null;
    this.fake.recover();
  }

  /** A Held order of one knob at $10, picked up at the store: 10.83 with tax; one is left on the shelf. */
  async heldOrder(user: Parameters<Selling['as']>[0] = null): Promise<Held> {
    const knob = await makeVariant(this.shop.app.db, { price: usd(10), stock: 2 });
    const order = await this.shop.as(user).orders.submit({
      ...guest,
      cart: [lineOf(knob, 1)],
      shippingMethod: 'local',
      total: 10.83 as Money,
      idempotencyKey: randomUUID(),
    });
    return { ...order, variantId: knob.variantId };
  }

  cardOf(card: FakeCard) {
    return { confirmationToken: this.fake.confirmationToken(card) };
  }

  charge(order: Held, card: Asked) {
    return this.shop.as(null).payments.charge({ order: { _id: order._id, orderKey: order.orderKey }, card });
  }

  /** Charges a good card at Stripe, of which the shop hears nothing. */
  async chargeUnheard(order: Held, card: Asked = this.cardOf('approve')): Promise<string | undefined> {
    // Stripe's package tries a connection that was kept open once more by itself.
    this.fake.fail('drop_reply', 2);
    const reason = await refusal(this.charge(order, card));
    this.fake.recover();
    return reason;
  }

  /** Tells where an order stands, at the shop and at Stripe. */
  async standing(order: Held) {
    const { db } = this.shop.app;
    const [row] = await db.select().from(orders).where(eq(orders._id, order._id));
    const [variant] = await db.select().from(variants).where(eq(variants._id, order.variantId));
    const attempts = await db.select().from(payments).where(eq(payments.order, order._id));
    const charges = this.fake.chargesOfOrder(order._id);
    const given = this.fake.refunds.filter(
      refund => refund.status === 'succeeded' && charges.some(({ id }) => id === refund.payment_intent),
    );
    return {
      status: row?.status,
      paid: row?.paid,
      stock: variant?.stock,
      payments: attempts.map(attempt => attempt.status).sort(),
      allocations: await db.$count(paymentAllocations, eq(paymentAllocations.order, order._id)),
      mails: await db.$count(emails, eq(emails.order, order._id)),
      charged: charges.map(intent => intent.amount),
      refunded: given.map(refund => refund.amount),
    };
  }

  /** The lines that the shop logs during some work, from warnings up. */
  async logged(work: () => Promise<unknown>): Promise<string> {
    const lines: string[] = [];
    const { log } = this.shop.app;
    Object.assign(this.shop.app, { log: createLogger('warn', { write: line => lines.push(line) }) });
    await work();
    Object.assign(this.shop.app, { log });
    return lines.join('');
  }

  intentOf(order: Pick<Order, '_id'>): Intent {
    const [intent] = this.fake.chargesOfOrder(order._id);
    if (!intent) throw new Error('was not charged');
    return intent;
  }

  succeeded(intent: object, how = {}) {
    return this.fake.signedEvent('payment_intent.succeeded', intent, how);
  }

  /** Sends what Stripe's server sends, over HTTP as it sends it. */
  async deliver({ body, signature }: { body: Buffer; signature: string }): Promise<number> {
    const { statusCode } = await this.server.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      payload: body,
    });
    return statusCode;
  }

  /** Lets a bank dispute a charge; answers how to tell the shop what became of it since, and of how many cents it is. */
  async disputed(charge: string) {
    const dispute = this.fake.dispute(charge, DISPUTED_UNTIL);
    const tell = (status: string, amount = dispute.amount) => {
      Object.assign(dispute, { status, amount });
      return this.deliver(this.fake.signedEvent('charge.dispute.updated', dispute));
    };
    await tell('needs_response');
    return tell;
  }

  /** Lets the sweeping job look at the order's payments as if `minutes` had passed. */
  async sweep(order: Pick<Order, '_id'>, minutes = 1): Promise<void> {
    await this.shop.app.db
      .update(payments)
      .set({ updatedAt: later(-minutes).toISOString() })
      .where(eq(payments.order, order._id));
    await reconcileOpenPayments(this.shop.app);
  }
}
