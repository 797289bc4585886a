import { z } from 'zod';
import { MAX_CART_LINES } from '#shared/constants.ts';
import { idSchema, quantitySchema, text } from '#shared/schemas/common.ts';

/** A line as a client says it; everything else of a cart line is the server's. */
export const lineSchema = z.strictObject({
  productId: idSchema,
  variantId: idSchema,
  variantGroup: text(120).optional(),
  quantity: quantitySchema,
  room: text(80).optional(),
});
export type LineInput = z.infer<typeof lineSchema>;

/** A price that staff name comes with why. */
export const hasReason = ({
  price,
  priceReason = '',
}: {
  price?: number | null | undefined;
  priceReason?: string | undefined;
}) => price == null || priceReason.trim() !== '';
export const NEEDS_REASON = { path: ['priceReason'], message: 'is needed where you name a price' };

export const MAX_LINES = MAX_CART_LINES;
export const cartInputSchema = z
  .array(lineSchema)
  .min(1, 'The cart is empty.')
  .max(MAX_LINES, `A cart holds at most ${MAX_LINES} lines.`);
