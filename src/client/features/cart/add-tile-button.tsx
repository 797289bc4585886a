import { useAddToCart } from '#client/features/cart/add-to-cart.ts';
import { Button } from '#client/ui/button.tsx';
import { CART_TEXTS } from '#shared/messages.ts';
import type { WorkingLine } from '#shared/rules/cart.ts';
import type { Tile } from '#shared/schemas/products.ts';

function lineOfTile(tile: Tile, quantity: number): WorkingLine {
  return {
    productId: tile._id,
    variantId: tile.variant,
    variantGroup: '',
    quantity,
    room: '',
    name: tile.title,
    image: tile.image,
    productNum: tile.productNum,
    vendor: null,
    price: tile.price,
    pieceSize: 1,
    quantityPrices: tile.wholeSaleOne ? [tile.wholeSaleOne] : [],
  };
}

interface Props {
  tile: Tile;
  quantity?: number;
  /** In a row of a table the word alone. */
  short?: boolean;
}

export function AddTileButton({ tile, quantity = 1, short }: Props) {
  const { add, isAdding } = useAddToCart();
  const said = isAdding ? CART_TEXTS.adding : 'Add to cart';
  return (
    <Button
      size="small"
      wide={!short}
      disabled={!tile.available}
      busy={isAdding}
      aria-label={`${said}: ${tile.title}, ${tile.productNum}`}
      onClick={() => add(lineOfTile(tile, quantity))}
    >
      {/* In a table's row the word stays: a longer one would move the columns of all rows. */}
      {short ? 'Add' : said}
    </Button>
  );
}
