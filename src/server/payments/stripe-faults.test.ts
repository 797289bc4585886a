import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browseAsEver, makeVisitor, type Visitor } from '#server/test/browsing.ts';
import { testDriver } from '#server/test/database.ts';
import { ask } from '#server/test/doors.ts';
import { BrokenStripe, STRIPE_FAULTS } from '#server/test/stripe-faults.ts';
import { HELD, type Held, refusal, SOLD, StripeShop } from '#server/test/stripe-shop.ts';

// How a gateway fails does not depend on which database the shop has.
describe.runIf(testDriver === 'pglite')('while Stripe', () => {
  let at: StripeShop;
  let way: BrokenStripe;
  let visitor: Visitor;
  beforeAll(async () => {
    at = await StripeShop.open();
    way = new BrokenStripe(at);
    visitor = await makeVisitor(at.shop);
  });
  afterEach(() => way.reset());
  afterAll(() => at.close());

  /** Asks as the page does. */
  const charge = (order: Held, card: object) =>
    ask(at.server, 'rest', {
      procedure: 'payments.charge',
      method: 'POST',
      url: '/api/v1/creditCard/charge',
      input: { order: { _id: order._id, orderKey: order.orderKey }, card },
    });

  it.each(STRIPE_FAULTS)(
    '$name, visitors notice nothing, and a charge is settled once, afterwards',
    async ({ fault, secure, charged }) => {
      const [swept, retried] = [await at.heldOrder(), await at.heldOrder()];
      const card = at.cardOf('approve');
      await way.breakWith(fault, secure);

      const [, ...answers] = await Promise.all([
        browseAsEver(at.shop, visitor),
        charge(swept, at.cardOf('approve')),
        charge(retried, card),
      ]);
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 502, body: { reason: 'gateway_unavailable' } });
      }
      // Neither the job nor another card makes it worse while nobody knows.
      await at.sweep(swept, 3);
      expect(await charge(swept, at.cardOf('approve'))).toMatchObject({ status: 502 });
      const unknown = { ...HELD, payments: ['unknown'], charged: charged ? [1083] : [] };
      expect(await at.standing(swept)).toEqual(unknown);
      expect(await at.standing(retried)).toEqual(unknown);

      await way.mend(secure);
      expect(await charge(retried, card)).toMatchObject({ status: 200, body: { status: 'paid' } });
      expect(await at.standing(retried)).toEqual(SOLD);
      await at.sweep(swept, 3);
      if (charged) expect(await at.standing(swept)).toEqual(SOLD);
      else {
        expect(await at.standing(swept)).toEqual({ ...HELD, payments: ['canceled'] });
        expect(await refusal(at.charge(swept, at.cardOf('approve')))).toBeUndefined();
        expect(await at.standing(swept)).toEqual({ ...SOLD, payments: ['canceled', 'succeeded'] });
      }
    },
  );
});
