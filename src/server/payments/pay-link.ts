import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, countingStaffMail, LIMITS, limitFailures } from '#server/http/rate-limits.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { paymentLink } from '#server/mail/templates/payment-link.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { payOrder } from '#server/payments/pay-order.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { formatMoney, type Money, toCents, toMoney } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import type { LinkedOrder, MakePayLink, OpenPayLink, PayByLink, PayLink } from '#shared/schemas/pay-links.ts';

const HOLDS_MS = 14 * 86_400_000;

/**
 * Makes a link by which anybody can pay what is open of a placed order by card, for 14 days. It names the amount of today,
 * but pays the one of its day. Throws `order_state` where nothing is to be paid, `too_many` for many that are mailed.
 */
export const makePayLink = (app: App, staff: SessionUser, asked: MakePayLink): Promise<PayLink> => {
  const make = () => linkFor(app, staff, asked);
  return asked.email ? countingStaffMail(app.db, staff, make) : make();
};

const linkFor = (app: App, staff: SessionUser, { order: _id, email }: MakePayLink): Promise<PayLink> =>
  retrying(app.db, async tx => {
    const order = await lockOrder(tx, _id);
    const amount = openBalance(order);
    if (!isPayable(order) || amount <= 0)
      throw new AppError('order_state', { details: { order: { _id, status: order.status } } });
    const until = new Date(clock.ms() + HOLDS_MS);
    const site = await mailSite(app, tx);
    const url = `${site.publicUrl}/pay/${_id}?key=${keyOf(app, { order: _id, until, amount })}`;
    if (email) {
      const { timeZone } = await shopRates(tx);
      const told = { url, amount, until: shopDate(until, timeZone) };
      await queueMail(tx, app, {
        ...paymentLink(await orderById(tx, _id, { withKey: true }), told, site),
        ...{ template: 'payment-link', to: email, order: _id },
      });
    }
    const words = `${formatMoney(amount)}${email ? `, mailed to ${email}` : ''}`;
    await recordOrderEvent(tx, _id, staff, 'payment link', words);
    return { url, amount, until: until.toISOString() };
  });

/** Tells who has a link what there is to pay now. Throws `link_invalid` for one that is forged or over. */
export async function openPayLink(app: App, { order, key }: OpenPayLink): Promise<LinkedOrder> {
  const { until, amount } = readKey(app, order, key);
  const [row] = await app.db.select().from(orders).where(eq(orders._id, order));
  if (!row) throw new AppError('link_invalid', { about: { isPayLink: true } });
  const open = openBalance(row);
  return {
    ...{ order, orderNumber: row.orderNumber, test: row.test },
    paid: !isPayable(row) || open <= 0,
    ...{ amount: open, amountThen: amount, until: until.toISOString() },
  };
}

/**
 * Pays what is open of the order of a link, for whoever has it. Throws what `payOrder` throws: `figures_changed` where
 * they saw another amount, `order_state` where it is paid by now; and `too_many` for an address from which it fails again
 * and again.
 */
export async function payByLink(app: App, ip: string, { key, order, ...paying }: PayByLink) {
  readKey(app, order, key);
  const pay = () => payOrder(app, null, { ...paying, orders: order }, { linked: order });
  const { status, clientSecret } = await limitFailures(
    app.db,
    `pay-link:${addressKey(ip)}`,
    LIMITS.payLink,
    pay,
  );
  return { status, ...(clientSecret && { clientSecret }) };
}

const isPayable = ({ status }: OrderRow) => status !== 'Held' && status !== 'Canceled';

interface Linked {
  order: string;
  until: Date;
  amount: Money;
}

/** Reads what a link says of itself, signed: it needs no row, and ends with the shop's secret. */
function keyOf(app: Pick<App, 'env'>, linked: Linked): string {
  const said = `${Math.floor(linked.until.getTime() / 1000).toString(36)}.${toCents(linked.amount).toString(36)}`;
  return `${said}.${signatureOf(app, linked.order, said)}`;
}

const signatureOf = ({ env }: Pick<App, 'env'>, order: string, said: string) =>
  createHmac('sha256', env.secretKey).update(`pay ${order} ${said}`).digest('base64url');

function readKey(app: Pick<App, 'env'>, order: string, key: string): Omit<Linked, 'order'> {
  const [seconds = '', cents = '', given = ''] = key.split('.');
  const expected = Buffer.from(signatureOf(app, order, `${seconds}.${cents}`));
  const shown = Buffer.from(given);
  const isOurs = expected.length === shown.length && timingSafeEqual(expected, shown);
  const until = new Date(Number.parseInt(seconds, 36) * 1000);
  if (!isOurs || until.getTime() <= clock.ms())
    throw new AppError('link_invalid', { about: { isPayLink: true } });
  return { until, amount: toMoney(Number.parseInt(cents, 36)) };
}
