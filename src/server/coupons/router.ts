import { addressKey, LIMITS, limit } from '#server/auth/rate-limits.ts';
import { couponCustomer, verifyCoupon } from '#server/coupons/coupons.ts';
import { AppError } from '#server/errors.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { couponAnswerSchema, couponCodeSchema, couponProductSchema } from '#shared/schemas/coupons.ts';

export const couponsRouter = router({
  verify: publicProcedure
    .meta(rest('GET', '/orders/verifyCoupon/{code}', { summary: 'Whether a coupon can be used' }))
    .input(couponCodeSchema)
    .output(out(couponAnswerSchema))
    .query(async ({ ctx, input }) => {
      await limit(ctx.db, `coupon:${addressKey(ctx.ip)}`, LIMITS.coupon);
      return verifyCoupon(ctx.db, input.code, couponCustomer(ctx.user, undefined), new Date());
    }),

  /** The free product of a type 8 coupon. */
  product: publicProcedure
    .meta(rest('GET', '/coupons/product', { summary: 'The free product of a coupon' }))
    .input(couponCodeSchema)
    .output(out(couponProductSchema))
    .query(async ({ ctx, input }) => {
      await limit(ctx.db, `coupon:${addressKey(ctx.ip)}`, LIMITS.coupon);
      const answer = await verifyCoupon(ctx.db, input.code, couponCustomer(ctx.user, undefined), new Date());
      if (!answer.product) throw new AppError('not_found');
      return answer.product;
    }),
});
