import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { notifications } from '#server/notifications/tables.ts';
import { moveOrder } from '#server/orders/order-status.ts';
import { patchOrder } from '#server/orders/patch-order.ts';
import { savedCards } from '#server/payments/tables.ts';
import { createTestGateway } from '#server/payments/test-gateway.ts';
import { RIGHTS } from '#server/rights.ts';
import { appRouter } from '#server/router.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { callerOf, guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

type Person = 'guest' | 'owner' | 'colleague' | 'Primary' | 'outsider' | 'stranger' | 'Employee' | 'Admin';
const STAFF: Person[] = ['Employee', 'Admin'];

/** The people whom the words of the table let in; `owner` is a company's Member who asks for what is their own. */
const WITHIN: Record<string, readonly Person[]> = {
  own: ['owner'],
  'own; staff any': ['owner', ...STAFF],
  'own; Admin any': ['owner', 'Admin'],
  // The one that is asked about is an Admin's.
  'own for 15 minutes; Admin any': ['Admin'],
  // The one that is asked about is the Employee's own, and not shared.
  'own; a shared one Admin': ['Employee'],
  'own; Primary of its company; staff any': ['owner', 'Primary', ...STAFF],
  'own; Primary of the company any': ['owner', 'Primary'],
  "own, to the order's address; staff any": ['owner', ...STAFF],
  'own; staff any; a guest gets 403': ['owner', ...STAFF],
  'own; a bid or quote staff': ['owner'],
  'own cart; an order Admin': ['owner'],
  'own company; staff any': ['owner', 'colleague', 'Primary', ...STAFF],
  Primary: ['Primary'],
  'Primary of it; staff any': ['Primary', ...STAFF],
  'Primary of it, a few fields; staff; creditLimit Admin': ['Primary', ...STAFF],
  'with orderKey; its owner; Primary of its company; staff': ['owner', 'Primary', ...STAFF],
  'with orderKey; its owner; staff': ['owner', 'Primary', ...STAFF],
  'with orderKey; its owner': ['owner', 'Primary', ...STAFF],
};

let shop: Selling;
let knob: MadeVariant;
let people: Record<Person, SessionUser | null>;

let of: Awaited<ReturnType<typeof belongings>>;

/** Those that take no id of anybody's, or a link or a session, which tests of their own follow. */
const ELSEWHERE = [
  ...[
    'auth.confirmEmail',
    'auth.firstAdmin',
    'auth.loginBack',
    'auth.sendConfirmation',
    'auth.updatePassword',
  ],
  ...[
    'team.accept',
    'team.invite',
    'team.invitations',
    'team.invitation',
    'team.register',
    'team.approvals',
    'team.requestApproval',
    'carts.shared',
    'payLinks.open',
    'payLinks.pay',
  ],
  ...[
    'sessions.end',
    'sessions.list',
    'savedCards.list',
    'apiKeys.create',
    'apiKeys.list',
    'storeCredit.balance',
  ],
  ...[
    'payments.terms',
    'statement.reminders',
    'products.boughtBefore',
    'variants.askForStock',
    'variants.awaited',
  ],
  ...['carts.list', 'carts.names', 'orders.list', 'orders.lookup', 'returns.list', 'companies.forCheckout'],
  ...['companies.create', 'layouts.list', 'reviews.create', 'users.adminUpdate'],
  ...['auth.emailLink', 'auth.undoEmail', 'emailChanges.decide'],
  'approvals.list',
  ...['picking.look', 'picking.tick', 'picking.finish', 'picking.leave'],
  ...['mailbox.list', 'mailbox.get', 'mailbox.resend', 'orders.history', 'views.reorder', 'office.find'],
  ...['users.desk', 'users.record', 'mailbox.savedCounts', 'mailbox.beside', 'variants.forgetStock'],
  ...[
    'secondFactor.signIn',
    'secondFactor.begin',
    'secondFactor.confirm',
    'secondFactor.state',
    'secondFactor.renewCodes',
    'secondFactor.remove',
    'secondFactor.removeOf',
  ],
];

type Caller = ReturnType<typeof callerOf>;
const checkout = (said: object = {}) => ({
  ...guest,
  cart: [lineOf(knob, 2)],
  shippingMethod: 'local' as const,
  paymentType: 'Terms' as const,
  total: usd(20),
  idempotencyKey: randomUUID(),
  ...said,
});

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  knob = await makeVariant(db, { price: usd(10), stock: 500 });
  const company = await makeCompany(db, { creditLimit: usd(5000), taxExempt: true });
  const member = (said: object = {}) =>
    makeUser(db, { company, role: 'Member', spendingLimit: usd(50), ...said });
  people = {
    guest: null,
    owner: await member(),
    colleague: await member(),
    Primary: await makeUser(db, { company, emailConfirmedAt: new Date().toISOString() }),
    outsider: await makeUser(db, {
      company: await makeCompany(db, { creditLimit: usd(5000) }),
      emailConfirmedAt: new Date().toISOString(),
    }),
    stranger: await makeUser(db),
    Employee: await makeUser(db, { permissionLevel: 'Employee' }),
    Admin: await makeUser(db, { permissionLevel: 'Admin' }),
  };
  of = await belongings(company);
});
afterAll(() => shop.close());

const known = (person: Person): SessionUser => {
  const user = people[person];
  if (!user) throw new Error('nobody');
  return user;
};

/** Makes one of everything that can be asked for by an id, of the owner's or their company's. */
async function belongings(company: string) {
  const { app } = shop;
  const [owner, primary] = [known('owner'), known('Primary')];
  const [mine, his] = [shop.as(owner), shop.as(primary)];
  const order = await mine.orders.submit(checkout());
  await moveOrder(app, known('Employee'), { _id: order._id, to: 'Processing' });
  const fulfilled = order.cart.map(({ _id }) => ({ _id, fulfilled: 2 }));
  await patchOrder(app, known('Employee'), { _id: order._id, status: 'Ready', cart: fulfilled });
  const fresh = await mine.orders.submit(checkout());
  const sample = await makeVariant(app.db, { price: usd(0) });
  const gratis = await mine.orders.submit(checkout({ cart: [lineOf(sample, 1)], total: usd(0) }));
  const held = await mine.orders.submit(checkout({ paymentType: 'credit-card' }));
  const cart = await mine.carts.create({ orderName: 'Job', cart: [lineOf(knob, 2)] });
  const other = await mine.carts.create({ orderName: 'Other', cart: [lineOf(knob, 1)] });
  const bid = await mine.carts.saveAsBid({ orderName: 'Bid', cart: [lineOf(knob, 2)] });
  const quoted = await mine.carts.saveAsBid({ orderName: 'Quoted', cart: [lineOf(knob, 2)] });
  await shop.as(known('Employee')).carts.quote({
    _id: quoted._id,
    version: quoted.version,
    prices: [{ variantId: knob.variantId, price: usd(9) }],
    quotedUntil: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const sentBack = await mine.returns.create({
    orderId: order._id,
    lines: [{ variantId: knob.variantId, quantity: 1, reason: 'too long' }],
  });
  const large = checkout({ cart: [lineOf(knob, 9)], total: usd(90), email: owner.email });
  const { approval } = await mine.team.requestApproval(large);
  const { addresses } = await his.companies.saveAddress({ company, ...SITE });
  const { associatedAccounts } = await his.companies.addAssociatedAccount({
    company,
    email: 'foreman@example.com',
  });
  const [invitation] = [await his.team.invite({ email: 'joiner@example.com' })].flat();
  const review = await mine.reviews.create({ product: knob.productId, rating: 4 });
  const [notification] = await app.db
    .insert(notifications)
    .values({ user: owner._id, type: 2, title: 'Yours' })
    .returning();
  const [card] = await app.db
    .insert(savedCards)
    .values({
      user: owner._id,
      provider: 'test',
      reference: 'card-1',
      brand: 'visa',
      last4: '4242',
      expMonth: 4,
      expYear: 2099,
    })
    .returning();
  const said = { kind: 'order', subject: order._id, text: 'Wrapped twice' } as const;
  const comment = await shop.as(known('Admin')).comments.add(said);
  const view = await shop.as(known('Employee')).views.save({ screen: 'orders', name: 'Own', query: {} });
  const { apiKey } = await mine.apiKeys.create({ name: 'mine', scopes: ['orders:read'] });
  const idOf = (found: { _id: string } | null | undefined) => found?._id ?? 'nothing was made';
  return {
    company,
    user: known('colleague')._id,
    address: idOf(addresses?.[0]),
    associated: idOf(associatedAccounts?.[0]),
    order: order._id,
    orderNumber: order.orderNumber,
    orderKey: order.orderKey ?? '',
    fresh: fresh._id,
    gratis: gratis._id,
    held: held._id,
    cart: cart._id,
    other: other._id,
    line: idOf(cart.cart[0]),
    bid: bid._id,
    quoted: quoted._id,
    return: sentBack._id,
    approval: idOf(approval),
    invitation: idOf(invitation),
    notification: idOf(notification),
    review: review._id,
    card: idOf(card),
    key: idOf(apiKey),
    comment: comment._id,
    view: view._id,
  };
}

const SITE = { name: 'Site', address: '8 Elm Street', city: 'Austin', state: 'TX', zip: '78701' };
const nameAndMail = (person: Person) => ({ _id: known(person)._id, email: known(person).email });
const approve = { testOutcome: 'approve' as const };

/** Each call that looks at more than a role, as it succeeds for whoever may. */
const CALLS: Record<string, (caller: Caller) => Promise<unknown>> = {
  'orders.byId': caller => caller.orders.byId({ id: of.order }),
  'orders.cancel': caller => caller.orders.cancel({ _id: of.fresh }),
  'orders.compare': caller => caller.orders.compare({ _id: of.order }),
  'orders.duplicate': caller => caller.orders.duplicate({ orderNumber: of.orderNumber }),
  'orders.duplicateById': caller => caller.orders.duplicateById({ _id: of.order }),
  'orders.pay': caller =>
    caller.orders.pay({ orders: of.fresh, card: approve, total: usd(20), idempotencyKey: randomUUID() }),
  'orders.remove': caller => caller.orders.remove({ id: of.cart }),
  'payments.charge': caller => caller.payments.charge({ order: { _id: of.held }, card: approve }),
  'returns.create': caller =>
    caller.returns.create({
      orderId: of.order,
      lines: [{ variantId: knob.variantId, quantity: 1, reason: 'bent' }],
    }),
  'returns.byId': caller => caller.returns.byId({ _id: of.return }),
  'returns.returnable': caller => caller.returns.returnable({ id: of.order }),
  'returns.email': caller => caller.returns.email({ _id: of.return, email: guest.email }),
  'carts.byId': caller => caller.carts.byId({ _id: of.cart }),
  'carts.saveOrUpdate': caller => caller.carts.saveOrUpdate({ _id: of.cart, orderName: 'Mine' }),
  'carts.add': caller => caller.carts.add({ _id: of.cart, lines: [lineOf(knob, 1)] }),
  'carts.changeLines': caller =>
    caller.carts.changeLines({ _id: of.cart, lines: [{ _id: of.line, quantity: 9 }] }),
  'carts.removeLines': caller => caller.carts.removeLines({ _id: of.cart, lines: [of.line] }),
  'carts.moveLines': caller => caller.carts.moveLines({ from: of.cart, to: of.other, lines: [of.line] }),
  'carts.duplicate': caller => caller.carts.duplicate({ _id: of.cart }),
  'carts.share': caller => caller.carts.share({ _id: of.cart }),
  'carts.unshare': caller => caller.carts.unshare({ _id: of.cart }),
  'carts.acceptPrices': caller => caller.carts.acceptPrices({ _id: of.cart }),
  'carts.askAgain': caller => caller.carts.askAgain({ _id: of.quoted, notes: 'Lower?' }),
  'companies.byId': caller => caller.companies.byId({ id: of.company }),
  'companies.orders': caller => caller.companies.orders({ company: of.company }),
  'companies.products': caller => caller.companies.products({ companyId: of.company }),
  'companies.update': caller => caller.companies.update({ _id: of.company, city: 'Austin' }),
  'companies.saveAddress': caller =>
    caller.companies.saveAddress({ company: of.company, _id: of.address, ...SITE, city: 'Waco' }),
  'companies.removeAddress': caller =>
    caller.companies.removeAddress({ company: of.company, _id: of.address }),
  'companies.savePartNumbers': caller =>
    caller.companies.savePartNumbers({
      company: of.company,
      rows: [{ productNum: knob.productNum, partNumber: 'X-1' }],
    }),
  'companies.addAssociatedAccount': caller =>
    caller.companies.addAssociatedAccount({ company: of.company, email: 'mine@example.com' }),
  'companies.removeAssociatedAccount': caller =>
    caller.companies.removeAssociatedAccount({ company: of.company, _id: of.associated }),
  'companies.removeUser': caller => caller.companies.removeUser({ companyId: of.company, userId: of.user }),
  'statement.get': caller => caller.statement.get({ company: of.company }),
  'team.approval': caller => caller.team.approval({ _id: of.approval }),
  'team.approve': caller => caller.team.approve({ _id: of.approval, total: usd(90), cartVersions: [1] }),
  'team.decline': caller => caller.team.decline({ _id: of.approval }),
  'team.takeBack': caller => caller.team.takeBack({ _id: of.approval }),
  'team.resend': caller => caller.team.resend({ _id: of.invitation }),
  'team.withdraw': caller => caller.team.withdraw({ _id: of.invitation }),
  'team.setRole': caller => caller.team.setRole({ user: of.user, role: 'Primary' }),
  'team.setLimit': caller => caller.team.setLimit({ user: of.user, spendingLimit: null }),
  'notifications.update': caller => caller.notifications.update({ _id: of.notification, read: true }),
  'notifications.remove': caller => caller.notifications.remove({ id: of.notification }),
  'reviews.update': caller => caller.reviews.update({ _id: of.review, rating: 1 }),
  'reviews.remove': caller => caller.reviews.remove({ id: of.review }),
  'savedCards.remove': caller => caller.savedCards.remove({ _id: of.card }),
  'comments.edit': caller => caller.comments.edit({ _id: of.comment, text: 'Wrapped once' }),
  'comments.remove': caller => caller.comments.remove({ _id: of.comment }),
  'views.save': caller => caller.views.save({ _id: of.view, screen: 'orders', name: 'Else', query: {} }),
  'views.remove': caller => caller.views.remove({ _id: of.view }),
  'apiKeys.revoke': caller => caller.apiKeys.revoke({ _id: of.key }),
};

/** Beyond the words of the table where one call asks differently for several things. */
const ALSO: [string, (caller: Caller) => Promise<unknown>, readonly Person[]][] = [
  ['an order that no books name', caller => caller.orders.remove({ id: of.gratis }), ['Admin']],
  [
    'an invitation to one’s own company',
    caller => caller.team.invite({ email: 'another@example.com' }),
    ['Primary', 'outsider'],
  ],
  ['the invitations of one’s own company', caller => caller.team.invitations({}), ['Primary', 'outsider']],
  ['a bid', caller => caller.carts.byId({ _id: of.bid }), ['owner', ...STAFF]],
  [
    'a company’s creditLimit',
    caller => caller.companies.update({ _id: of.company, creditLimit: usd(9000) }),
    ['Admin'],
  ],
  [
    'an Employee',
    caller => caller.users.adminUpdate({ ...nameAndMail('Employee'), name: 'Else' }),
    ['Admin'],
  ],
  ['a customer', caller => caller.users.adminUpdate({ ...nameAndMail('owner'), name: 'Else' }), STAFF],
];

/** Nothing that a call does outlasts it, so that each finds the same. */
class Undo extends Error {}

/** How a call ends for somebody: allowed, refused for who asks, or why else it failed. */
async function outcomeOf(person: Person, call: (caller: Caller) => Promise<unknown>): Promise<string> {
  try {
    await shop.app.db.transaction(async tx => {
      const inside = { ...shop.app, db: tx, payments: createTestGateway(tx) };
      await call(callerOf(inside, people[person], '198.51.100.7'));
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return 'allowed';
    const cause = error instanceof AppError ? error : (error as Error).cause;
    if (!(cause instanceof AppError)) throw error;
    return REFUSALS.includes(cause.reason)
      ? 'refused'
      : `${cause.reason}: ${JSON.stringify(cause.issues ?? cause.message)}`;
  }
  return 'allowed';
}

const REFUSALS: string[] = ['signed_out', 'forbidden', 'not_found', 'review_signed_out'];
const EVERYBODY = [
  'guest',
  'owner',
  'colleague',
  'Primary',
  'outsider',
  'stranger',
  ...STAFF,
] satisfies Person[];

async function outcomes(call: (caller: Caller) => Promise<unknown>): Promise<string[][]> {
  const told: string[][] = [];
  for (const person of EVERYBODY) told.push([person, await outcomeOf(person, call)]);
  return told;
}

const expected = (allowed: readonly Person[]) =>
  EVERYBODY.map(person => [person, allowed.includes(person) ? 'allowed' : 'refused']);

describe('what a call looks at within itself', () => {
  it.each(Object.entries(CALLS))(
    '%s lets in whom the table says, and nobody else [ROLE-01]',
    async (name, call) => {
      const within = RIGHTS[name]?.within ?? '';
      expect([within, WITHIN[within]]).toEqual([within, expect.any(Array)]);
      expect(await outcomes(call)).toEqual(expected(WITHIN[within] ?? []));
    },
  );

  it.each(ALSO)('of %s too [ROLE-01]', async (_, call, allowed) => {
    expect(await outcomes(call)).toEqual(expected(allowed));
  });

  it('is held for each call that names somebody’s own by an id', () => {
    const left = Object.keys(appRouter._def.procedures).filter(
      name => RIGHTS[name]?.within !== undefined && !CALLS[name] && !ELSEWHERE.includes(name),
    );
    expect(left).toEqual([]);
  });
});
