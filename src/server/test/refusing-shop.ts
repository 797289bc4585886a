import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createApiKey } from '#server/auth/api-keys.ts';
import { disputes, payments } from '#server/payments/tables.ts';
import { RIGHTS } from '#server/rights.ts';
import { appRouter } from '#server/router.ts';
import { type Answer, ask, expectFailure } from '#server/test/doors.ts';
import { makeUser, usd } from '#server/test/factories.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { OfficeShop } from '#server/test/office-shop.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import type { ErrorReason } from '#shared/errors.ts';

/** A call that is refused: with what, for what reason, beside which fields. */
export type Refused = [what: string, input: () => object, reason: ErrorReason, fields?: string[]];

/** Orders in each state in which something is refused, and what belongs to them. */
async function things(at: OfficeShop) {
  const [caller, buyer] = [at.as(), await makeUser(at.db)];
  const paid = await at.bought();
  const ofBuyer = await at.bought(10, buyer);
  const ready = await at.readied(await at.bought());
  const completed = await caller.orders.adminPatch({
    ...{ _id: (await at.readied(await at.bought()))._id, status: 'Completed' },
  });
  const canceled = await caller.orders.cancel({ _id: (await at.bought(1))._id });
  const { total } = await at.as(null).orders.getCost({
    ...{ cart: [lineOf(at.knob, 1)], shippingMethod: 'local' },
  });
  const held = await at.as(null).orders.submit({
    ...{ ...guest, cart: [lineOf(at.knob, 1)], shippingMethod: 'local', total },
    idempotencyKey: randomUUID(),
  });
  const [disputed, charged] = [await at.bought(), await at.owing()];
  const [charge] = await at.db.select().from(payments).where(eq(payments.order, disputed._id));
  await at.db.insert(disputes).values({
    ...{ provider: 'test', reference: 'dp_1', order: disputed._id, status: 'needs_response' },
    ...{
      amount: usd(108.25),
      reason: 'fraudulent',
      payment: charge?._id ?? '',
    },
  });
  await at.db.insert(payments).values({
    ...{ order: charged.order._id, purpose: 'delayed', provider: 'test', status: 'unknown' },
    ...{ amount: usd(100), idempotencyKey: 'one that nobody knows of' },
  });
  const [terms, stranger] = [await at.owing(), await at.owing()];
  const unpaid = await caller.orders.createByStaff(at.saleOf(2, 21.65));
  const settled = await at.owing();
  const bounced = await caller.receipts.take(at.receiptOf(settled.company, 100, { number: '55' }));
  await caller.receipts.bounce({ _id: bounced._id });
  await caller.receipts.take(at.receiptOf(settled.company, 60, { number: '77' }));
  const lines = [{ variantId: at.knob.variantId, quantity: 3, reason: 'bent' }];
  const asked = await caller.returns.create({ orderId: ready._id, lines });
  const back = await caller.returns.create({ orderId: completed._id, lines });
  await caller.returns.update({ _id: back._id, status: 'Received' });
  const bid = await at.as(buyer).carts.saveAsBid({ orderName: 'Bid', cart: [lineOf(at.knob, 2)] });
  const cart = await at.as(buyer).carts.create({ orderName: 'Own', cart: [lineOf(at.knob, 2)] });
  const read = { ready: await at.read(ready), completed: await at.read(completed) };
  return {
    ...{ paid, ofBuyer, canceled, held, disputed, charged, terms, stranger, unpaid, settled, ...read },
    ...{ asked, back, bid, cart, buyer },
  };
}

export type Things = Awaited<ReturnType<typeof things>>;

/** A shop behind its doors that an Employee asks for what can't be. */
export class RefusingShop {
  private constructor(
    readonly at: OfficeShop,
    readonly app: FastifyInstance,
    readonly bearer: string,
    readonly of: Things,
  ) {}

  static async open(): Promise<RefusingShop> {
    const at = await OfficeShop.open();
    const app = await buildApp(at.shop.app, { router: appRouter, longestLoopDelayMs: 60_000 });
    const scopes = [...KEY_SCOPES];
    const { key } = await createApiKey(at.db, at.clerk, { name: 'all', scopes, onAccountUpTo: usd(900) });
    return new RefusingShop(at, app, key, await things(at));
  }

  /** Asks by whichever doors there are, which say the same; and nothing is written. */
  async expectRefused(procedure: string, [, input, reason, fields = []]: Refused): Promise<void> {
    const before = await this.#everything();
    const answer = await this.#ask(procedure, { ...input() });
    expect([(answer.body as { reason?: string }).reason, fieldsOf(answer.body)]).toEqual([reason, fields]);
    expectFailure(answer, reason);
    expect(await this.#everything()).toEqual(before);
  }

  async #ask(procedure: string, input: Record<string, unknown>): Promise<Answer> {
    const [method = 'POST', path] = RIGHTS[procedure]?.rest?.split(' ') ?? [];
    const call = { procedure, input, headers: { authorization: `Bearer ${this.bearer}` } };
    const answer = await ask(this.app, 'trpc', { ...call, method: 'POST', url: '' });
    if (path) {
      const other = await ask(this.app, 'rest', { ...call, method: method as 'PUT', url: `/api/v1${path}` });
      expect([other.status, other.body]).toEqual([answer.status, answer.body]);
    }
    return answer;
  }

  /** All but when a key was used. */
  #everything = () => fingerprint(this.at.db, ['sessions', 'api_keys']);

  async close(): Promise<void> {
    await this.app.close();
    await this.at.close();
  }
}

const fieldsOf = (body: unknown) =>
  (body as { issues?: { path: (string | number)[] }[] }).issues?.map(({ path }) => path.join('.')) ?? [];
