import { useSyncExternalStore } from 'react';
import { added } from '#client/features/cart/added.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import styles from './added-popup.module.css';

const none = () => null;

export function AddedPopup() {
  const product = useSyncExternalStore(added.subscribe, added.shown, none);
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
            <p className={styles.number}>{product.productNum}</p>
          </div>
          <Button look="icon" size="small" aria-label="Dismiss" onClick={added.dismiss}>
            <Icon name="close" size={18} />
          </Button>
          <div className={styles.go}>
            <ButtonLink look="outline" size="small" wide to="/checkout" onClick={added.dismiss}>
              View cart
            </ButtonLink>
          </div>
        </div>
      )}
    </div>
  );
}
