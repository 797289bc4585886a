import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { invoiceOf } from '#server/documents/invoice.ts';
import { binsOf, packingSlipOf } from '#server/documents/packing-slip.ts';
import type { Printable } from '#server/documents/print-worker.ts';
import { shopLogo } from '#server/documents/shop-logo.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, LIMITS, limit } from '#server/http/rate-limits.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { orderOf, reachOrder } from '#server/orders/read-order.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import { orderByIdSchema } from '#shared/schemas/orders.ts';

type Asked = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/**
 * An order's papers as files. Its invoice: for its owner, a Primary of its company, staff, and whoever has its key. Its
 * packing slip: for staff. Others get what they get for an order that does not exist; an order that waits for its
 * payment has neither, and a canceled one nothing to pack (`order_state`).
 */
export function mountOrderDocuments(app: FastifyInstance, parts: App): void {
  const reach = async (request: Asked, reply: FastifyReply, { forStaff = false } = {}) => {
    const { user, ip, db } = await createContext(parts, request, reply, {
      via: 'rest',
      scope: 'orders:read',
      costly: true,
    });
    const asked = orderByIdSchema.safeParse({ ...request.query, id: request.params.id });
    if (!asked.success || (forStaff && !isStaff(user))) throw new AppError('not_found');
    if (!isStaff(user)) await limit(db, `invoice:${user?._id ?? addressKey(ip)}`, LIMITS.invoice);
    const { id, orderKey } = asked.data;
    const row = await reachOrder(db, { _id: id }, user, orderKey);
    if (row.status === 'Held') throw new AppError('order_state');
    return { db, row, site: await mailSite(parts, db) };
  };
  const send = async (reply: FastifyReply, name: string, document: Printable) =>
    reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}.pdf"`)
      .type('application/pdf')
      .send(await parts.printer.print(document));

  app.get('/orders/:id/invoice.pdf', { config: { data: true } }, async (request: Asked, reply) => {
    const { db, row, site } = await reach(request, reply);
    const invoice = invoiceOf(await orderOf(db, row), site, shopLogo());
    return send(reply, `invoice-${row.orderNumber}`, invoice);
  });

  app.get('/orders/:id/packing-slip.pdf', { config: { data: true } }, async (request: Asked, reply) => {
    const { db, row, site } = await reach(request, reply, { forStaff: true });
    if (row.status === 'Canceled') throw new AppError('order_state');
    const order = await orderOf(db, row);
    const slip = packingSlipOf(order, await binsOf(db, order), site, shopLogo());
    return send(reply, `packing-slip-${row.orderNumber}`, slip);
  });
}
