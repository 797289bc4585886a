import { AgreedPrice } from '#client/features/office/agreed-price.tsx';
import { Scrolling } from '#client/ui/scrolling.tsx';
import type { PickableOrder, PickList } from '#shared/schemas/staff-picking.ts';
import styles from './picking.module.css';

/** The way past the shelves: what to take out of each bin, and for whom. */
export function BinTable({ bins, orders }: Pick<PickList, 'bins'> & { orders: readonly PickableOrder[] }) {
  const known = new Map(orders.map(order => [order._id, order]));
  return (
    <Scrolling className={styles.scroll} label="By bin">
      <table className={styles.bins}>
        <thead>
          <tr>
            <th scope="col">Bin</th>
            <th scope="col">Item</th>
            <th scope="col">Take</th>
            <th scope="col">For</th>
          </tr>
        </thead>
        {bins.map(({ bin, lines }) => (
          <tbody key={bin}>
            {lines.map(({ variant, productNum, name, pieces, takers }, at) => (
              <tr key={variant}>
                {at === 0 && (
                  <th scope="rowgroup" rowSpan={lines.length}>
                    {bin || 'No bin'}
                  </th>
                )}
                <td>
                  <b>{productNum}</b>
                  <small>{name}</small>
                </td>
                <td>{pieces.toLocaleString('en-US')}</td>
                <td>
                  <ul>
                    {takers.map(({ order, pieces: part, isPriceNamed }) => (
                      <li key={order}>
                        {`${known.get(order)?.orderNumber ?? ''} ${known.get(order)?.name ?? ''}: `}
                        <b>{part}</b> {isPriceNamed && <AgreedPrice />}
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Scrolling>
  );
}
