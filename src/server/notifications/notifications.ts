import { sql } from 'drizzle-orm';
import type { Db } from '#server/db.ts';
import { notifications } from '#server/notifications/tables.ts';

/** type 0 to 11 (decisions: Enumerations). */
export interface Note {
  type: number;
  title: string;
  details: string;
  link?: string;
}

export async function notifyCustomer(tx: Db, user: string, note: Note): Promise<void> {
  await tx.insert(notifications).values({ ...note, user });
}

/** One notification for every Employee and Admin, in one statement. */
export async function notifyStaff(tx: Db, { type, title, details, link }: Note): Promise<void> {
  await tx.execute(sql`
    insert into notifications (id, "user", type, title, details, link)
    select gen_random_uuid(), id, ${type}::smallint, ${title}::text, ${details}::text, ${link ?? null}::text
    from users where permission_level in ('Admin', 'Employee') and deleted_at is null`);
}
