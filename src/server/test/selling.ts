import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App, SessionUser } from '#server/context.ts';
import { type Database, isUnavailable } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { appRouter } from '#server/router.ts';
import { contextOf } from '#server/test/context.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { expectDocumented } from '#server/test/documented.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { sessionOf } from '#server/test/made-sessions.ts';
import { testParts } from '#server/test/parts.ts';
import { createCallerFactory } from '#server/trpc.ts';
import type { Order } from '#shared/schemas/orders.ts';

const createCaller = createCallerFactory(appRouter);

/** A shop that sells, on a test's own database: its jobs run when they are drained. */
export interface Selling {
  app: App;
  database: Database;
  /** The procedures, called as this user or as a guest, each time from another address unless one is given. */
  as: (user: SessionUser | null, ip?: string) => ReturnType<typeof createCaller>;
  close: () => Promise<void>;
}

export async function openShop(
  variables: Record<string, string> = {},
  otherParts: Partial<Pick<App, 'payments' | 'mail'>> = {},
  log?: (line: string) => void,
): Promise<Selling> {
  const database = await testDatabase();
  const app = { ...(await testParts(database, { variables, ...(log && { log }) })), ...otherParts };
  registerJobs(app);
  await app.jobs.start({ work: false });
  return {
    app,
    database,
    as: (user, ip = someAddress()) => callerOf(app, user, ip),
    close: async () => {
      await app.jobs.stop(0);
      await app.printer.close();
      await closeTestDatabase(database);
    },
  };
}

/** The procedures, called as this user or as a guest. */
export const callerOf = (app: App, user: SessionUser | null, ip: string) =>
  createCaller(async () => contextOf(app, { user, session: await sessionOf(app.db, user), ip }), {
    onError: ({ path = '', error }) =>
      expectDocumented(path, error instanceof AppError ? error.reason : undefined),
  });

let visitors = 0;

function someAddress(): string {
  visitors += 1;
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
}

export const lineOf = ({ productId, variantId }: MadeVariant, quantity: number) => ({
  productId,
  variantId,
  quantity,
});

/** The expected failure of a call; fails the test when the call succeeds or fails in another way. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    const cause = error instanceof AppError ? error : (error as Error).cause;
    if (cause instanceof AppError) return cause;
    throw error;
  }
  throw new Error('was not refused');
}

/** Why it was refused; throws if it was not. */
export const reasonOf = async (work: Promise<unknown>) => (await refusal(work)).reason;

/** Asks again where the work waited too long for a lock or a connection on a busy machine. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(20);
    }
  }
}

/** A guest's checkout with everything filled in but the cart and its total. */
export const guest = {
  name: 'Ada Carver',
  email: 'ada@example.com',
  phone: '512 555 0143',
  shippingAddress: '12 Mill Lane',
  shippingCity: 'Austin',
  shippingState: 'TX',
  shippingZip: '78701',
  shippingMethod: 'ground' as const,
};

/** Returns what an exempt company's order on account says: so many of a thing at $10, collected. */
export const onTerms = (thing: MadeVariant, quantity: number) => ({
  ...guest,
  cart: [lineOf(thing, quantity)],
  shippingMethod: 'local' as const,
  paymentType: 'Terms' as const,
  total: usd(quantity * 10),
  idempotencyKey: randomUUID(),
});

/** An order of one thing at $10 each, paid by the test gateway; its confirmation is queued. */
export async function paidOrder(
  shop: Selling,
  {
    buyer = null,
    quantity = 1,
    shippingMethod = 'local',
  }: { buyer?: SessionUser | null; quantity?: number; shippingMethod?: 'local' | 'ground' } = {},
): Promise<Order> {
  const knob = await makeVariant(shop.app.db, { price: usd(10) });
  const caller = shop.as(buyer);
  const asked = { cart: [lineOf(knob, quantity)], shippingMethod };
  const { total } = await caller.orders.getCost(asked);
  const { _id, orderKey } = await caller.orders.submit({
    ...guest,
    ...asked,
    total,
    idempotencyKey: randomUUID(),
  });
  const card = { testOutcome: 'approve' as const };
  return (await caller.payments.charge({ order: { _id, orderKey }, card })).order;
}
