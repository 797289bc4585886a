import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { moveOrder } from '#server/orders/order-status.ts';
import { savedCards } from '#server/payments/tables.ts';
import { RIGHTS } from '#server/rights.ts';
import { type Accounts, openAccounts } from '#server/test/accounts.ts';
import { DOORS } from '#server/test/doors.ts';
import { type MadeVariant, makeCompany, makeVariant, usd } from '#server/test/factories.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { guest, lineOf } from '#server/test/selling.ts';

/** The ids of what a company and its people have. */
interface Ids {
  company: string;
  user: string;
  address: string;
  order: string;
  orderNumber: number;
  held: string;
  cart: string;
  line: string;
  bid: string;
  return: string;
  approval: string;
  invitation: string;
  notification: string;
  review: string;
  card: string;
  key: string;
}

let shop: Accounts;
let knob: MadeVariant;
let theirs: Ids;
let owner: string;
/** Cookies of who has nothing to do with any of it. */
const strangers: Record<string, string> = {};

type Body = Record<string, unknown> & { _id: string };

beforeAll(async () => {
  shop = await openAccounts();
  const { db } = shop.database;
  knob = await makeVariant(db, { price: usd(10), stock: 500 });
  const company = await makeCompany(db, { creditLimit: usd(5000), taxExempt: true });
  const primary = await shop.person({ company, emailConfirmedAt: new Date().toISOString() });
  const member = await shop.person({ company, role: 'Member', spendingLimit: usd(50) });
  const other = await makeCompany(db, { creditLimit: usd(5000), taxExempt: true });
  theirs = await belongings(company, primary, member);
  strangers['the Primary of another company'] = await shop.signIn(
    (await shop.person({ company: other })).email,
  );
  strangers['a retail customer'] = await shop.signIn((await shop.person()).email);
});
afterAll(() => shop.close());

/** One of everything that can be asked for by an id. */
async function belongings(company: string, primary: SessionUser, member: SessionUser): Promise<Ids> {
  const [cookie, cookieOfMember] = [await shop.signIn(primary.email), await shop.signIn(member.email)];
  owner = cookie;
  const make = async (procedure: string, input: Record<string, unknown>, as = cookie) => {
    const answer = await shop.call(procedure, input, { cookie: as, door: 'trpc' });
    expect([procedure, answer.status, answer.body]).toEqual([procedure, 200, expect.anything()]);
    return answer.body as Body;
  };
  const cart = [lineOf(knob, 2)];
  const checkout = { ...guest, cart, shippingMethod: 'local', total: 20, paymentType: 'Terms' };
  const order = await make('orders.submit', { ...checkout, idempotencyKey: randomUUID() });
  const staff = await shop.person({ permissionLevel: 'Employee' });
  await moveOrder(shop.parts, staff, { _id: order._id, to: 'Processing' });
  await moveOrder(shop.parts, staff, { _id: order._id, to: 'Ready', allPicked: true });
  const byCard = { ...checkout, paymentType: 'credit-card', idempotencyKey: randomUUID() };
  const held = await make('orders.submit', byCard);
  const saved = await make('carts.create', { orderName: 'Job', cart });
  const bid = await make('carts.saveAsBid', { orderName: 'Bid', cart });
  const line = [{ variantId: knob.variantId, quantity: 1, reason: 'too long' }];
  const sentBack = await make('returns.create', { orderId: order._id, lines: line });
  const large = {
    ...checkout,
    cart: [lineOf(knob, 9)],
    total: 90,
    email: member.email,
    idempotencyKey: randomUUID(),
  };
  const asked = await make('team.requestApproval', large, cookieOfMember);
  const withAddress = await make('companies.saveAddress', { company, ...site, name: 'Mill' });
  const invited = await make('team.invite', { email: 'foreman@example.com' });
  const review = await make('reviews.create', { product: knob.productId, rating: 4 });
  const { notifications } = (await make('notifications.list', {})) as unknown as { notifications: Body[] };
  const key = await make('apiKeys.create', { name: 'theirs', scopes: ['orders:read'] });
  const [card] = await shop.database.db
    .insert(savedCards)
    .values({ ...CARD, user: primary._id })
    .returning();
  const idOf = (found: unknown) => (found as Body | undefined)?._id ?? 'nothing was made';
  return {
    company,
    user: member._id,
    address: idOf(
      (withAddress.addresses as Body[] | undefined)?.[0] ?? (withAddress as unknown as Body[])[0],
    ),
    order: order._id,
    orderNumber: Number(order.orderNumber),
    held: held._id,
    cart: saved._id,
    line: idOf((saved.cart as Body[])[0]),
    bid: bid._id,
    return: sentBack._id,
    approval: idOf(asked.approval),
    invitation: idOf(Array.isArray(invited) ? invited[0] : invited),
    notification: idOf(notifications[0]),
    review: review._id,
    card: idOf(card),
    key: idOf(key.apiKey),
  };
}

const site = { name: 'Site', address: '8 Elm Street', city: 'Austin', state: 'TX', zip: '78701' };
const CARD = {
  provider: 'test',
  reference: 'card-1',
  brand: 'visa',
  last4: '4242',
  expMonth: 4,
  expYear: 2099,
};

/** The ids of what nobody has. */
const nothing = (): Ids => ({
  ...(Object.fromEntries(Object.keys(theirs).map(name => [name, randomUUID()])) as unknown as Ids),
  orderNumber: 2_000_000_000,
});

const pay = () => ({ card: { testOutcome: 'approve' }, idempotencyKey: randomUUID(), total: 20 });
const order = () => ({ ...guest, shippingMethod: 'local', total: 20, idempotencyKey: randomUUID() });

/** A valid input of each call that takes an id of somebody's. */
const CALLS: Record<string, (of: Ids) => Record<string, unknown>> = {
  'orders.byId': of => ({ id: of.order }),
  'orders.cancel': of => ({ _id: of.held }),
  'orders.compare': of => ({ _id: of.order }),
  'orders.duplicate': of => ({ orderNumber: of.orderNumber }),
  'orders.duplicateById': of => ({ _id: of.order }),
  'orders.addToHistory': of => ({ orderNumber: of.orderNumber }),
  'orders.pay': of => ({ orders: of.order, ...pay() }),
  'orders.remove': of => ({ id: of.cart }),
  'orders.getCost': of => ({ cartIds: [of.cart] }),
  'orders.submit': of => ({ ...order(), cartIds: [of.cart] }),
  'payments.charge': of => ({ order: { _id: of.held }, card: { testOutcome: 'approve' } }),
  'returns.create': of => ({
    orderId: of.order,
    lines: [{ variantId: knob.variantId, quantity: 1, reason: 'mine' }],
  }),
  'returns.byId': of => ({ _id: of.return }),
  'returns.returnable': of => ({ id: of.order }),
  'returns.list': of => ({ order: of.order }),
  'returns.email': of => ({ _id: of.return, email: guest.email }),
  'carts.byId': of => ({ _id: of.cart }),
  'carts.saveOrUpdate': of => ({ _id: of.cart, orderName: 'Mine' }),
  'carts.saveAsBid': of => ({ _id: of.cart }),
  'carts.add': of => ({ _id: of.cart, lines: [lineOf(knob, 1)] }),
  'carts.changeLines': of => ({ _id: of.cart, lines: [{ _id: of.line, quantity: 9 }] }),
  'carts.removeLines': of => ({ _id: of.cart, lines: [of.line] }),
  'carts.moveLines': of => ({ from: of.cart, to: of.bid, lines: [of.line] }),
  'carts.duplicate': of => ({ _id: of.bid }),
  'carts.share': of => ({ _id: of.cart }),
  'carts.unshare': of => ({ _id: of.cart }),
  'carts.acceptPrices': of => ({ _id: of.cart }),
  'companies.byId': of => ({ id: of.company }),
  'companies.orders': of => ({ company: of.company }),
  'companies.products': of => ({ companyId: of.company }),
  'companies.update': of => ({ _id: of.company, city: 'Nowhere' }),
  'companies.saveAddress': of => ({ company: of.company, _id: of.address, ...site }),
  'companies.removeAddress': of => ({ company: of.company, _id: of.address }),
  'companies.savePartNumbers': of => ({
    company: of.company,
    rows: [{ productNum: knob.productNum, partNumber: 'X-1' }],
  }),
  'companies.addAssociatedAccount': of => ({ company: of.company, email: 'mine@example.com' }),
  'companies.removeUser': of => ({ companyId: of.company, userId: of.user }),
  'statement.get': of => ({ company: of.company }),
  'team.approval': of => ({ _id: of.approval }),
  'team.approve': of => ({ _id: of.approval, total: 90, cartVersions: [1] }),
  'team.decline': of => ({ _id: of.approval }),
  'team.takeBack': of => ({ _id: of.approval }),
  'team.resend': of => ({ _id: of.invitation }),
  'team.withdraw': of => ({ _id: of.invitation }),
  'team.setRole': of => ({ user: of.user, role: 'Primary' }),
  'team.setLimit': of => ({ user: of.user, spendingLimit: null }),
  'notifications.update': of => ({ _id: of.notification, read: true }),
  'notifications.remove': of => ({ id: of.notification }),
  'reviews.update': of => ({ _id: of.review, rating: 1 }),
  'reviews.remove': of => ({ id: of.review }),
  'savedCards.remove': of => ({ _id: of.card }),
  'apiKeys.revoke': of => ({ _id: of.key }),
};

/** Those that answer a list, which is empty for both, and where a wrong id is told beside its field. */
const NOT_404: Record<string, number> = {
  'returns.list': 200,
  'orders.getCost': 400,
  'orders.submit': 400,
};

const READS = [
  ...[
    'orders.byId',
    'orders.compare',
    'orders.getCost',
    'returns.byId',
    'returns.returnable',
    'returns.list',
  ],
  ...[
    'carts.byId',
    'companies.byId',
    'companies.orders',
    'companies.products',
    'statement.get',
    'team.approval',
  ],
];

describe.each(Object.keys(CALLS))('%s', procedure => {
  it('answers the id of somebody else’s like one that does not exist, and changes nothing', async () => {
    const doors = RIGHTS[procedure]?.rest ? DOORS : (['trpc'] as const);
    const before = await fingerprint(shop.database.db);
    for (const [person, cookie] of Object.entries(strangers)) {
      for (const door of doors) {
        const tell = async (of: Ids) => {
          const input = CALLS[procedure]?.(of) ?? {};
          const { status, body } = await shop.call(procedure, input, { cookie, door });
          const ids = Object.values(of).map(String);
          const text = ids.reduce((said, id) => said.replaceAll(id, 'ID'), JSON.stringify(body));
          return { status, text };
        };
        const told = await tell(theirs);
        expect([person, door, told]).toEqual([person, door, await tell(nothing())]);
        const isOutside = told.status === 403 && RIGHTS[procedure]?.who === 'commercial';
        if (!isOutside)
          expect([procedure, told]).toMatchObject([procedure, { status: NOT_404[procedure] ?? 404 }]);
      }
    }
    expect(await fingerprint(shop.database.db)).toEqual(before);
  });
});

it('what strangers can’t see is there for who has it', async () => {
  for (const procedure of READS) {
    const { status } = await shop.call(procedure, CALLS[procedure]?.(theirs) ?? {}, { cookie: owner });
    expect([procedure, status]).toEqual([procedure, 200]);
  }
});
