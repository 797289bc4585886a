import { z } from 'zod';
import { COUPON_STATUSES } from '#shared/enumerations.ts';
import { idSchema, text } from '#shared/schemas/common.ts';

/** The product that a type 8 coupon adds to the cart. */
export const couponProductSchema = z.object({
  productId: idSchema,
  variantId: idSchema,
  name: z.string(),
  productNum: z.string(),
  image: z.string().nullable(),
});

export const couponAnswerSchema = z.object({
  couponStatus: z.enum(COUPON_STATUSES),
  couponType: z.int().nullable(),
  couponCode: z.string(),
  product: couponProductSchema.nullable(),
});

export const couponCodeSchema = z.object({ code: text(60, 1) });
export type CouponAnswer = z.infer<typeof couponAnswerSchema>;
