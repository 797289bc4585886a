import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { agreedPrices } from '#server/companies/company-products.ts';
import { customerOf } from '#server/companies/customers.ts';
import type { App } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { priceListCsv, priceListOf } from '#server/documents/price-list.ts';
import { shopLogo } from '#server/documents/shop-logo.ts';
import { AppError } from '#server/errors.ts';
import { LIMITS, limit } from '#server/http/rate-limits.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { clock } from '#server/time-and-chance.ts';
import { DEFAULT_TIME_ZONE } from '#shared/constants.ts';

/** The price list of one's own company as a file: for its people alone, `signed_out` or `forbidden` for others. */
export function mountPriceLists(app: FastifyInstance, parts: App): void {
  const asked = async (request: FastifyRequest, reply: FastifyReply) => {
    const { user, db } = await createContext(parts, request, reply, {
      via: 'rest',
      scope: 'prices:read',
      costly: true,
    });
    if (!user) throw new AppError('signed_out');
    if (!user.company) throw new AppError('forbidden');
    return { db, user, prices: await agreedPrices(db, { user: user._id, company: user.company }) };
  };
  const file = (reply: FastifyReply, name: string) =>
    reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}"`);

  app.get('/user/price-list.csv', { config: { data: true } }, async (request, reply) => {
    const { prices } = await asked(request, reply);
    return file(reply, 'price-list.csv').type('text/csv; charset=utf-8').send(priceListCsv(prices));
  });

  app.get('/user/price-list.pdf', { config: { data: true } }, async (request, reply) => {
    const { db, user, prices } = await asked(request, reply);
    // Printing takes a thread for its time.
    await limit(db, `priceList:${user._id}`, LIMITS.invoice);
    const { businessName } = await customerOf(db, user);
    const date = clock.now().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: DEFAULT_TIME_ZONE });
    const list = priceListOf(businessName, prices, {
      site: await mailSite(parts, db),
      logo: shopLogo(),
      date,
    });
    return file(reply, 'price-list.pdf')
      .type('application/pdf')
      .send(await parts.printer.print(list));
  });
}
