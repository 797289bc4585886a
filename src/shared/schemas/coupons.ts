import { z } from 'zod';
import { COUPON_STATUSES } from '#shared/enumerations.ts';
import { idSchema } from '#shared/schemas/common.ts';

export const couponAnswerSchema = z.object({
  couponStatus: z.enum(COUPON_STATUSES),
  couponType: z.int().nullable(),
  couponCode: z.string(),
  /** Type 8: what it adds to the cart. */
  product: z
    .object({ productId: idSchema, variantId: idSchema, name: z.string(), productNum: z.string() })
    .nullable(),
});

export const couponCodeSchema = z.object({ code: z.string().min(1).max(60) });
