import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db.ts';
import { notifications } from '#server/notifications/tables.ts';

/** type 0 to 11 (decisions: Enumerations). */
export interface Note {
  type: number;
  title: string;
  details: string;
  link?: string;
}

/** To be awaited, or sent `alongside` another write. */
export function notifyCustomer(tx: Db, user: string, note: Note) {
  return tx.insert(notifications).values({ ...note, user });
}

export async function notifyStaff(tx: Db, note: Note): Promise<void> {
  await tx.execute(staffNotes(note));
}

/** One notification for every Employee and Admin, in one statement, which can be sent `alongside` another. */
export function staffNotes({ type, title, details, link }: Note): SQL {
  return sql`
    insert into notifications (id, "user", type, title, details, link)
    select gen_random_uuid(), id, ${type}::smallint, ${title}::text, ${details}::text, ${link ?? null}::text
    from users where permission_level in ('Admin', 'Employee') and deleted_at is null`;
}
