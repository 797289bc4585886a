import { AgreedPrice } from '#client/features/office/agreed-price.tsx';
import { agreedWords, amountWords } from '#client/routes/admin/orders/line-words.ts';
import { countOf, type OrderDraft } from '#client/routes/admin/orders/order-fields.ts';
import { StockNumber } from '#client/routes/admin/orders/stock-moves.tsx';
import { Button } from '#client/ui/button.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { lineAmount } from '#shared/rules/figure-rows.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { cartsOf } from '#shared/rules/order-carts.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';
import type { Order, OrderLine } from '#shared/schemas/orders.ts';
import styles from './order-lines.module.css';

interface Props {
  order: OrderRecord;
  draft: OrderDraft;
  errors: FieldErrors;
}

/** The lines of an order as they are picked: where they lie, how many were ordered, how many are picked. */
export function OrderLines({ order, draft, errors }: Props) {
  const isCounted = COUNTED.includes(order.status);
  const countAll = () =>
    draft.type(Object.fromEntries(order.cart.map(({ _id, quantity }) => [countOf(_id), quantity])));
  return (
    <>
      {cartsOf(order).map(({ _id, orderName, cartItems }) => (
        <Scrolling key={_id} className={styles.scroll} label={orderName || 'Items'}>
          {orderName && <h3>{orderName}</h3>}
          <table className={styles.lines}>
            <thead>
              <tr>
                <th scope="col">Bin</th>
                <th scope="col">Item</th>
                <th scope="col">Ordered</th>
                <th scope="col">Picked</th>
                <th scope="col">Price</th>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              {cartItems.map(line => (
                <tr key={line._id}>
                  <td>{line.binLocation || '–'}</td>
                  <th scope="row">
                    <Item line={line} stock={order.stockNow[line.variantId]} />
                  </th>
                  <td>{line.quantity}</td>
                  <td>
                    {isCounted ? (
                      <Count line={line} draft={draft} error={errors[countOf(line._id)]} />
                    ) : (
                      line.fulfilled
                    )}
                  </td>
                  <td>
                    {formatMoney(line.price)}
                    {line.priceSource === 'override' && <small>{agreedWords(line)}</small>}
                  </td>
                  <td>{lineAmount(line)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      ))}
      {isCounted && order.cart.some(({ _id, quantity }) => draft.values[countOf(_id)] !== quantity) && (
        <p className={`${styles.all} no-print`}>
          <Button size="small" onClick={countAll}>
            All picked
          </Button>
        </p>
      )}
    </>
  );
}

/** Lists the statuses in which goods are handed out and sent. */
const COUNTED: readonly Order['status'][] = ['Processing', 'Ready', 'Shipped', 'Completed'];

function Item({ line, stock }: { line: OrderLine; stock: number | null | undefined }) {
  const { variantId, productNum, vendor, room, isBundle } = line;
  const left = stock === undefined || isBundle ? '' : stockWords(stock);
  const facts = [vendor, room, left].filter(Boolean).join(', ');
  return (
    <>
      {line.name}
      {line.priceSource === 'override' && <AgreedPrice />}
      <small>
        <StockNumber variant={variantId} productNum={productNum} />
        {facts && `, ${facts}`}
      </small>
      <small className={styles.amount}>{amountWords(line)}</small>
      {line.bundleItems.map(item => (
        <small key={item.productNum}>{`${item.quantity} × ${item.productTitle} (${item.productNum})`}</small>
      ))}
    </>
  );
}

/** Says what is left beside the pieces of this order, which lie on the shelf until they are picked. Below zero it owes. */
function stockWords(stock: number | null): string {
  if (stock === null) return 'ships from the maker';
  return stock < 0 ? `${-stock} back-ordered` : `${stock.toLocaleString('en-US')} more available`;
}

function Count({ line, draft, error }: { line: OrderLine; draft: OrderDraft; error: string | undefined }) {
  const name = countOf(line._id);
  const described = error ? `error-${line._id}` : undefined;
  return (
    <>
      <input
        className={styles.count}
        type="number"
        inputMode="numeric"
        min={0}
        max={line.quantity}
        value={draft.values[name]}
        aria-label={`Picked of ${line.productNum || line.name}, ${line.quantity} ordered`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        onChange={({ target }) => draft.type({ [name]: Math.max(0, Math.round(target.valueAsNumber || 0)) })}
        onFocus={({ target }) => target.select()}
      />
      {error && (
        <small className={styles.error} id={described}>
          {`Picked ${error}`}
        </small>
      )}
    </>
  );
}
