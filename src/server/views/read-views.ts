import { and, asc, eq, or, type SQL } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { userName, users } from '#server/users/tables.ts';
import { savedViews } from '#server/views/tables.ts';
import { LIST_COLUMNS, type ListScreen } from '#shared/office-lists.ts';
import { canChangeView } from '#shared/rules/saved-views.ts';
import { type SavedView, VIEW_QUERIES } from '#shared/schemas/staff-views.ts';

/** Lists the views of a list that this user has: their own and all that are shared, as their tabs stand. */
export const listViews = (db: Db, user: SessionUser, screen: ListScreen): Promise<SavedView[]> =>
  readViews(db, user, and(eq(savedViews.screen, screen), isSeenBy(user)));

/** Reads a view as somebody sees it who has just changed it: an Admin may have made it another's own. */
export async function viewById(db: Db, user: SessionUser, _id: string): Promise<SavedView> {
  const [view] = await readViews(db, user, eq(savedViews._id, _id));
  if (!view) throw new AppError('not_found');
  return view;
}

async function readViews(db: Db, user: SessionUser, where: SQL | undefined): Promise<SavedView[]> {
  const found = await db
    .select({ view: savedViews, name: userName })
    .from(savedViews)
    .innerJoin(users, eq(users._id, savedViews.by))
    .where(where)
    .orderBy(asc(savedViews.position), asc(savedViews._id));
  return found.map(({ view: { query, columns, ...view }, name }) => {
    const read = readQuery(view.screen, query);
    const known = [...new Set(columns)].filter(column => LIST_COLUMNS[view.screen].includes(column));
    return {
      ...view,
      query: read.query,
      columns: known,
      dropped: [...read.dropped, ...columns.filter(column => !known.includes(column))],
      by: { _id: view.by, name },
      mayChange: canChangeView(user, view),
    };
  });
}

/** The same as `canSeeView`, for the database. */
const isSeenBy = ({ _id }: SessionUser) => or(eq(savedViews.shared, true), eq(savedViews.by, _id));

/** Reads what a list still understands of a query, field by field, and names what it does not. */
function readQuery(
  screen: ListScreen,
  stored: Record<string, unknown>,
): { query: Record<string, unknown>; dropped: string[] } {
  const { shape } = VIEW_QUERIES[screen];
  const isKnown = (name: string) => Object.hasOwn(shape, name) && isValid(shape[name], stored[name]);
  const names = Object.keys(stored);
  return {
    query: Object.fromEntries(names.filter(isKnown).map(name => [name, stored[name]])),
    dropped: names.filter(name => !isKnown(name)),
  };
}

const isValid = (schema: (typeof VIEW_QUERIES)[ListScreen]['shape'][string] | undefined, value: unknown) =>
  (schema as { safeParse: (value: unknown) => { success: boolean } } | undefined)?.safeParse(value).success ??
  false;
