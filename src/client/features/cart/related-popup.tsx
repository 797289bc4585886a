import { AddTileButton } from '#client/features/cart/add-tile-button.tsx';
import type { Related } from '#client/features/cart/added.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { priceText } from '#client/ui/price.tsx';
import styles from './related-popup.module.css';

const MAX = 3;

/** Offers what goes with a product that was just added (rule N6). It waits for an answer: it stays until dismissed. */
export function RelatedPopup({ related, onDismiss }: { related: Related; onDismiss: () => void }) {
  const { data } = trpc.products.list.useQuery({ ids: related.ids });
  const tiles = data?.products.filter(({ available }) => available).slice(0, MAX) ?? [];
  if (tiles.length === 0) return null;
  return (
    <section className={styles.popup} aria-labelledby="goes-with">
      <div className={styles.head}>
        <h2 id="goes-with">{related.text || 'Goes with it'}</h2>
        <Button look="icon" size="small" aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="close" size={18} />
        </Button>
      </div>
      <ul data-links>
        {tiles.map(tile => (
          <li key={tile._id}>
            <Picture path={tile.image} alt="" sizes="56px" />
            <div>
              <a href={`/product/${tile._id}?variants=${tile.variant}`}>{tile.title}</a>
              <p className={styles.price}>{priceText(tile)}</p>
            </div>
            <AddTileButton tile={tile} />
          </li>
        ))}
      </ul>
    </section>
  );
}
