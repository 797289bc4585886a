import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { ListLook } from '#client/features/office/list-look.ts';
import { forgetPlace, keepPlace, placeIn } from '#client/features/office/list-place.ts';
import { rangeOf } from '#client/features/office/selection.ts';
import { useKeys } from '#client/features/office/use-keys.ts';
import { Scrolling } from '#client/ui/scrolling.tsx';
import styles from './index-table.module.css';

export interface Column<Row, Sums = never> {
  /** Chosen by it, in views and in the browser: a column keeps it for good. */
  id: string;
  head: string;
  /** The name of the order by it; without one it is no order. */
  sort?: string;
  /** Figures stand at the end, in line. */
  isFigure?: boolean;
  /** Words of any length, which take more lines where there is no room: else they push figures out of sight. */
  isText?: boolean;
  cell: (row: Row) => ReactNode;
  /** Stands below the column. */
  foot?: (sums: Sums) => ReactNode;
}

/** Rows that can be chosen: by their boxes, with Shift from the last one to here, by `x` and Shift-x on their links. */
interface Choosing<Row> {
  chosen: ReadonlyMap<string, unknown>;
  choose: (rows: readonly Row[], isChosen: boolean) => void;
  /** Names a row to those who don't see it. */
  nameOf: (row: Row) => string;
  /** Takes the focus to what can be done to them: for `b`. */
  toDeeds: () => void;
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
  choosing?: Choosing<Row>;
  /** Which of the columns are shown, in which order, and how close the rows stand; all of them without it. */
  look?: ListLook;
}

/**
 * Rows of a list of the back office. `j` and `k` go from row to row, and to the first while no row has the focus.
 * Anybody who comes back from a record finds the row that it was opened from, where it was.
 */
export function IndexTable<Row, Sums = never>(props: Props<Row, Sums>) {
  const { label, rows, keyOf, sums, choosing, look } = props;
  const columns = look ? shownBy(look, props.columns) : props.columns;
  const box = useRef<HTMLElement>(null);
  const anchor = useRef<string | null>(null);
  const keepRow = useReturn(box);

  const pick = (at: number, isRange: boolean) => {
    const row = rows[at];
    if (!row || !choosing) return;
    const from = isRange ? rows.findIndex(one => keyOf(one) === anchor.current) : at;
    choosing.choose(rangeOf(rows, from, at), !choosing.chosen.has(keyOf(row)));
    anchor.current = keyOf(row);
  };

  const pickFocused = (isRange: boolean) => {
    const at = rows.findIndex(row => keyOf(row) === focusedRow(box.current)?.dataset.row);
    if (at === -1) return false;
    pick(at, isRange);
  };
  useKeys('List', [
    { keys: 'j', text: 'Next row', run: () => step(box.current, 1) },
    { keys: 'k', text: 'Previous row', run: () => step(box.current, -1) },
    ...(choosing
      ? [
          { keys: 'x', text: 'Select the row', run: () => pickFocused(false) },
          { keys: 'X', text: 'Select from the last one to this row', run: () => pickFocused(true) },
          { keys: 'b', text: 'Go to what can be done with the selected', run: () => choosing.toDeeds() },
        ]
      : []),
  ]);

  return (
    <Scrolling className={styles.scroll} label={label} ref={box}>
      <table
        className={styles.table}
        data-density={look?.density ?? 'comfortable'}
        data-choosing={choosing !== undefined}
      >
        <Head {...props} columns={columns} />
        <tbody onClickCapture={keepRow}>
          {rows.map((row, at) => (
            <tr
              key={keyOf(row)}
              data-row={keyOf(row)}
              data-chosen={choosing?.chosen.has(keyOf(row)) || undefined}
            >
              {choosing && (
                <td className={styles.pick}>
                  <PickBox
                    name={`Select ${choosing.nameOf(row)}`}
                    isChosen={choosing.chosen.has(keyOf(row))}
                    onPick={isRange => pick(at, isRange)}
                  />
                </td>
              )}
              {columns.map(({ id, isFigure, isText, cell }, index) => {
                const place = isFigure ? styles.figure : undefined;
                return index === 0 ? (
                  <th key={id} scope="row" className={place}>
                    <Cell isText={isText}>{cell(row)}</Cell>
                  </th>
                ) : (
                  <td key={id} className={place}>
                    <Cell isText={isText}>{cell(row)}</Cell>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {sums !== undefined && (
          <tfoot>
            <tr>
              {choosing && <td className={styles.pick} />}
              {columns.map(({ id, isFigure, foot }) => (
                <td key={id} className={isFigure ? styles.figure : undefined}>
                  {foot?.(sums)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </Scrolling>
  );
}

function Head<Row, Sums>({ columns, rows, keyOf, sort, hrefOfSort, choosing }: Props<Row, Sums>) {
  const count = choosing ? rows.filter(row => choosing.chosen.has(keyOf(row))).length : 0;
  return (
    <thead>
      <tr>
        {choosing && (
          <td className={styles.pick}>
            <PickBox
              name="Select this page"
              isChosen={count > 0 && count === rows.length}
              isPartly={count > 0 && count < rows.length}
              onPick={() => choosing.choose(rows, count < rows.length)}
            />
          </td>
        )}
        {columns.map(({ id, head, sort: by, isFigure }) => (
          <th
            key={id}
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
  );
}

const Cell = ({ isText, children }: { isText: boolean | undefined; children: ReactNode }) =>
  isText ? <div className={styles.text}>{children}</div> : children;

interface PickProps {
  name: string;
  isChosen: boolean;
  isPartly?: boolean;
  onPick: (isRange: boolean) => void;
}

/** A box that fills its cell, so that a thumb finds it. */
function PickBox({ name, isChosen, isPartly = false, onPick }: PickProps) {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={name}
        checked={isChosen}
        ref={input => {
          if (input) input.indeterminate = isPartly;
        }}
        onChange={({ nativeEvent }) => onPick('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  );
}

const shownBy = <Shown extends { id: string }>(look: ListLook, columns: readonly Shown[]): Shown[] =>
  look.columns.flatMap(id => columns.find(column => column.id === id) ?? []);

const linkOf = (row: HTMLTableRowElement | undefined) => row?.querySelector<HTMLElement>('th a');

const focusedRow = (box: HTMLElement | null) => {
  const row = document.activeElement?.closest<HTMLTableRowElement>('tbody tr');
  return row && box?.contains(row) ? row : null;
};

/** Focuses a row's link; `false` where another table has the focus, or keys that are the whole page's. */
function step(box: HTMLElement | null, by: 1 | -1): boolean {
  const all = [...(box?.querySelectorAll<HTMLTableRowElement>('tbody tr') ?? [])];
  const focused = focusedRow(box);
  const isElsewhere =
    document.activeElement?.closest('tbody tr') ||
    document.querySelector('#content [aria-keyshortcuts="j"], #content [aria-keyshortcuts="k"]');
  if (!focused && isElsewhere) return false;
  linkOf(all[focused ? all.indexOf(focused) + by : 0])?.focus();
  return all.length > 0;
}

/** Goes back to the row that a record was opened from; answers what keeps it when its link is pressed. */
function useReturn(box: { readonly current: HTMLElement | null }) {
  const { pathname, search } = useLocation();
  const list = pathname + search;
  const goBack = useEffectEvent(() => {
    const place = placeIn(list);
    if (!place) return;
    // After the frame, which begins a page at its top and in its content.
    const timer = setTimeout(() => {
      const row = box.current?.querySelector<HTMLTableRowElement>(`[data-row="${CSS.escape(place.row)}"]`);
      linkOf(row ?? undefined)?.focus({ preventScroll: true });
      if (box.current) box.current.scrollLeft = place.x;
      scrollTo(0, place.y);
      forgetPlace();
    });
    return () => clearTimeout(timer);
  });
  // One comes back when the rows are drawn first.
  useEffect(() => goBack(), []);
  return ({ target }: MouseEvent) => {
    const row = (target as Element).closest('th a')?.closest<HTMLElement>('tr')?.dataset.row;
    if (row) keepPlace({ list, row, x: box.current?.scrollLeft ?? 0, y: scrollY });
  };
}

type Direction = 'ascending' | 'descending' | 'none';

const ARROWS: Record<Direction, string> = { ascending: ' ↑', descending: ' ↓', none: '' };

function directionOf(sort: string, by: string): Direction {
  if (sort === by) return 'ascending';
  return sort === `-${by}` ? 'descending' : 'none';
}
