import type { ReactNode } from 'react';
import { ButtonLink } from '#client/ui/button.tsx';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import { Pagination } from '#client/ui/pagination.tsx';

interface Props {
  address: ListAddress;
  /** Counted over all pages. */
  total: number;
  perPage: number;
  /** Stands in the place of the rows where there are none at all. */
  nothing: ReactNode;
  /** The rows of the page. */
  children: ReactNode;
}

/** One page of a list, and the way to the others. */
export function PageOf({ address, total, perPage, nothing, children }: Props) {
  const pages = Math.ceil(total / perPage);
  if (total === 0) return nothing;
  if (address.page > pages) {
    return (
      <p>
        {'There is no such page. '}
        <ButtonLink to={address.hrefWith({})}>First page</ButtonLink>
      </p>
    );
  }
  return (
    <>
      {children}
      <Pagination
        page={address.page}
        pages={pages}
        href={page => address.hrefWith({ page: page === 1 ? '' : String(page) })}
      />
    </>
  );
}
