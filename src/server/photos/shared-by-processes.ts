import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import type { Env } from '#server/env.ts';
import { chance } from '#server/time-and-chance.ts';

/** A process that was not seen for so long has ended; its row and its mark are cleared away a day later. */
const SILENT = sql`interval '3 minutes'`;
const FORGOTTEN = sql`interval '1 day'`;

interface Holder {
  id: string;
  /** With pid and port, as several may run on one machine. */
  host: string;
  folder: string;
  secretMark: string | null;
}

/** Whether this process can keep pictures, and whether it shares their place and SECRET_KEY with all that run. */
export interface SharedCheck {
  /** Warnings to an operator; each is logged once, with hosts and folders. */
  look(): Promise<string[]>;
  end(): Promise<void>;
}

/**
 * Each process puts a file of its own into its store and notes it in the database. One that doesn't find there what
 * another one put looks at another place, and either answers 404 for the other's pictures. One with another SECRET_KEY
 * can't read the second factors that the others sealed.
 */
export function checkShared({
  db,
  pictures,
  log,
  env,
}: Pick<App, 'db' | 'pictures' | 'log'> & { env: Pick<Env, 'secretKey' | 'port'> }): SharedCheck {
  const id = chance.uuid();
  const secretMark = markOfSecret(env.secretKey);
  const { folder } = pictures.place;
  const place = { host: `${pictures.place.host} (pid ${process.pid}, port ${env.port})`, folder };
  const told = new Set<string>();
  const tell = (about: string, problem: object, message: string) => {
    if (!told.has(about)) log.error(problem, message);
    told.add(about);
  };
  const stray = async ({ id: other }: Holder) => {
    const file = await pictures.read(markOf(other));
    file?.content.destroy();
    // One that is just ending takes its row away first, then its mark.
    return file === null && (await isThere(db, other));
  };
  return {
    look: async () => {
      try {
        await pictures.put(markOf(id), Buffer.from(`${place.host} ${place.folder}\n`));
        told.delete('unwritable');
      } catch (err) {
        tell('unwritable', { err }, `pictures can't be written to ${place.folder} on ${place.host}`);
        return ["Pictures can't be written; the log says why."];
      }
      const others = await noteAndRead(db, { id, secretMark, ...place });
      const strays: Holder[] = [];
      for (const other of others) if (await stray(other)) strays.push(other);
      for (const { id: other, host, folder } of strays) {
        tell(
          other,
          { here: place, there: { host, folder } },
          `two processes keep pictures in different places: ${place.folder} on ${place.host}, and ${folder} on ${host}; DATA_DIR has to lead all of them to one folder`,
        );
      }
      const keyed = others.filter(other => other.secretMark !== null && other.secretMark !== secretMark);
      for (const { id: other, host } of keyed) {
        tell(
          `key of ${other}`,
          { here: place.host, there: host },
          `two processes have different SECRET_KEYs: this one on ${place.host}, and one on ${host}; either can't read the second factors that the other has sealed`,
        );
      }
      for (const gone of await forget(db)) await pictures.remove(markOf(gone));
      return [...(strays.length > 0 ? [STRAY] : []), ...(keyed.length > 0 ? [KEYED] : [])];
    },
    end: async () => {
      await db.execute(sql`delete from picture_holders where id = ${id}::uuid`);
      await pictures.remove(markOf(id));
    },
  };
}

const STRAY = "Processes keep pictures in different places and don't see each other's; the log names them.";
const KEYED = 'Processes have different SECRET_KEYs; the log names them.';

const markOfSecret = (secretKey: string) =>
  createHmac('sha256', secretKey).update('shared by all processes').digest('hex').slice(0, 16);

const markOf = (id: string) => `processes/${id}`;

async function noteAndRead(db: Db, { id, host, folder, secretMark }: Holder): Promise<Holder[]> {
  await db.execute(sql`
    insert into picture_holders (id, host, folder, secret_mark, seen_at)
    values (${id}::uuid, ${host}, ${folder}, ${secretMark}, now())
    on conflict (id) do update set seen_at = now()`);
  return rows<Holder>(
    await db.execute(sql`
      select id::text as id, host, folder, secret_mark as "secretMark" from picture_holders
      where id <> ${id}::uuid and seen_at > now() - ${SILENT} order by host, folder, id`),
  );
}

async function isThere(db: Db, id: string): Promise<boolean> {
  const found = rows(await db.execute(sql`select 1 as there from picture_holders where id = ${id}::uuid`));
  return found.length > 0;
}

async function forget(db: Db): Promise<string[]> {
  const gone = rows<{ id: string }>(
    await db.execute(
      sql`delete from picture_holders where seen_at < now() - ${FORGOTTEN} returning id::text as id`,
    ),
  );
  return gone.map(({ id }) => id);
}
