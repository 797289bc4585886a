import { sql } from 'drizzle-orm';
import { eachUncleanName } from '#server/clean-names.ts';
import type { Db } from '#server/database/db.ts';
import { users } from '#server/users/tables.ts';

/** Takes what shows nothing or turns the direction out of people's names that were stored with it. */
export const cleanNamesOfPeople = (db: Db) =>
  eachUncleanName(db, users, some =>
    db.execute(sql`
      update users u set name = w.clean, updated_at = now()
      from json_to_recordset(${JSON.stringify(some)}::json) as w(_id uuid, name text, clean text)
      where u.id = w._id and u.name = w.name`),
  );
