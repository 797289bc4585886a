import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { sweepGateway } from '#server/payments/sweep-gateway.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, refusal } from '#server/test/selling.ts';
import { StripeShop } from '#server/test/stripe-shop.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: StripeShop;
let knob: MadeVariant;
let admin: SessionUser;
beforeAll(async () => {
  at = await StripeShop.open();
  knob = await makeVariant(at.shop.app.db, { price: usd(10), stock: 5000 });
  admin = await makeUser(at.shop.app.db, { permissionLevel: 'Admin' });
});
afterEach(() => at.reset());
afterAll(() => at.close());

const staff = () => at.shop.as(admin);
const drain = () => at.shop.app.jobs.drain({ delayed: true });

/** An order of 100.00 on account, of a company without tax, and what is done with it. */
class Sold {
  receipt = '';
  constructor(
    readonly company: string,
    readonly buyer: SessionUser,
    readonly order: Order,
  ) {}

  static async open(): Promise<Sold> {
    const company = await makeCompany(at.shop.app.db, { creditLimit: usd(5000), taxExempt: true });
    const buyer = await makeUser(at.shop.app.db, { company });
    return new Sold(company, buyer, await at.shop.as(buyer).orders.submit(onTerms(knob, 10)));
  }

  check = (amount: number, number: string) =>
    staff().receipts.take({
      ...{ company: this.company, method: 'check', number, amount: usd(amount), note: '', key: randomUUID() },
      ...{ receivedOn: '2026-11-24', orders: [{ _id: this.order._id, amount: usd(amount) }] },
    });

  pay = (total: number) =>
    at.shop.as(this.buyer).orders.pay({
      ...{ orders: this.order._id, card: at.cardOf('approve'), idempotencyKey: randomUUID() },
      total: usd(total),
    });

  giveCredit = async (amount: number) => {
    const { version } = await staff().orders.byId({ id: this.order._id });
    await staff().refunds.make({
      ...{ order: this.order._id, version, amount: usd(amount), way: 'credit', number: '', reason: 'late' },
      key: randomUUID(),
    });
  };

  charge = () => at.fake.chargesOfOrder(this.order._id).at(-1)?.id ?? '';
  refundUnheard = async (amount: number) => at.fake.refundByHand(this.charge(), amount * 100);
  hear = async () => {
    await drain();
    await sweepGateway(at.shop.app);
    await drain();
  };
  refundByHand = async (amount: number) => {
    await this.refundUnheard(amount);
    await this.hear();
  };
  cancel = async () => {
    await staff().orders.cancel({ _id: this.order._id });
    await drain();
  };
  bounce = () => staff().receipts.bounce({ _id: this.receipt });

  takeCreditBack = (amount: number, more: object = { order: this.order._id }) =>
    staff().storeCredit.takeBack({
      ...{ company: this.company, amount: usd(amount), reason: 'by mistake', key: randomUUID(), ...more },
    });

  giveAtWill = async (way: 'card' | 'cash', amount: number) => {
    const { version } = await staff().orders.byId({ id: this.order._id });
    await staff().refunds.make({
      ...{ order: this.order._id, version, amount: usd(amount), way, number: '', reason: 'late' },
      key: randomUUID(),
    });
    await drain();
  };

  /** Lets the payment service refuse whatever is asked of the charge meanwhile. */
  refusing = async (act: () => Promise<unknown>) => {
    const intent = at.intentOf(this.order);
    Object.assign(intent, { status: 'canceled' });
    await act();
    await drain();
    Object.assign(intent, { status: 'succeeded' });
  };

  bankReturns = async (amount: number) => {
    const ofIt = at.fake.refunds.filter(one => one.payment_intent === this.charge());
    at.fake.returnRefund(ofIt.find(one => one.amount === amount * 100)?.id ?? '', 'expired_card');
    await this.hear();
  };

  /** The refunds that an Admin can give another way. */
  owedRefunds = async () => (await staff().refunds.look({ order: this.order._id })).owed;
  giveInstead = async () => {
    for (const { refund } of await this.owedRefunds())
      await staff().refunds.giveInstead({
        refund,
        way: 'check',
        number: '501',
        reason: 'their card is closed',
      });
  };
  /** Tells what the order owes, how its account stands, and what of refunds is owed to its customer. */
  stands = async () => {
    const { owed, credit } = await this.debts();
    return { owed, account: credit?.owed, toGive: (await this.owedRefunds()).map(({ amount }) => amount) };
  };

  stored = async () => (await at.shop.app.db.select().from(orders).where(eq(orders._id, this.order._id)))[0];
  debts = () => staff().receipts.debts({ company: this.company });

  /** Checks that orders and account say that so much is owed, and that a check of that much ends it. */
  async expectOwed(owed: number): Promise<void> {
    expect(await this.debts()).toMatchObject({ owed, onAccount: 0, credit: { owed } });
    if (owed === 0) return;
    await this.check(owed, 'last');
    expect(await this.debts()).toMatchObject({ owed: 0, onAccount: 0, credit: { owed: 0 } });
  }
}

/** A card paid it all, and 30.00 of that became store credit. */
async function soothed(): Promise<Sold> {
  const sold = await Sold.open();
  await sold.pay(100);
  await sold.giveCredit(30);
  return sold;
}

describe('a refund by hand of more than was left of an order that is canceled', () => {
  it('is owed as far as it is more than was paid, on its order as in its account', async () => {
    const sold = await soothed();
    await sold.refundByHand(100);
    expect(await sold.debts()).toMatchObject({ owed: 0, credit: { owed: 0 } });
    await sold.cancel();
    await sold.expectOwed(30);
  });

  it('is so where it was heard of after the cancel, whose own refund was refused', async () => {
    const sold = await soothed();
    await sold.refundUnheard(100);
    await sold.cancel();
    await sold.hear();
    await sold.expectOwed(30);
  });

  it('is so where it was made after the cancel', async () => {
    const sold = await soothed();
    await sold.cancel();
    await sold.refundByHand(30);
    await sold.expectOwed(30);
  });

  it.each(['under_review', 'won', 'lost'])('is so once a dispute of its charge is %s', async status => {
    const sold = await soothed();
    await sold.refundByHand(100);
    await sold.cancel();
    const tell = await at.disputed(sold.charge());
    await tell(status);
    await sold.expectOwed(30);
  });

  it('is no debt where no more went back than was paid', async () => {
    for (const amount of [40, 70]) {
      const sold = await soothed();
      await sold.refundUnheard(amount);
      await sold.cancel();
      await sold.hear();
      await sold.expectOwed(0);
    }
  });

  it.each([
    ['a cancel', ['refund', 'cancel', 'bounce']],
    ['a check that bounces', ['refund', 'bounce', 'cancel']],
    ['both', ['bounce', 'cancel', 'refund']],
    ['neither, heard of after both', ['unheard', 'cancel', 'bounce', 'hear']],
  ])('is owed with what bounced beside it, made before or after %s', async (_, acts) => {
    const sold = await Sold.open();
    sold.receipt = (await sold.check(40, '7'))._id;
    await sold.pay(60);
    await sold.giveCredit(50);
    const done: Record<string, () => Promise<unknown>> = {
      // The cancel asked for 10 itself.
      refund: () => sold.refundByHand(acts.at(-1) === 'refund' ? 50 : 60),
      unheard: () => sold.refundUnheard(60),
      hear: sold.hear,
      cancel: sold.cancel,
      bounce: sold.bounce,
    };
    for (const act of acts) await done[act]?.();
    // They have 110 of the 60 that came.
    await sold.expectOwed(50);
  });
});

describe('a dispute that was lost, and is won after all', () => {
  /** The order, of which 40.00 came by check and 60.00 by card, and 80.00 became store credit, once all this was done. */
  async function soldAfter(acts: readonly string[]): Promise<Sold> {
    const sold = await Sold.open();
    sold.receipt = (await sold.check(40, '7'))._id;
    await sold.pay(60);
    await sold.giveCredit(80);
    let tell: Awaited<ReturnType<typeof at.disputed>> | null = null;
    const told = async (status: string) => {
      tell ??= await at.disputed(sold.charge());
      await tell(status);
    };
    for (const act of acts) {
      if (act === 'cancel' || act === 'bounce') await sold[act]();
      else await told(act);
    }
    return sold;
  }
  const booksOf = async (sold: Sold) => {
    const { amountPaid, amountTakenBack, amountRefunded } = (await sold.stored()) ?? {};
    const { owed, onAccount, credit } = await sold.debts();
    return { amountPaid, amountTakenBack, amountRefunded, owed, onAccount, account: credit?.owed };
  };

  it.each([
    [['cancel', 'lost', 'bounce', 'won'], 20],
    [['cancel', 'bounce', 'lost', 'won'], 20],
    [['bounce', 'cancel', 'lost', 'won'], 20],
    [['lost', 'cancel', 'bounce', 'won'], 20],
    [['lost', 'bounce', 'won', 'cancel'], 20],
    [['lost', 'bounce', 'won'], 40],
  ])('%j: leaves the order and the account as if it had never been lost', async (acts, owed) => {
    const books = await booksOf(await soldAfter(acts));
    const isOfDispute = (act: string) => act === 'lost' || act === 'won';
    expect(books).toEqual(await booksOf(await soldAfter(acts.filter(act => !isOfDispute(act)))));
    expect(books).toMatchObject({ owed, account: owed });
  });

  it('leaves what was paid meanwhile of the debt that it made', async () => {
    const sold = await soothed();
    await sold.cancel();
    const tell = await at.disputed(sold.charge());
    await tell('lost', 3000);
    await sold.expectOwed(30);
    expect(await tell('won', 3000)).toBe(200);
    expect(await booksOf(sold)).toMatchObject({
      amountPaid: 100,
      amountTakenBack: 30,
      owed: 0,
      account: -30,
    });
    expect((await staff().orders.record({ id: sold.order._id })).alerts.join()).toContain('was won after');
  });
});

describe('store credit that was taken back before a cancel', () => {
  it('goes back to the card with the rest, and leaves the account even', async () => {
    const sold = await soothed();
    await sold.takeCreditBack(30);
    await sold.cancel();
    expect(at.fake.refunds.at(-1)).toMatchObject({ amount: 10_000, payment_intent: sold.charge() });
    expect(await sold.stands()).toEqual({ owed: 0, account: 0, toGive: [] });
  });

  it('is no debt where it was handed out instead', async () => {
    const sold = await Sold.open();
    await staff().receipts.take({
      ...{ company: sold.company, method: 'cash', number: '', amount: usd(100), note: '', key: randomUUID() },
      ...{ receivedOn: '2026-11-24', orders: [{ _id: sold.order._id, amount: usd(100) }] },
    });
    await sold.giveCredit(70);
    await sold.takeCreditBack(50);
    await sold.giveAtWill('cash', 80);
    await sold.cancel();
    expect(await sold.stands()).toEqual({ owed: 0, account: 0, toGive: [] });
  });
});

describe('a refund that did not get through, and was made again by hand at the payment service', () => {
  it('is owed no more once its bank had sent it back', async () => {
    const sold = await soothed();
    await sold.cancel();
    await sold.bankReturns(70);
    expect(await sold.stands()).toEqual({ owed: 0, account: -70, toGive: [70] });
    await sold.refundByHand(70);
    expect(await sold.stands()).toEqual({ owed: 0, account: 0, toGive: [] });
  });

  it('is owed but for that once it was refused, whether or not its order is canceled', async () => {
    const canceled = await soothed();
    await canceled.refusing(canceled.cancel);
    const standing = await Sold.open();
    await standing.pay(100);
    await standing.refusing(() => standing.giveAtWill('card', 70));
    for (const sold of [canceled, standing]) {
      await sold.refundByHand(20);
      expect(await sold.stands()).toEqual({ owed: 0, account: -50, toGive: [50] });
      await sold.giveInstead();
      expect(await sold.stands()).toEqual({ owed: 0, account: 0, toGive: [] });
    }
  });

  it('is kept back by no cancel', async () => {
    const sold = await Sold.open();
    await sold.pay(100);
    await sold.refusing(() => sold.giveAtWill('card', 30));
    await sold.refundByHand(30);
    await sold.cancel();
    expect(at.fake.refunds.at(-1)).toMatchObject({ amount: 7000, payment_intent: sold.charge() });
    expect(await sold.stands()).toEqual({ owed: 0, account: 0, toGive: [] });
  });

  it('counts for one of several, also once that was given another way', async () => {
    const sold = await Sold.open();
    await sold.pay(100);
    await sold.refusing(() => sold.giveAtWill('card', 30));
    await sold.refusing(() => sold.giveAtWill('card', 20));
    await sold.refundByHand(20);
    expect(await sold.stands()).toEqual({ owed: 0, account: -30, toGive: [10, 20] });
    const [first] = await sold.owedRefunds();
    const check = { way: 'check' as const, number: '501', reason: 'their card is closed' };
    await staff().refunds.giveInstead({ refund: first?.refund ?? '', ...check });
    expect(await sold.stands()).toEqual({ owed: 0, account: -20, toGive: [20] });
  });

  it('is owed whole where its bank sent it back after something else was refunded there', async () => {
    const sold = await Sold.open();
    await sold.pay(100);
    await sold.giveAtWill('card', 20);
    await sold.refundByHand(30);
    await sold.bankReturns(20);
    expect(await sold.stands()).toEqual({ owed: 0, account: -20, toGive: [20] });
    await sold.cancel();
    expect(await sold.stands()).toEqual({ owed: 0, account: -20, toGive: [20] });
    await sold.giveInstead();
    expect(await sold.stands()).toEqual({ owed: 0, account: 0, toGive: [] });
  });
});

describe('a refund of a canceled order that comes back', () => {
  it('ends what was owed, and is owed to its customer as far as they have less than they paid', async () => {
    const sold = await soothed();
    await sold.cancel();
    await sold.refundByHand(30);
    expect(await sold.stands()).toEqual({ owed: 30, account: 30, toGive: [] });
    await sold.bankReturns(70);
    expect(await sold.stands()).toEqual({ owed: 0, account: -40, toGive: [40] });
    await sold.giveInstead();
    expect(await sold.stands()).toEqual({ owed: 0, account: 0, toGive: [] });
  });

  it('is owed to nobody where it had been given by hand beyond what was paid', async () => {
    const sold = await soothed();
    await sold.cancel();
    await sold.refundByHand(30);
    await sold.bankReturns(30);
    expect(await sold.stands()).toEqual({ owed: 0, account: 0, toGive: [] });
  });

  it('is owed where the cancel gave that much less', async () => {
    const sold = await Sold.open();
    await sold.pay(100);
    await sold.refundUnheard(20);
    await sold.cancel();
    await sold.hear();
    await sold.bankReturns(20);
    expect(await sold.stands()).toEqual({ owed: 0, account: -20, toGive: [20] });
    await sold.giveInstead();
    expect(await sold.stands()).toEqual({ owed: 0, account: 0, toGive: [] });
  });
});

describe('store credit of a canceled order that owes what was given beyond what was paid', () => {
  it('ends the debt as it is taken back, as far as it goes', async () => {
    const sold = await soothed();
    await sold.takeCreditBack(5);
    await sold.refundByHand(100);
    await sold.cancel();
    expect(await sold.stands()).toEqual({ owed: 25, account: 25, toGive: [] });
    await sold.check(10, '8');
    expect(await refusal(sold.takeCreditBack(20))).toMatchObject({
      issues: [{ path: ['amount'], message: 'is more than the $15.00 that is owed of this canceled order' }],
    });
    await sold.takeCreditBack(10);
    expect(await sold.stands()).toEqual({ owed: 5, account: 5, toGive: [] });
    await sold.takeCreditBack(5);
    expect(await sold.stands()).toEqual({ owed: 0, account: 0, toGive: [] });
    expect(await refusal(sold.takeCreditBack(5))).toMatchObject({ reason: 'order_state' });
  });
});
