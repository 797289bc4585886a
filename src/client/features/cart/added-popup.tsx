import { useSyncExternalStore } from 'react';
import { added } from '#client/features/cart/added.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { optionalPart } from '#client/optional-part.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import styles from './added-popup.module.css';

// Nobody asked for it, so nobody is told.
const RelatedPopup = optionalPart(
  () => import('#client/features/cart/related-popup.tsx'),
  module => module.RelatedPopup,
  { onMissing: added.offerLater },
);

/** Tells what was added (rule N6), then offers what goes with it. */
export function AddedPopup() {
  const { added: product, related } = useSyncExternalStore(added.subscribe, added.shown, added.shown);
  return (
    <div className={`${styles.region} no-print`} role="status">
      {product && (
        // biome-ignore lint/a11y/noStaticElementInteractions: looking at it only keeps it from going
        <div
          className={styles.popup}
          onPointerEnter={added.hold}
          onPointerLeave={added.release}
          onFocus={added.hold}
          onBlur={added.release}
        >
          <Picture path={product.image} alt="" sizes="64px" />
          <div>
            <p className={styles.said}>{`Added ${product.quantity} to ${product.cartName}`}</p>
            <p>{product.name}</p>
            <p className={styles.number}>
              {product.productNum}
              {product.others ? ` and ${product.others} more` : ''}
            </p>
          </div>
          <Button look="icon" size="small" aria-label="Dismiss" onClick={added.dismiss}>
            <Icon name="close" size={18} />
          </Button>
          <div className={styles.go}>
            <ButtonLink
              look="outline"
              size="small"
              wide
              to={product.cartId ? `/checkout?cart=${product.cartId}` : '/checkout'}
              onClick={added.forget}
            >
              View cart
            </ButtonLink>
          </div>
        </div>
      )}
      {related && <RelatedPopup related={related} onDismiss={added.forget} />}
    </div>
  );
}
