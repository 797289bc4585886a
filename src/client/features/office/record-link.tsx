import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { packWay } from '#client/features/office/way-back.ts';

/** Leads from a row of a list to its record, and from there back to the list as it is. */
export function RecordLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const way = packWay(pathname + search);
  return <Link to={`${to}${way && `/${way}`}`}>{children}</Link>;
}
