import styles from '#client/features/cart/cart-layout.module.css';
import { ButtonLink } from '#client/ui/button.tsx';

export function EmptyCart() {
  return (
    <div className={styles.empty}>
      <h2>Your cart is empty</h2>
      <p>Items you add on a product page or in a listing stay here until you order them.</p>
      <div className={styles.ways}>
        <ButtonLink look="primary" to="/categories">
          Shop now
        </ButtonLink>
        <ButtonLink to="/quick-order">Order by product number</ButtonLink>
      </div>
    </div>
  );
}
