import { useId } from 'react';
import styles from '#client/routes/admin/bids/bid.module.css';
import { rowsOf, rowWords } from '#client/routes/admin/bids/price-rows.ts';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { marginOf, marginText } from '#shared/rules/margin.ts';
import { formatMoney, sumMoney } from '#shared/rules/money.ts';
import type { Bid } from '#shared/schemas/bids.ts';

export type Text = (name: string) => {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

interface Props {
  bid: Bid;
  /** By the name of the field. */
  typed: Readonly<Record<string, string>>;
  text: Text;
}

/** Shows by variant what is asked for, what there is of it, and the price that is named with its margin. */
export function BidPrices({ bid, typed, text }: Props) {
  const id = useId();
  const rows = rowsOf(bid, typed);
  const known = rows.every(({ amount }) => amount !== null);
  return (
    <>
      <Scrolling className={styles.scroll} label="Prices">
        <table className={styles.prices}>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Quantity</th>
              <th scope="col">Their price</th>
              <th scope="col">Cost</th>
              <th scope="col">Quoted</th>
              <th scope="col">Margin</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ variantId, name, productNum, stock, quantity, ours, cost, asked, amount }) => {
              const { error, ...props } = text(`price ${variantId}`);
              const margin = asked === null ? null : marginOf(asked, cost);
              return (
                <tr key={variantId}>
                  <th scope="row">
                    {name}
                    <small>{[productNum, stock].filter(Boolean).join(', ')}</small>
                    <small className={styles.onPhones}>{rowWords({ cost, margin, amount })}</small>
                  </th>
                  <td>{quantity.toLocaleString('en-US')}</td>
                  <td>{formatMoney(ours)}</td>
                  <td>{cost === null ? '–' : formatMoney(cost)}</td>
                  <td>
                    <input
                      {...props}
                      inputMode="decimal"
                      autoComplete="off"
                      placeholder={formatMoney(ours)}
                      aria-label={`Price of ${productNum || name}`}
                      aria-invalid={error ? true : undefined}
                      aria-describedby={error ? `${id}-${variantId}` : undefined}
                    />
                    {error && (
                      <small id={`${id}-${variantId}`} className={styles.error}>{`The price ${error}`}</small>
                    )}
                  </td>
                  <td className={margin !== null && margin < 0 ? styles.error : undefined}>
                    {margin === null ? '–' : marginText(margin)}
                  </td>
                  <td>{amount === null ? '–' : formatMoney(amount)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scrolling>
      <p className={styles.sum} role="status">
        {known ? `${formatMoney(sumMoney(rows.flatMap(({ amount }) => amount ?? [])))} for the goods` : ''}
      </p>
    </>
  );
}
