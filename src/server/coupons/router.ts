import type { Context } from '#server/context.ts';
import { couponCustomer, verifyCoupon } from '#server/coupons/coupons.ts';
import { limitGuesses } from '#server/coupons/guesses.ts';
import { AppError } from '#server/errors.ts';
import { clock } from '#server/time-and-chance.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { couponAnswerSchema, couponCodeSchema, couponProductSchema } from '#shared/schemas/coupons.ts';

const verify = (ctx: Context, code: string) =>
  limitGuesses(ctx, () => verifyCoupon(ctx.db, code, couponCustomer(ctx.user), clock.now()));

export const couponsRouter = router({
  verify: publicProcedure
    .meta(
      rest('GET', '/orders/verifyCoupon/{code}', {
        summary: 'Whether a coupon can be used',
        does: 'Tells by `couponStatus` whether a code could be used at all, before any cart is looked at. A visitor may name 30 unknown codes in 10 minutes.',
        errors: ['too_many'],
      }),
    )
    .input(couponCodeSchema)
    .output(out(couponAnswerSchema))
    .query(({ ctx, input }) => verify(ctx, input.code)),

  /** The free product of a type 8 coupon. */
  product: publicProcedure
    .meta(
      rest('GET', '/coupons/product', {
        summary: 'The free product of a coupon',
        does: 'The product that a code of type 8 gives away; not found for any other code. A visitor may name 30 unknown codes in 10 minutes.',
        errors: ['not_found', 'too_many'],
      }),
    )
    .input(couponCodeSchema)
    .output(out(couponProductSchema))
    .query(async ({ ctx, input }) => {
      const { product } = await verify(ctx, input.code);
      if (!product) throw new AppError('not_found');
      return product;
    }),
});
