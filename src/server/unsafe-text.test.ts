import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '#server/router.ts';
import { type Accounts, openAccounts } from '#server/test/accounts.ts';

interface Schema {
  _zod: { def: Record<string, unknown> & { type: string } };
  safeParse: (value: unknown) => { success: boolean };
}

/** Texts that a call takes as they come: what they name is hashed or compared by the shop, and Postgres never sees them. */
const NEVER_ASKED_FOR = new Set([
  'auth.login.password',
  'auth.google.credential',
  'auth.verifyToken.token',
  'auth.setPassword.token',
  'auth.updatePassword.currentPassword',
  'auth.confirmEmail.token',
  'auth.emailLink.token',
  'auth.undoEmail.token',
  'auth.firstAdmin.token',
  'users.updateProfile.currentPassword',
  'team.invitation.token',
  'team.accept.token',
  'team.register.token',
  'orders.byId.orderKey',
  'orders.lookup.orderKey',
  'payLinks.open.key',
  'payLinks.pay.key',
  'payments.charge.order.orderKey',
  // Compared with what the order has now.
  'picking.look.list',
  'picking.tick.list',
  'picking.finish.list',
  'orders.dismissAlert.alert',
  // The shop's own are written down instead.
  'logs.add.userEmail',
  'logs.add.date',
  // Looked up among the names that the catalogue has.
  'products.list.tags',
  'products.list.categories',
  'products.list.subcategories',
  'products.list.vendor',
  'products.list.options',
  'products.byId.id',
  'products.byId.variants',
  'products.byId.title',
  // Read anew as the question of its list.
  'views.save.query',
]);

/** Moments that are compared with the clock before anything is asked. */
const BOUND_BY_NOW = new Set(['apiKeys.create.expiresAt', 'carts.quote.quotedUntil']);

const OUTSIDE = ['0000-01-01', '9999-12-31', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
/** In the years 0 and 10000 of the calendar that all others count by. */
const BESIDE = ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00'];

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Finds all schemas of texts within one, each by its path. */
function* textsIn(schema: Schema, path: string): Generator<{ path: string; schema: Schema }> {
  const { type, shape, ...def } = schema._zod.def;
  // A part that is piped into another schema is refused by that one as well.
  const isText = type === 'string' || (type === 'pipe' && (def.in as Schema)._zod.def.type === 'string');
  if (isText) return yield { path, schema };
  for (const part of Object.values(def).flat()) if (isSchema(part)) yield* textsIn(part, path);
  for (const [name, part] of Object.entries((shape ?? {}) as Record<string, Schema>))
    yield* textsIn(part, `${path}.${name}`);
}

const texts = Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) =>
  (procedure as unknown as { _def: { inputs: Schema[] } })._def.inputs.flatMap(input => [
    ...textsIn(input, name),
  ]),
);

const thoseThatTake = (values: readonly string[]) => [
  ...new Set(
    texts
      .filter(({ schema }) => values.some(value => schema.safeParse(value).success))
      .map(({ path }) => path),
  ),
];

describe('no call takes', () => {
  it('what Postgres can’t keep, where it is asked for it', () => {
    expect(texts.length).toBeGreaterThan(300);
    expect(thoseThatTake(['\0', 'a\0b', 'a\ud800b']).sort()).toEqual([...NEVER_ASKED_FOR].sort());
  });

  it('days and moments that the calendar of the database has not', () => {
    const days = texts.filter(
      ({ schema }) => schema.safeParse('2026-07-01').success && !schema.safeParse('x').success,
    );
    expect(days.length).toBeGreaterThan(10);
    const taken = [...OUTSIDE, ...BESIDE].flatMap(value =>
      texts.filter(({ schema }) => !schema.safeParse('x').success && schema.safeParse(value).success),
    );
    expect(taken.map(({ path }) => path).filter(path => !BOUND_BY_NOW.has(path))).toEqual([]);
  });
});

describe('who sends it', () => {
  let shop: Accounts;
  beforeAll(async () => {
    shop = await openAccounts();
  });
  afterAll(() => shop.close());

  it('is told that it is invalid', async () => {
    const cookie = await shop.signIn((await shop.person()).email);
    const asked: [string, Record<string, unknown>][] = [
      ['coupons.verify', { code: '\0' }],
      ['coupons.product', { code: 'A\0' }],
      ['sessions.end', { _id: '\0' }],
      ...[...OUTSIDE.slice(2), ...BESIDE].map((since): [string, Record<string, unknown>] => [
        'notifications.newest',
        { since },
      ]),
    ];
    for (const [call, input] of asked) {
      const { status, body } = await shop.call(call, input, { cookie, door: 'trpc' });
      expect([call, status, body]).toMatchObject([call, 400, { reason: 'invalid' }]);
    }
    const near = await shop.call('notifications.newest', { since: '0002-01-01T00:00:00+14:00' }, { cookie });
    expect(near).toMatchObject({ status: 200, body: null });
  });
});
