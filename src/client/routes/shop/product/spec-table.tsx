import type { Looks } from '#client/features/product/looks.ts';
import { type SpecRow, specRows } from '#client/routes/shop/product/spec-rows.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './spec-table.module.css';

interface Props {
  product: Product;
  variant: Variant;
  looks: Looks;
}

export function SpecTable({ product, variant, looks }: Props) {
  return (
    <table className={styles.specs} data-links>
      <caption className="visually-hidden">Specifications</caption>
      <tbody>
        {specRows(product, variant, looks).map(row => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>
              <Value row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ row: { value, href } }: { row: SpecRow }) {
  if (!href) return value;
  return (
    <a href={href} title={`Everything with ${value}`}>
      {value}
    </a>
  );
}
