import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { Problem } from '#client/features/problem/problem.tsx';
import { missingPage } from '#client/missing-page.ts';
import { routeOf } from '#client/pages.ts';
import { ADMIN_PAGES, type StaffPage } from '#client/routes/admin/admin-pages.ts';
import { queriesContext } from '#client/trpc.ts';

/** To whom a page is not for it is not there; what it reads is refused them by its procedures. */
const only =
  (isFor: NonNullable<StaffPage['isFor']>) =>
  async ({ context }: LoaderFunctionArgs): Promise<null> => {
    const { user } = await context.get(queriesContext).auth.me.ensureData({});
    return isFor(user) ? null : missingPage();
  };

// Named, so that they are the same routes wherever they are put into the tree.
const guarded = ({ isFor, ...page }: StaffPage): RouteObject => {
  const path = `admin/${page.path}`;
  const route = { ...routeOf({ ...page, path }), id: path };
  return isFor ? { id: `${path} for some`, loader: only(isFor), children: [route] } : route;
};

/** The routes of all staff pages. */
export const adminArea: RouteObject = {
  id: 'admin',
  ErrorBoundary: Problem,
  children: ADMIN_PAGES.map(guarded),
};
