import { PRICE_NAMED } from '#shared/office-lists.ts';
import styles from './agreed-price.module.css';

/** Marks goods whose price staff named, beside the item. */
export function AgreedPrice() {
  return <span className={styles.named}>{PRICE_NAMED}</span>;
}
