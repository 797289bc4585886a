import { Readable } from 'node:stream';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { companyFile } from '#server/companies/company-file.ts';
import type { App, SessionUser } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { callerOf } from '#server/http/fair-share.ts';
import { listFileName } from '#server/list-file.ts';
import { mailboxFile } from '#server/mail/mailbox-file.ts';
import { orderFile } from '#server/orders/order-file.ts';
import { userFile } from '#server/users/user-file.ts';
import type { KeyScope } from '#shared/enumerations.ts';
import type { ListScreen } from '#shared/office-lists.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import {
  companyFileSchema,
  mailboxFileSchema,
  orderFileSchema,
  userFileSchema,
} from '#shared/schemas/list-files.ts';

interface ListOfStaff<Asked> {
  scope: KeyScope;
  schema: z.ZodType<Asked>;
  write: (db: Db, reader: SessionUser, asked: Asked) => AsyncGenerator<string>;
  /** Names what is asked for where no saved view does. */
  nameOf?: (asked: Asked) => string;
}

/** Mounts the lists of staff as files, for whoever has the list. To all others who are signed in there are none. */
export function mountListFiles(app: FastifyInstance, parts: App): void {
  mount(app, parts, 'orders', {
    scope: 'orders:read',
    schema: orderFileSchema,
    write: (db, _, asked) => orderFile(db, asked),
    nameOf: ({ view }) => view.replace(/[A-Z]/g, letter => `-${letter}`),
  });
  mount(app, parts, 'users', { scope: 'staff:read', schema: userFileSchema, write: userFile });
  mount(app, parts, 'companies', {
    scope: 'company:read',
    schema: companyFileSchema,
    write: (db, _, asked) => companyFile(db, asked),
  });
  mount(app, parts, 'mailbox', { scope: 'staff:read', schema: mailboxFileSchema, write: mailboxFile });
}

function mount<Asked extends { name?: string | undefined }>(
  app: FastifyInstance,
  parts: App,
  list: ListScreen,
  { scope, schema, write, nameOf }: ListOfStaff<Asked>,
): void {
  app.get(`/admin/${list}.csv`, { config: { data: true } }, async (request, reply) => {
    const { user, db, ip } = await createContext(parts, request, reply, { via: 'rest', scope });
    if (!user) throw new AppError('signed_out');
    if (!isStaff(user)) throw new AppError('not_found');
    const asked = schema.safeParse(request.query);
    if (!asked.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: asked.error });
    const inTurn: InTurn = part => app.fairShare.inTurn(callerOf(user, ip), reply, part);
    const name = await inTurn(() => listFileName(db, list, asked.data.name ?? nameOf?.(asked.data) ?? ''));
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(partsInTurn(write(db, user, asked.data), inTurn, () => reply.raw.closed)));
  });
}

type InTurn = <Part>(part: () => Promise<Part>) => Promise<Part>;

/** Takes a turn for each part: who receives a file slowly, or rests, keeps none of their own pages waiting. */
async function* partsInTurn(
  parts: AsyncGenerator<string>,
  inTurn: InTurn,
  isGone: () => boolean,
): AsyncGenerator<string> {
  const next = async (): Promise<IteratorResult<string>> => {
    try {
      return await inTurn(() => parts.next());
    } catch (error) {
      // A file that has begun waits on: it would be broken off because its reader looks at other things meanwhile.
      if (!(error instanceof AppError) || error.reason !== 'too_many' || isGone()) throw error;
      return next();
    }
  };
  try {
    for (let part = await next(); !part.done; part = await next()) yield part.value;
  } finally {
    await parts.return(undefined);
  }
}
