import { type MouseEvent, useRef, useState } from 'react';
import { canBuy } from '#client/features/catalog/stock.ts';
import { logFailure } from '#client/log.ts';
import { trpc } from '#client/trpc.ts';
import type { Tile, Variant } from '#shared/schemas/products.ts';

type Swatch = Tile['swatches'][number];
type Facts = Pick<
  Variant,
  'productNum' | 'price' | 'msrp' | 'label' | 'stock' | 'dropShip' | 'backOrder' | 'wholeSaleOne' | 'image'
>;

/**
 * A tile that stands for the variant of a swatch; null facts are not read yet, and nothing can be bought until then.
 */
export function tileOfSwatch(tile: Tile, swatch: Swatch, facts: Facts | null): Tile {
  const shown = {
    ...tile,
    variant: swatch.variant,
    image: swatch.image ?? facts?.image ?? tile.image,
    secondImage: null,
  };
  if (!facts) return { ...shown, available: false };
  const { productNum, price, msrp, label, stock, wholeSaleOne } = facts;
  return {
    ...shown,
    productNum,
    price,
    msrp,
    label,
    stock,
    wholeSaleOne,
    from: false,
    available: canBuy(facts, 1),
  };
}

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
    wanted.current = swatch.variant;
    setChosen({ swatch, facts: null });
    const facts = await queries.variants.find.fetch({ _id: swatch.variant }).catch(error => {
      logFailure('variant', error);
      return null;
    });
    if (wanted.current === swatch.variant) setChosen(facts && { swatch, facts });
  };
  const onPress = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const variant = (event.target as Element).closest('a')?.dataset.variant;
    const swatch = tile.swatches.find(one => one.variant === variant);
    if (!swatch || chosen?.swatch === swatch) return;
    event.preventDefault();
    void choose(swatch);
  };
  return {
    shown: chosen ? tileOfSwatch(tile, chosen.swatch, chosen.facts) : tile,
    swatch: chosen?.swatch ?? null,
    isReading: chosen !== null && chosen.facts === null,
    onPress,
  };
}
