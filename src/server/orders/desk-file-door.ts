import { Readable } from 'node:stream';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { AppError } from '#server/errors.ts';
import { deskFile, deskFileName } from '#server/orders/desk-file.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import { deskFileSchema } from '#shared/schemas/order-desk.ts';

/** A view of the order desk as a file: for staff. To anybody else who is signed in there is no such address. */
export function mountDeskFile(app: FastifyInstance, parts: App): void {
  app.get('/admin/orders.csv', { config: { data: true } }, async (request, reply) => {
    const { user, db } = await createContext(parts, request, reply, {
      via: 'rest',
      scope: 'orders:read',
      costly: true,
    });
    if (!user) throw new AppError('signed_out');
    if (!isStaff(user)) throw new AppError('not_found');
    const asked = deskFileSchema.safeParse(request.query);
    if (!asked.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: asked.error });
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${await deskFileName(db, asked.data)}"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(deskFile(db, asked.data)));
  });
}
