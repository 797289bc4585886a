import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { Problem } from '#client/features/problem/problem.tsx';
import { missingPage } from '#client/missing-page.ts';
import { partOf, routeOf } from '#client/pages.ts';
import { ADMIN_PAGES, OFFICE, type StaffPage } from '#client/routes/admin/admin-pages.ts';
import { loader as shellLoader } from '#client/routes/frame/shell.ts';
import { queriesContext } from '#client/trpc.ts';

/** Hides a page from whoever it is not for, as one that is not there; its procedures refuse them what it reads. */
const only =
  (isFor: NonNullable<StaffPage['isFor']>) =>
  async ({ context }: LoaderFunctionArgs): Promise<null> => {
    const { user } = await context.get(queriesContext).auth.me.ensureData({});
    return isFor(user) ? null : missingPage();
  };

// Named, so that they are the same routes wherever they are put into the tree.
const guarded = ({ isFor, ...page }: StaffPage): RouteObject => {
  const id = `admin/${page.path}`;
  const route = { ...routeOf(page), id };
  return isFor ? { id: `${id} for some`, loader: only(isFor), children: [route] } : route;
};

/** The back office: the routes of all staff pages in a frame of their own. */
export const adminArea: RouteObject = {
  id: 'admin',
  path: 'admin',
  loader: shellLoader,
  shouldRevalidate: () => false,
  ErrorBoundary: Problem,
  ...partOf(OFFICE),
  children: [{ id: 'admin pages', ErrorBoundary: Problem, children: ADMIN_PAGES.map(guarded) }],
};
