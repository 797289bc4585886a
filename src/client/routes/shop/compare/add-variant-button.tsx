import { useAddToCart } from '#client/features/cart/add-to-cart.ts';
import { lineOf } from '#client/features/cart/cart.ts';
import { canBuy } from '#client/features/catalog/stock.ts';
import { Button } from '#client/ui/button.tsx';
import { CART_TEXTS } from '#shared/messages.ts';
import type { FoundVariant } from '#shared/schemas/products.ts';

/** One of a variant into the cart. */
export function AddVariantButton({ variant }: { variant: FoundVariant }) {
  const { add, isAdding } = useAddToCart();
  const words = isAdding ? CART_TEXTS.adding : 'Add to cart';
  return (
    <Button
      look="primary"
      size="small"
      wide
      disabled={!canBuy(variant, 1)}
      busy={isAdding}
      aria-label={`${words}: ${variant.product.title}, ${variant.productNum}`}
      onClick={() => add(lineOf(variant.product, variant, 1))}
    >
      {words}
    </Button>
  );
}
