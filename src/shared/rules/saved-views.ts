import { type Actor, isAdmin } from '#shared/rules/permissions.ts';

interface Owned {
  by: string;
  shared: boolean;
}

/** Shows a saved view to who made it, and a shared one to all staff (rule B3). */
export const canSeeView = (actor: Actor, { by, shared }: Owned): boolean => shared || actor?._id === by;

/** Lets who made a view change it, and an Admin each that is shared (rule B3). */
export const canChangeView = (actor: Actor, { by, shared }: Owned): boolean =>
  actor?._id === by || (shared && isAdmin(actor));
