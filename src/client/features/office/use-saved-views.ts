import type { ListLook } from '#client/features/office/list-look.ts';
import { textsOfQuery } from '#client/features/office/view-address.ts';
import { trpc } from '#client/trpc.ts';
import { type ListScreen, USUAL_COLUMNS } from '#shared/office-lists.ts';
import type { SavedView } from '#shared/schemas/staff-views.ts';

const NONE: readonly SavedView[] = [];

/** Reads the views that somebody has of a list. `saved`: the one that the address names, which may be gone. */
export function useSavedViews(screen: ListScreen, saved: string) {
  const { data, error } = trpc.views.list.useQuery({ screen });
  const views = data?.views ?? NONE;
  return {
    views,
    current: views.find(({ _id }) => _id === saved) ?? null,
    /** Until then nobody knows which columns there are. */
    isKnown: saved === '' || data !== undefined || error !== null,
  };
}

/** Leads to a view of the list at this address. */
export const hrefOfView = (path: string, { _id, query }: SavedView): string =>
  `${path}?${new URLSearchParams({ ...textsOfQuery(query), saved: _id })}`;

/** Tells how a list looks by a view; null: by itself. */
export const lookOfView = (screen: ListScreen, view: SavedView | null): ListLook => ({
  columns: view && view.columns.length > 0 ? view.columns : USUAL_COLUMNS[screen],
  density: view?.density ?? 'comfortable',
});
