import type { ReactNode } from 'react';
import type { StaffList } from '#client/features/office/use-staff-list.ts';
import { ViewTools } from '#client/features/office/view-tools.tsx';
import styles from './views.module.css';

interface Props {
  list: StaffList;
  /** All that the list has. */
  columns: readonly { id: string; head: string }[];
  /** Says how many rows there are. */
  children: ReactNode;
}

/** Stands above the rows of a list: their number, and what can be made of the list as it is. */
export function ListHead({ list, columns, children }: Props) {
  const { current } = list;
  return (
    <>
      {current && current.dropped.length > 0 && (
        <p role="status" className={styles.dropped}>
          {`“${current.name}” had something that is no longer there and was left out: ${current.dropped.join(', ')}. ${current.mayChange ? 'Save the view to forget it.' : `${current.by.name} can save the view to forget it.`}`}
        </p>
      )}
      <div className={styles.head}>
        {children}
        <ViewTools list={list} columns={columns} />
      </div>
    </>
  );
}
