import type { ReactNode } from 'react';
import { workingCart } from '#client/features/cart/cart.ts';
import layout from '#client/features/cart/cart-layout.module.css';
import { CartLineRow } from '#client/features/cart/cart-line-row.tsx';
import { pricesOf, shownWorkingLine } from '#client/features/cart/shown-line.ts';
import { CartSummary } from '#client/routes/shop/checkout/cart-summary.tsx';
import { useFigures } from '#client/routes/shop/checkout/figures.ts';
import { goneLines } from '#client/routes/shop/checkout/gone-lines.ts';
import { PackOffer } from '#client/routes/shop/checkout/pack-offer.tsx';
import { hintFor, takePacks, usePackHints } from '#client/routes/shop/checkout/packs.ts';
import type { useUndo } from '#client/routes/shop/checkout/undo-bar.tsx';
import { useAskedCost } from '#client/routes/shop/checkout/working-cost.ts';
import { isSameLine, type WorkingCart, type WorkingLine } from '#shared/rules/cart.ts';

interface Props {
  cart: WorkingCart;
  undo: ReturnType<typeof useUndo>;
  /** Offers other places for a line. */
  move?: (line: WorkingLine) => ReactNode;
}

/** The working cart with lines in it: lines and figures. */
export function WorkingCartPanel({ cart, undo, move }: Props) {
  const { cart: lines } = cart;
  const { shippingMethod, inputOf } = useAskedCost(cart);
  const all = useFigures(inputOf(lines));
  const hints = usePackHints(lines);
  const gone = goneLines(all.error);
  // Lines that can still be bought have their prices, whatever became of the rest.
  const rest = useFigures(gone.size > 0 ? inputOf(lines.filter((_, at) => !gone.has(at))) : null);
  const { data: figures, error, isFetching, refetch } = gone.size > 0 ? rest : all;
  const shown = lines.map((line, at) => {
    const priced = figures?.cart.find(one => isSameLine(one, line));
    return { line, at, priced, row: shownWorkingLine(line, priced, gone.get(at)) };
  });
  const offerFor = (line: WorkingLine) => {
    const hint = hintFor(line, hints);
    if (!hint) return null;
    const take = () => undo.tell(`${line.name} changed to other packs.`, takePacks(hint, lines));
    return <PackOffer hint={hint} onTake={take} />;
  };
  return (
    <div className={layout.layout}>
      <ul className={layout.lines} aria-label="In the cart">
        {shown.map(({ line, at, priced, row }) => (
          <CartLineRow
            key={`${line.variantId} ${line.variantGroup}`}
            line={row}
            onQuantity={quantity => workingCart.setQuantity(line, quantity)}
            onAcceptPrice={() => priced && workingCart.refresh(line, pricesOf(priced))}
            onRemove={() => {
              workingCart.remove(line);
              undo.tell(`${row.name} removed.`, () => workingCart.restore(line, at));
            }}
            offer={row.gone ? null : offerFor(line)}
            move={move?.(line)}
          />
        ))}
      </ul>
      <CartSummary
        figures={figures}
        method={shippingMethod}
        isFetching={isFetching}
        error={error}
        onRetry={refetch}
        gone={gone.size}
        onRemoveGone={() => {
          for (const { line, row } of shown) if (row.gone) workingCart.remove(line);
        }}
        isShort={shown.some(({ row }) => row.short !== null)}
      />
    </div>
  );
}
