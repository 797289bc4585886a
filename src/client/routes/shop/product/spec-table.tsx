import { DIMENSION_TEXTS } from '#client/features/catalog/dimension-texts.ts';
import { formatLength } from '#shared/rules/dimensions.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './product.module.css';

const MM_PER_INCH = 25.4;

/** Both units, the maker's first. */
function bothUnits({ mm, unit }: { mm: number; unit: 'in' | 'mm' }): string {
  const own = formatLength({ mm, unit });
  const other = unit === 'mm' ? `${(mm / MM_PER_INCH).toFixed(2)}"` : `${Number(mm.toFixed(1))} mm`;
  // Fractions such as 1-1/4" stay in one piece.
  return `${own} (${other})`.replaceAll('-', '\u2011').replaceAll(' ', '\u00a0');
}

export function SpecTable({ product, variant }: { product: Product; variant: Variant }) {
  const { lb, oz, pieceSize, options, dimensions } = variant;
  // An option that is a dimension as well is shown once, in both units.
  const isMeasured = (option: string) =>
    DIMENSION_TEXTS.some(({ name, text }) => text.toLowerCase() === option.toLowerCase() && dimensions[name]);
  const rows: [string, string][] = [
    ...options
      .filter(({ name }) => !isMeasured(name))
      .map(({ name, value }): [string, string] => [name, value]),
    ...DIMENSION_TEXTS.flatMap(({ name, text }): [string, string][] => {
      const length = dimensions[name];
      return length ? [[text, bothUnits(length)]] : [];
    }),
    ...(lb > 0 || oz > 0
      ? ([['Weight', [lb && `${lb} lb`, oz && `${oz} oz`].filter(Boolean).join(' ')]] as [string, string][])
      : []),
    ...(pieceSize > 1 ? ([['Pieces in a unit', String(pieceSize)]] as [string, string][]) : []),
    ...(product.type ? ([['Type', product.type]] as [string, string][]) : []),
    ...(product.flammable ? ([['Shipping', 'Flammable: ground only']] as [string, string][]) : []),
  ];
  return (
    <table className={styles.specs}>
      <caption className="visually-hidden">Specifications</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
