import { Link } from 'react-router-dom';
import { workingCart } from '#client/features/cart/cart.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { QuantityStepper } from '#client/ui/quantity-stepper.tsx';
import type { WorkingLine } from '#shared/rules/cart.ts';
import { formatMoney, lowestMoney, multiplyMoney } from '#shared/rules/money.ts';
import { nextTierHint, wholesalePrice } from '#shared/rules/pricing.ts';
import type { CartLine } from '#shared/schemas/orders.ts';
import styles from './cart.module.css';

interface Props {
  line: WorkingLine;
  /** As the server prices it; until then what the browser knows. */
  priced: CartLine | undefined;
  /** Why it can't be bought any more. */
  gone: string | undefined;
  onRemove: () => void;
}

export function CartLineRow({ line, priced, gone, onRemove }: Props) {
  const price = priced?.price ?? lowestMoney(line.price, wholesalePrice(line, line.quantity));
  const hint = nextTierHint(line, line.quantity, price);
  const name = priced?.name ?? line.name;
  return (
    <li className={styles.line}>
      <Picture path={priced?.image ?? line.image} alt="" sizes="80px" />
      <div>
        <Link className={styles.name} to={`/product/${line.productId}?variants=${line.variantId}`}>
          {name}
        </Link>
        <p className={styles.sub}>
          {line.productNum}, {formatMoney(price)}
          {line.pieceSize > 1 && ` for ${line.pieceSize}`}
        </p>
        {gone && <p className={styles.gone}>{`This item ${gone}.`}</p>}
        {hint && !gone && (
          <p className={styles.hint}>{`${hint.more} more for ${formatMoney(hint.price)} each`}</p>
        )}
      </div>
      <QuantityStepper
        value={line.quantity}
        label={name}
        onChange={quantity => workingCart.setQuantity(line, quantity)}
      />
      <p className={styles.total}>{formatMoney(multiplyMoney(price, line.quantity))}</p>
      <Button look="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="trash" />
      </Button>
    </li>
  );
}
