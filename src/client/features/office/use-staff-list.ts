import { type ListLook, useListLook } from '#client/features/office/list-look.ts';
import { textsOfQuery } from '#client/features/office/view-address.ts';
import { trpc } from '#client/trpc.ts';
import type { Answer } from '#client/ui/list/answered.tsx';
import { type ListAddress, readListAddress, useListAddress } from '#client/ui/list/list-address.ts';
import { type ListScreen, USUAL_COLUMNS } from '#shared/office-lists.ts';
import type { SavedView } from '#shared/schemas/staff-views.ts';

const NONE: readonly SavedView[] = [];

interface Paged {
  page: number;
  limit: number;
}

/**
 * Reads how a list of the back office is asked for and looked at: by its address, by the saved view that the address
 * names, and by what this browser keeps. `read` tells what an address asks for.
 */
export function useStaffList<Asked extends Paged>(
  screen: ListScreen,
  read: (address: Pick<ListAddress, 'of' | 'page'>) => Asked,
) {
  const address = useListAddress();
  const asked = read(address);
  const saved = address.of('saved');
  const { data, error } = trpc.views.list.useQuery({ screen });
  const views = data?.views ?? NONE;
  /** The one that the address names, which may be gone. */
  const current = views.find(({ _id }) => _id === saved) ?? null;
  const kept = useListLook(screen, current?._id ?? '', lookOfView(screen, current));
  return {
    screen,
    path: `/admin/${screen}`,
    address,
    asked,
    /** All that is asked for, whatever page is shown. */
    query: queryOf(asked),
    views,
    current,
    queryOfView: current && queryOf(read(readListAddress(new URLSearchParams(textsOfQuery(current.query))))),
    kept,
    /** Gives the rows once it is known which columns the list has. */
    whenKnown: <Data>(answer: Answer<Data>): Answer<Data> =>
      saved === '' || data !== undefined || error !== null ? answer : { ...answer, data: undefined },
  };
}

function queryOf<Asked extends Paged>({ page: _, limit: __, ...query }: Asked) {
  return query;
}

/** Tells how a list looks by a view; null: by itself. */
const lookOfView = (screen: ListScreen, view: SavedView | null): ListLook => ({
  columns: view && view.columns.length > 0 ? view.columns : USUAL_COLUMNS[screen],
  density: view?.density ?? 'comfortable',
});

type Query = Readonly<Record<string, unknown>>;

/** A list as its tabs and its tools see it. */
export type StaffList = Omit<ReturnType<typeof useStaffList>, 'asked' | 'query' | 'queryOfView'> & {
  query: Query;
  queryOfView: Query | null;
};

/** Leads to a view of the list at this address. */
export const hrefOfView = (path: string, { _id, query }: SavedView): string =>
  `${path}?${new URLSearchParams({ ...textsOfQuery(query), saved: _id })}`;

/** Leads to the list as a file. */
export function fileHref({ path, query, kept, current }: StaffList): string {
  return `${path}.csv?${new URLSearchParams({
    ...textsOfQuery(query),
    columns: kept.look.columns.join(','),
    ...(current && { name: current.name }),
  })}`;
}
