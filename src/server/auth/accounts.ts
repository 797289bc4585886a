import { sql } from 'drizzle-orm';
import { siteSettings } from '#server/site/tables.ts';
import { users } from '#server/users/tables.ts';

/** The columns of a `SessionUser`, for a query that left-joins the site settings. */
export const accountColumns = {
  _id: users._id,
  email: users.email,
  name: users.name,
  permissionLevel: users.permissionLevel,
  role: users.role,
  company: users.company,
  registeredFully: users.registeredFully,
  special: sql<boolean>`coalesce(${users._id} = any(${siteSettings.specialAccounts}), false)`,
};
