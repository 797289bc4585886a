import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { type Db, pgError, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { listViews, viewById } from '#server/views/read-views.ts';
import { savedViews } from '#server/views/tables.ts';
import { LIST_COLUMNS, type ListScreen, MAX_SHARED_VIEWS, MAX_VIEWS } from '#shared/office-lists.ts';
import { canChangeView, canSeeView } from '#shared/rules/saved-views.ts';
import {
  type ReorderViews,
  type SavedView,
  type SaveView,
  VIEW_QUERIES,
} from '#shared/schemas/staff-views.ts';

/**
 * Makes a view, or changes one (rule B3). Throws `views_full`, `shared_views_full`, `not_found`, `forbidden`, and
 * `invalid` for a query that its list does not understand, for columns that it does not have, and for a name that another
 * one bears.
 */
export async function saveView(db: Db, by: SessionUser, { _id, ...said }: SaveView): Promise<SavedView> {
  const asked = { ...said, query: understood(said) };
  const saved = await oneOfAName(() =>
    retrying(db, async tx => {
      if (_id !== undefined) return changeView(tx, by, _id, asked);
      const ofList = eq(savedViews.screen, asked.screen);
      const own = await tx.$count(savedViews, and(ofList, eq(savedViews.by, by._id)));
      if (own >= MAX_VIEWS) throw new AppError('views_full');
      if (asked.shared) await refuseMoreShared(tx, asked.screen);
      const position = sql`(select coalesce(max(position), 0) + 1 from saved_views where screen = ${asked.screen})`;
      const [made] = await tx
        .insert(savedViews)
        .values({ ...asked, by: by._id, position })
        .returning({ _id: savedViews._id });
      if (!made) throw new Error('the view was not stored');
      return made._id;
    }),
  );
  return viewById(db, by, saved);
}

/** Throws `not_found`, `forbidden`. */
export async function removeView(db: Db, by: SessionUser, _id: string): Promise<{ _id: string }> {
  await retrying(db, async tx => {
    await lockChangeable(tx, by, [_id]);
    await tx.delete(savedViews).where(eq(savedViews._id, _id));
  });
  return { _id };
}

/** Has views take each other's places, in the order in which they are named. Throws `not_found`, `forbidden`. */
export async function reorderViews(
  db: Db,
  by: SessionUser,
  { screen, views }: ReorderViews,
): Promise<SavedView[]> {
  const ids = [...new Set(views.map(({ _id }) => _id))];
  await retrying(db, async tx => {
    const locked = await lockChangeable(tx, by, ids);
    if (locked.some(view => view.screen !== screen)) throw new AppError('not_found');
    let last = 0;
    const places = locked
      .map(({ position }) => position)
      .sort((a, b) => a - b)
      .map(position => {
        // Two that were made at once stand at one place.
        last = Math.max(position, last + 1);
        return last;
      });
    for (const [index, _id] of ids.entries()) {
      await tx
        .update(savedViews)
        .set({ position: places[index] ?? 0 })
        .where(eq(savedViews._id, _id));
    }
  });
  return listViews(db, by, screen);
}

type Asked = Omit<SaveView, '_id'>;

async function changeView(tx: Db, by: SessionUser, _id: string, asked: Asked): Promise<string> {
  const [row] = await lockChangeable(tx, by, [_id]);
  if (row?.screen !== asked.screen) throw new AppError('not_found');
  if (asked.shared && !row.shared) await refuseMoreShared(tx, asked.screen);
  await tx.update(savedViews).set(asked).where(eq(savedViews._id, _id));
  return _id;
}

async function refuseMoreShared(tx: Db, screen: ListScreen): Promise<void> {
  const shared = await tx.$count(savedViews, and(eq(savedViews.screen, screen), eq(savedViews.shared, true)));
  if (shared >= MAX_SHARED_VIEWS) throw new AppError('shared_views_full');
}

/** Locks views in the order of their ids; one that somebody may not see is not there. */
async function lockChangeable(tx: Db, by: SessionUser, ids: readonly string[]) {
  const locked = await tx
    .select()
    .from(savedViews)
    .where(inArray(savedViews._id, [...ids]))
    .orderBy(asc(savedViews._id))
    .for('update');
  const seen = locked.filter(view => canSeeView(by, view));
  if (seen.length < ids.length) throw new AppError('not_found');
  if (seen.some(view => !canChangeView(by, view))) throw new AppError('forbidden');
  return seen;
}

/** Reads a query as its list does: trimmed, and with all that it takes for granted, which may change. */
function understood({ screen, query, columns }: Asked): Record<string, unknown> {
  const read = VIEW_QUERIES[screen].strict().safeParse(query);
  const issues = (read.error?.issues ?? []).flatMap(issue => {
    const path = ['query', ...issue.path.filter(part => typeof part !== 'symbol')];
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map(key => ({ path: [...path, key], message: 'is no field of this list' }));
  });
  const unknown = columns.flatMap((column, index) =>
    LIST_COLUMNS[screen].includes(column)
      ? []
      : [{ path: ['columns', index], message: 'is no column of this list' }],
  );
  const doubled = columns.flatMap((column, index) =>
    columns.indexOf(column) < index ? [{ path: ['columns', index], message: 'is named twice' }] : [],
  );
  const wrong = [...issues, ...unknown, ...doubled];
  if (!read.success || wrong.length > 0) throw new AppError('invalid', { issues: wrong });
  return read.data;
}

async function oneOfAName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (pgError(error)?.constraint !== 'saved_views_name') throw error;
    throw fieldError('name', 'is the name of another view already');
  }
}
