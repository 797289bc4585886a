import { formatMoney, type Money } from '#shared/rules/money.ts';
import styles from './price.module.css';

interface Props {
  price: Money;
  /** Struck through when the price is lower. */
  msrp?: Money | null;
  /** The lowest of several prices, of which this is one; null: there are no others. Anything cheaper is sold out. */
  from?: Money | null;
}

export function Price({ price, msrp, from }: Props) {
  return (
    <>
      <span className={styles.price}>
        {from === price && <small className={styles.from}>from </small>}
        {formatMoney(price)}
      </span>{' '}
      {msrp != null && price < msrp && (
        <s className={styles.msrp}>
          <span className="visually-hidden">List price </span>
          {formatMoney(msrp)}
        </s>
      )}
      {from != null && from < price && (
        <>
          {' '}
          <small className={styles.from}>
            (<span className="visually-hidden">others </span>
            {`from ${formatMoney(from)})`}
          </small>
        </>
      )}
    </>
  );
}

/** Says in words what `Price` shows. */
export function priceText({ price, from }: { price: Money; from: Money | null }): string {
  if (from === null) return formatMoney(price);
  return from < price ? `${formatMoney(price)} (from ${formatMoney(from)})` : `from ${formatMoney(price)}`;
}
