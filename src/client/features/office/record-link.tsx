import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { packWay } from '#client/features/office/way-back.ts';

/** Leads to a record, and from there back to this page as it is: to the list, or the record that names it. */
export function RecordLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const way = packWay(pathname + search);
  return <Link to={`${to}${way && `/${way}`}`}>{children}</Link>;
}
