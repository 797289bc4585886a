import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bidFor } from '#server/carts/bid-desk.ts';
import type { App } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { invoiceOf } from '#server/documents/invoice.ts';
import { binsOf, packingSlipOf } from '#server/documents/packing-slip.ts';
import type { Printable } from '#server/documents/print-worker.ts';
import { quoteFileName, quoteOf } from '#server/documents/quote.ts';
import { returnSlipOf } from '#server/documents/return-slip.ts';
import { shopLogo } from '#server/documents/shop-logo.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, LIMITS, limit } from '#server/http/rate-limits.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { withBillTo } from '#server/orders/bill-to.ts';
import { type OrderRow, orderById, orderOf, reachOrder } from '#server/orders/read-order.ts';
import { readReturn } from '#server/returns/read-returns.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import { cartIdSchema } from '#shared/schemas/carts.ts';
import { orderByIdSchema } from '#shared/schemas/orders.ts';
import { returnByIdSchema } from '#shared/schemas/returns.ts';

type Asked = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/**
 * An order's papers as files. Its invoice: for its owner, a Primary of its company, staff, and whoever has its key. Its
 * packing slip: for staff. Others get what they get for an order that does not exist, and whoever is not signed in and has
 * no key is told so (`signed_out`); an order that waits for its
 * payment has neither, and a canceled one nothing to pack (`order_state`). The slip of a return and the quote of a cart: for
 * whose they are, and staff.
 */
export function mountOrderDocuments(app: FastifyInstance, parts: App): void {
  const contextOf = (request: Asked, reply: FastifyReply) =>
    createContext(parts, request, reply, { via: 'rest', scope: 'orders:read', costly: true });
  const reach = async (request: Asked, reply: FastifyReply, { forStaff = false } = {}) => {
    const { user, ip, db } = await contextOf(request, reply);
    const asked = orderByIdSchema.safeParse({ ...request.query, id: request.params.id });
    if (!user && (forStaff || request.query.orderKey === undefined)) {
      await limit(db, `invoice:${addressKey(ip)}`, LIMITS.invoice);
      throw new AppError('signed_out');
    }
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
    const key = isOfNobody(row) ? row.orderKey : undefined;
    const invoice = invoiceOf(await withBillTo(db, await orderOf(db, row)), site, shopLogo(), key);
    return send(reply, `invoice-${row.orderNumber}`, invoice);
  });

  app.get('/orders/:id/packing-slip.pdf', { config: { data: true } }, async (request: Asked, reply) => {
    const { db, row, site } = await reach(request, reply, { forStaff: true });
    if (row.status === 'Canceled') throw new AppError('order_state');
    const order = await orderOf(db, row);
    const slip = packingSlipOf(order, await binsOf(db, order), site, shopLogo());
    return send(reply, `packing-slip-${row.orderNumber}`, slip);
  });

  app.get('/returns/:id/slip.pdf', { config: { data: true } }, async (request: Asked, reply) => {
    const { user, db } = await contextOf(request, reply);
    const asked = returnByIdSchema.safeParse({ _id: request.params.id });
    if (!user) throw new AppError('signed_out');
    if (!asked.success) throw new AppError('not_found');
    const made = await readReturn(db, user, asked.data._id);
    if (!isStaff(user)) await limit(db, `invoice:${user._id}`, LIMITS.invoice);
    const order = await orderById(db, made.order);
    const slip = returnSlipOf(made, order, await mailSite(parts, db), shopLogo());
    return send(reply, `return-slip-${made.orderNumber}`, slip);
  });

  app.get('/carts/:id/quote.pdf', { config: { data: true } }, async (request: Asked, reply) => {
    const { user, db } = await contextOf(request, reply);
    const asked = cartIdSchema.safeParse({ _id: request.params.id });
    if (!user) throw new AppError('signed_out');
    if (!asked.success) throw new AppError('not_found');
    if (!isStaff(user)) await limit(db, `invoice:${user._id}`, LIMITS.invoice);
    const { quotedUntil, ...bid } = await bidFor(db, user, asked.data._id);
    const { timeZone } = await shopRates(db);
    const holds = bid.state === 'quoted' && quotedUntil !== null && Date.parse(quotedUntil) > clock.ms();
    const until = holds ? shopDate(new Date(quotedUntil), timeZone) : null;
    const site = await mailSite(parts, db);
    const quote = quoteOf({ ...bid, quotedUntil }, { site, logo: shopLogo(), until });
    return send(reply, quoteFileName(bid, site), quote);
  });
}

/**
 * Tells whether somebody bought at the counter and left no address: the paper is all that they have of it, and so has the
 * key by which they find it again. One that is mailed never has.
 */
const isOfNobody = ({ user, company, email }: OrderRow) => user === null && company === null && email === '';
