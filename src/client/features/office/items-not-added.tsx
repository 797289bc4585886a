import type { Ref } from 'react';
import styles from '#client/features/office/item-field.module.css';
import { itemName, type UnknownItem } from '#client/features/office/item-lookup.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { formatMoney } from '#shared/rules/money.ts';
import type { FoundVariant } from '#shared/schemas/products.ts';

/** An entry that waits for somebody to decide about it. */
export interface NotAdded extends UnknownItem {
  key: string;
}

interface Props {
  items: readonly NotAdded[];
  list: Ref<HTMLDivElement>;
  /** Somebody wanted to go on without them. */
  isAsked: boolean;
  onTake: (item: NotAdded, variant: FoundVariant) => void;
  onAgain: (item: NotAdded) => void;
  onCorrect: (item: NotAdded) => void;
  onDrop: (item: NotAdded) => void;
}

/** Lists what was asked for and is not in the order, each with why and what can be done about it. */
export function ItemsNotAdded({ items, list, isAsked, onTake, onAgain, onCorrect, onDrop }: Props) {
  const byKeys = items.find(({ similar }) => similar.length > 0);
  return (
    <div ref={list} className={styles.left} hidden={items.length === 0}>
      <p role="alert" className={styles.asked}>
        {isAsked && items.length > 0 && 'Not everything was added. Decide about each of these first.'}
      </p>
      <ul aria-label="Not added">
        {items.map(item => (
          <li key={item.key}>
            <p>
              <b className={styles.text}>{item.text}</b> {item.why}
            </p>
            <div className={styles.ways}>
              {item.similar.map((variant, nth) => (
                <Button
                  key={variant._id}
                  size="small"
                  aria-keyshortcuts={item === byKeys ? `Alt+${nth + 1}` : undefined}
                  onClick={() => onTake(item, variant)}
                >
                  {`${item.quantity > 1 ? `${item.quantity} × ` : ''}${variant.productNum}, ${itemName(variant)}, ${formatMoney(variant.price)}`}
                </Button>
              ))}
              <Button size="small" aria-label={`Try ${item.text} again`} onClick={() => onAgain(item)}>
                Try again
              </Button>
              <Button size="small" aria-label={`Correct ${item.text}`} onClick={() => onCorrect(item)}>
                Correct it
              </Button>
              <Button look="icon" aria-label={`Take ${item.text} out`} onClick={() => onDrop(item)}>
                <Icon name="close" size={16} />
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
