import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coupons } from '#server/coupons/tables.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { COUPON_TYPES } from '#shared/rules/coupons.ts';

let shop: Selling;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 500 });
  await shop.app.db.insert(coupons).values(
    Object.values(COUPON_TYPES).flatMap(type => {
      const { variantId, productId } = knob;
      const appliesTo = type === COUPON_TYPES.freeProduct ? variantId : type > 4 ? productId : 'Ironbridge';
      const limits = { value: 5, appliesTo, buyQuantity: type === 7 ? 1 : null, maxUsesPerCustomer: 1, type };
      return [
        { ...limits, code: `TRADESHOW${type}`, active: false },
        { ...limits, code: `NEXTSEASON${type}`, starts: inDays(9) },
        { ...limits, code: `BOTH${type}`, active: false, starts: inDays(-9), ends: inDays(-1) },
        { ...limits, code: `ENDED${type}`, ends: inDays(-1) },
        { ...limits, code: `NOW${type}` },
      ];
    }),
  );
});
afterAll(() => shop.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Answers what each call that takes a code says to it; other figures and the time aside. */
async function answersTo(code: string) {
  const caller = shop.as(null);
  const asked = { cart: [lineOf(knob, 2)], shippingMethod: 'local' as const };
  const told = ({ couponStatus, couponType, couponCode, discount }: Told) => ({
    couponStatus,
    couponType,
    couponCode,
    discount,
  });
  const refused = await refusal(
    caller.orders.submit({
      ...guest,
      ...asked,
      couponCode: code,
      total: usd(0.01),
      idempotencyKey: randomUUID(),
    }),
  );
  return {
    verify: await caller.coupons.verify({ code }),
    product: (await refusal(caller.coupons.product({ code }))).reason,
    getCost: told(await caller.orders.getCost({ ...asked, couponCode: code })),
    submit: [refused.reason, refused.message, told((refused.details as { figures: Told }).figures)],
  };
}

interface Told {
  couponStatus: string | null;
  couponType: number | null;
  couponCode: string;
  discount: number;
}

describe('a code that is switched off, or of a sale to come', () => {
  it.each(['tradeshow', 'NEXTSEASON', 'Both'])(
    '%s is told from one that does not exist by no call',
    async name => {
      for (const type of Object.values(COUPON_TYPES)) {
        const code = `${name}${type}`;
        const nothing = await answersTo('nonesuch');
        const text = JSON.stringify(await answersTo(code)).replaceAll(code, 'nonesuch');
        expect(JSON.parse(text)).toEqual(nothing);
      }
      expect((await answersTo('nonesuch')).verify).toEqual({
        couponStatus: 'unknown',
        couponType: null,
        couponCode: 'nonesuch',
        product: null,
      });
    },
  );
});

it('is told the same by each call where it has ended, or holds', async () => {
  for (const code of ['ended1', 'now1']) {
    const { verify, getCost, submit } = await answersTo(code);
    const of = ({ couponStatus, couponType, couponCode }: Omit<Told, 'discount'>) => [
      couponStatus,
      couponType,
      couponCode,
    ];
    const said = [code === 'now1' ? 'success' : 'expired', 1, code.toUpperCase()];
    expect([of(verify), of(getCost), of(submit[2] as Told)]).toEqual([said, said, said]);
  }
});
