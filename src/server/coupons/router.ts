import type { Context } from '#server/context.ts';
import { couponCustomer, verifyCoupon } from '#server/coupons/coupons.ts';
import { limitGuesses } from '#server/coupons/guesses.ts';
import { AppError } from '#server/errors.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { couponAnswerSchema, couponCodeSchema, couponProductSchema } from '#shared/schemas/coupons.ts';

const verify = (ctx: Context, code: string) =>
  limitGuesses(ctx, () => verifyCoupon(ctx.db, code, couponCustomer(ctx.user), new Date()));

export const couponsRouter = router({
  verify: publicProcedure
    .meta(rest('GET', '/orders/verifyCoupon/{code}', { summary: 'Whether a coupon can be used' }))
    .input(couponCodeSchema)
    .output(out(couponAnswerSchema))
    .query(({ ctx, input }) => verify(ctx, input.code)),

  /** The free product of a type 8 coupon. */
  product: publicProcedure
    .meta(rest('GET', '/coupons/product', { summary: 'The free product of a coupon' }))
    .input(couponCodeSchema)
    .output(out(couponProductSchema))
    .query(async ({ ctx, input }) => {
      const { product } = await verify(ctx, input.code);
      if (!product) throw new AppError('not_found');
      return product;
    }),
});
