import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { addressKey, LIMITS, limit } from '#server/auth/rate-limits.ts';
import type { App } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { invoiceOf } from '#server/documents/invoice.ts';
import type { Printer } from '#server/documents/printer.ts';
import { AppError } from '#server/errors.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { ROOT } from '#server/migrate.ts';
import { orderOf, reachOrder } from '#server/orders/read-order.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import { orderByIdSchema } from '#shared/schemas/orders.ts';

/**
 * An order's invoice as a file: for its owner, a Primary of its company, staff, and whoever has its key. Others get
 * what they get for an order that does not exist; an order that waits for its payment has none yet (`order_state`).
 */
export function mountInvoices(app: FastifyInstance, parts: App, printer: Printer): void {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/orders/:id/invoice.pdf',
    { config: { data: true } },
    async (request, reply) => {
      const { user, ip, db } = await createContext(parts, request, reply, { via: 'rest' });
      const asked = orderByIdSchema.safeParse({ ...request.query, id: request.params.id });
      if (!asked.success) throw new AppError('not_found');
      if (!isStaff(user)) await limit(db, `invoice:${user?._id ?? addressKey(ip)}`, LIMITS.invoice);
      const { id, orderKey } = asked.data;
      const row = await reachOrder(db, { _id: id }, user, orderKey);
      if (row.status === 'Held') throw new AppError('order_state');
      const invoice = invoiceOf(await orderOf(db, row), await mailSite(parts, db), shopLogo());
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="invoice-${row.orderNumber}.pdf"`)
        .type('application/pdf')
        .send(await printer.print(invoice));
    },
  );
}

/** As pages have it: from the build where there is one. */
export function shopLogo(): string {
  const built = join(ROOT, 'dist/client/logo.svg');
  return readFileSync(existsSync(built) ? built : join(ROOT, 'src/client/public/logo.svg'), 'utf8');
}
