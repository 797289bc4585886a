import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useKeys } from '#client/features/office/use-keys.ts';
import styles from './index-table.module.css';

export interface Column<Row, Sums = never> {
  head: string;
  /** The name of the order by it; without one it is no order. */
  sort?: string;
  /** Figures stand at the end, in line. */
  isFigure?: boolean;
  cell: (row: Row) => ReactNode;
  /** Stands below the column. */
  foot?: (sums: Sums) => ReactNode;
}

interface Props<Row, Sums> {
  label: string;
  /** The first is what a row is called, and leads to it. */
  columns: readonly Column<Row, Sums>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The order that the rows are in: a column's, with `-` in front where it falls. */
  sort: string;
  hrefOfSort: (sort: string) => string;
  /** Adds a last row, of what the columns make of it. */
  sums?: Sums;
}

/** Rows of a list of the back office. `j` and `k` go from row to row, and to the first while no row has the focus. */
export function IndexTable<Row, Sums = never>({
  label,
  columns,
  rows,
  keyOf,
  sort,
  hrefOfSort,
  sums,
}: Props<Row, Sums>) {
  const table = useRef<HTMLTableElement>(null);
  useKeys('List', [
    { keys: 'j', text: 'Next row', run: () => step(table.current, 1) },
    { keys: 'k', text: 'Previous row', run: () => step(table.current, -1) },
  ]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table} ref={table}>
        <thead>
          <tr>
            {columns.map(({ head, sort: by, isFigure }) => (
              <th
                key={head}
                scope="col"
                className={isFigure ? styles.figure : undefined}
                aria-sort={by ? directionOf(sort, by) : undefined}
              >
                {by ? (
                  <Link to={hrefOfSort(sort === `-${by}` ? by : `-${by}`)} replace preventScrollReset>
                    {head}
                    <span aria-hidden="true">{ARROWS[directionOf(sort, by)]}</span>
                  </Link>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, isFigure, cell }, index) => {
                const look = isFigure ? styles.figure : undefined;
                return index === 0 ? (
                  <th key={head} scope="row" className={look}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={head} className={look}>
                    {cell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {sums !== undefined && (
          <tfoot>
            <tr>
              {columns.map(({ head, isFigure, foot }) => (
                <td key={head} className={isFigure ? styles.figure : undefined}>
                  {foot?.(sums)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

/** Focuses a row's link; `false` where another table has the focus, or keys that are the whole page's. */
function step(table: HTMLTableElement | null, by: 1 | -1): boolean {
  const links = [...(table?.querySelectorAll<HTMLElement>('tbody th a') ?? [])];
  const focused = document.activeElement?.closest('tbody tr');
  const at = links.findIndex(link => focused?.contains(link));
  if (
    at === -1 &&
    (focused || document.querySelector('#content [aria-keyshortcuts="j"], #content [aria-keyshortcuts="k"]'))
  )
    return false;
  links[at === -1 ? 0 : at + by]?.focus();
  return links.length > 0;
}

type Direction = 'ascending' | 'descending' | 'none';

const ARROWS: Record<Direction, string> = { ascending: ' ↑', descending: ' ↓', none: '' };

function directionOf(sort: string, by: string): Direction {
  if (sort === by) return 'ascending';
  return sort === `-${by}` ? 'descending' : 'none';
}
