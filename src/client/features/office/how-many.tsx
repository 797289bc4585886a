import styles from './how-many.module.css';

/** Says how many rows a list has on all its pages. */
export function HowMany({ total, one, many }: { total: number; one: string; many: string }) {
  return (
    <p role="status" className={styles.count}>
      {total === 1 ? `1 ${one}` : `${total.toLocaleString('en-US')} ${many}`}
    </p>
  );
}
