import { z } from 'zod';
import { COUPON_STATUSES } from '#shared/enumerations.ts';
import { idSchema } from '#shared/schemas/common.ts';

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

export const couponCodeSchema = z.object({ code: z.string().min(1).max(60) });
export type CouponAnswer = z.infer<typeof couponAnswerSchema>;
