import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { useRecordKeys } from '#client/features/office/record-keys.ts';
import { nameOfWay, readWay } from '#client/features/office/way-back.ts';
import { refusal } from '#client/refusal.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { type ListAddress, readListAddress } from '#client/ui/list/list-address.ts';
import styles from './record-page.module.css';

interface TopProps {
  /** The address of the list of such records. */
  list: string;
  /** The last part of the record's address: the way back there. */
  previous: string;
  children?: ReactNode;
}

/** Leads back to where a record was opened; `children` lead to those beside it in its list. Brings a record's keys. */
export function RecordTop({ list, previous, children }: TopProps) {
  useRecordKeys();
  const way = readWay(previous) ?? list;
  return (
    <p className={`${styles.top} no-print`}>
      <Link to={way}>{`Back to ${nameOfWay(way)}`}</Link>
      {children}
    </p>
  );
}

/** Tells whether a record could not be read as there is none at this address: its id is unknown, or no id at all. */
export function isMissing(error: unknown): boolean {
  const { status } = refusal(error);
  return status === 404 || status === 400;
}

/** Stands in the place of a record that is not there. `thing`: what one of the `list` is called, `all`: all of them. */
export function MissingRecord({ list, thing, all }: { list: string; thing: string; all: string }) {
  return (
    <div className={styles.missing} role="alert">
      <p className={styles.code}>404</p>
      <h1>{`There is no such ${thing}`}</h1>
      <p>It may have been deleted, or the address is not whole.</p>
      <p>
        <ButtonLink look="primary" to={list}>
          {all}
        </ButtonLink>
      </p>
    </div>
  );
}

/** Reads the state of the list that a record was opened from; null where it was opened from anywhere else. */
export function listBefore(list: string, previous: string): Pick<ListAddress, 'of' | 'page'> | null {
  const way = readWay(previous);
  const url = way === null ? null : new URL(way, 'https://shop.invalid');
  return url?.pathname === list ? readListAddress(url.searchParams) : null;
}

interface BesideProps {
  list: string;
  previous: string;
  neighbours: Record<'before' | 'after', { _id: string; name: string } | null> | undefined;
}

/** Leads to the records before and after one in its list. */
export function Beside({ list, previous, neighbours }: BesideProps) {
  const { before, after } = neighbours ?? { before: null, after: null };
  return (
    <span className={styles.beside}>
      {before && (
        <Link to={`${list}/${before._id}/${previous}`} aria-keyshortcuts="k" rel="prev">
          {`← ${before.name}`}
        </Link>
      )}
      {after && (
        <Link to={`${list}/${after._id}/${previous}`} aria-keyshortcuts="j" rel="next">
          {`${after.name} →`}
        </Link>
      )}
    </span>
  );
}

interface ColumnsProps {
  beside: ReactNode;
  /** It stays in sight while the others are scrolled. */
  isKept?: boolean;
  children: ReactNode;
}

/** A record in two columns, in one where there is little room: `children`, and what stands `beside` them. */
export function RecordColumns({ beside, isKept = false, children }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      <div>{children}</div>
      <div className={isKept ? styles.kept : undefined}>{beside}</div>
    </div>
  );
}

/** A part of a record under its heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}
