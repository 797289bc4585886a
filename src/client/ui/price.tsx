import { formatMoney, type Money } from '#shared/rules/money.ts';
import styles from './price.module.css';

interface Props {
  price: Money;
  /** Struck through when the price is lower. */
  msrp?: Money | null;
  /** The lowest of several prices, which is shown instead of this one. */
  from?: Money | null;
}

export function Price({ price, msrp, from }: Props) {
  return (
    <>
      <span className={styles.price}>
        {from != null && <small className={styles.from}>from </small>}
        {formatMoney(from ?? price)}
      </span>{' '}
      {msrp != null && price < msrp && price === (from ?? price) && (
        <s className={styles.msrp}>
          <span className="visually-hidden">List price </span>
          {formatMoney(msrp)}
        </s>
      )}
    </>
  );
}
