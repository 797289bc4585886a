import words from '#client/features/cart/cart-words.module.css';
import { Button } from '#client/ui/button.tsx';
import { formatMoney } from '#shared/rules/money.ts';
import type { PackHint } from '#shared/schemas/carts.ts';

/** Beside a line that is cheaper in other packs: which, and a button that takes them. */
export function PackOffer({ hint, onTake }: { hint: PackHint; onTake: () => void }) {
  const packs = hint.packs.map(
    ({ quantity, packName }) => `${quantity.toLocaleString('en-US')} × ${packName}`,
  );
  return (
    <p className={`${words.offer} no-print`}>
      {`Cheaper as ${packs.join(' and ')}: ${hint.pieces.toLocaleString('en-US')} pieces for ${formatMoney(hint.total)}. `}
      <Button size="small" onClick={onTake}>
        {`Change and save ${formatMoney(hint.saves)}`}
      </Button>
    </p>
  );
}
