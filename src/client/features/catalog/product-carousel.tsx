import { Carousel } from '#client/features/catalog/carousel.tsx';
import { ProductTile } from '#client/features/catalog/product-tile.tsx';
import { PRODUCT_CAROUSEL_SCROLL_PX } from '#shared/constants.ts';
import type { Tile } from '#shared/schemas/products.ts';

/** A row of product tiles; nothing where there are none. */
export function ProductCarousel({ title, tiles }: { title: string; tiles: readonly Tile[] }) {
  if (tiles.length === 0) return null;
  return (
    <Carousel title={title} step={PRODUCT_CAROUSEL_SCROLL_PX} tile="min(212px, 46vw)" isOfProducts>
      {tiles.map(tile => (
        <ProductTile key={tile.variant} tile={tile} />
      ))}
    </Carousel>
  );
}
