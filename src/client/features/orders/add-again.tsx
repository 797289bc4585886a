import { useAddToCart } from '#client/features/cart/add-to-cart.ts';
import { lineOf } from '#client/features/cart/cart.ts';
import { useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { PRODUCT_NOTICES } from '#shared/messages.ts';
import type { OrderLine } from '#shared/schemas/orders.ts';

/** Puts one line of an order into the cart again, as it is sold today. */
export function AddAgain({ line }: { line: OrderLine }) {
  const { client } = trpc.useUtils();
  const { add, isAdding } = useAddToCart();
  const read = useAction(() => client.variants.find.query({ _id: line.variantId }), {
    failure: PRODUCT_NOTICES.addFailed,
    after: variant =>
      add({ ...lineOf(variant.product, variant, line.quantity), variantGroup: line.variantGroup }),
  });
  return (
    <Button
      size="small"
      busy={read.isPending || isAdding}
      aria-label={`Add again: ${line.name}`}
      onClick={() => read.mutate(undefined)}
    >
      Add again
    </Button>
  );
}
