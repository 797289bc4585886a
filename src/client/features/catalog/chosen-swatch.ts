import { type MouseEvent, useRef, useState } from 'react';
import { canBuy } from '#client/features/catalog/stock.ts';
import { logFailure } from '#client/log.ts';
import { trpc } from '#client/trpc.ts';
import type { Tile, Variant } from '#shared/schemas/products.ts';

type Swatch = Tile['swatches'][number];
type Facts = Pick<
  Variant,
  '_id' | 'price' | 'msrp' | 'label' | 'stock' | 'dropShip' | 'backOrder' | 'wholeSaleOne' | 'image'
>;

/**
 * A tile that stands for the variant of a swatch; null facts are not read yet, and nothing can be bought until then.
 */
export function tileOfSwatch(tile: Tile, swatch: Swatch, facts: Facts | null): Tile {
  const shown = {
    ...tile,
    variant: facts?._id ?? tile.variant,
    productNum: swatch.productNum,
    image: swatch.image ?? facts?.image ?? tile.image,
    secondImage: null,
  };
  if (!facts) return { ...shown, available: false };
  const { price, msrp, label, stock, wholeSaleOne } = facts;
  return {
    ...shown,
    price,
    msrp,
    label,
    stock,
    wholeSaleOne,
    from: null,
    available: canBuy(facts, 1),
  };
}

/** Leads to a product with the variant of a number (rule C3). */
export const numberHref = (product: string, productNum: string): string =>
  `/product/${product}?title=${encodeURIComponent(productNum)}`;

interface Chosen {
  swatch: Swatch;
  facts: Facts | null;
}

/** The tile as its swatches were pressed, and what makes a press on one choose it. A second press follows its link. */
export function useChosenSwatch(tile: Tile) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const wanted = useRef<string>(undefined);
  const queries = trpc.useUtils();
  const choose = async (swatch: Swatch) => {
    wanted.current = swatch.productNum;
    setChosen({ swatch, facts: null });
    const facts = await queries.variants.find.fetch({ productNum: swatch.productNum }).catch(error => {
      logFailure('variant', error);
      return null;
    });
    if (wanted.current === swatch.productNum) setChosen(facts && { swatch, facts });
  };
  const onPress = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    const swatch = tile.swatches.find(one => numberHref(tile._id, one.productNum) === href);
    if (!swatch || chosen?.swatch === swatch) return;
    event.preventDefault();
    void choose(swatch);
  };
  const shown = chosen ? tileOfSwatch(tile, chosen.swatch, chosen.facts) : tile;
  const isReading = chosen !== null && chosen.facts === null;
  return {
    shown,
    swatch: chosen?.swatch ?? null,
    isReading,
    /** The page of what the tile shows; until its facts are there by the number. */
    href: isReading
      ? numberHref(tile._id, shown.productNum)
      : `/product/${tile._id}?variants=${shown.variant}`,
    onPress,
  };
}
