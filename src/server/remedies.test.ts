import { type AnyProcedure, TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { AppError } from '#server/errors.ts';
import { REMEDIES, remediesOf } from '#server/remedies.ts';
import { FACTS, SAMPLE } from '#server/remedy-examples.ts';
import { appRouter } from '#server/router.ts';
import { errorBody, type Meta } from '#server/trpc.ts';
import { ERRORS, type ErrorReason } from '#shared/errors.ts';

/** The shop's pages; a journey opens each. */
const PAGES =
  /^\/(contact|products|checkout(\/login|\/summary)?|product\/[\w-]+\/[\w-]+|admin\/(returns|orders(\/[\w-]+)?)|user(\?forgotten|\/(orders|team|settings|orders\/[\w-]+|make-payment\/[^/]+))?)$/;

const cases = (Object.keys(ERRORS) as ErrorReason[]).flatMap(reason =>
  (FACTS[reason] ?? [{}]).map((facts, n) => [reason, n, facts] as const),
);
const procedures = appRouter._def.procedures as unknown as Record<string, AnyProcedure>;

const { order, rest, figures } = SAMPLE;

describe('the remedies of', () => {
  it.each(cases)(
    '%s (%i) are sentences, with calls and addresses that can be taken as they are',
    (reason, _, about) => {
      const row = REMEDIES[reason];
      if ('none' in row) {
        expect(row.none.length, 'says why').toBeGreaterThan(30);
        expect(remediesOf(reason)).toBeUndefined();
        return;
      }
      const remedies = remediesOf(reason, { about }) ?? [];
      expect(remedies.length).toBeGreaterThan(0);
      for (const { text, href, calls = [], again } of remedies) {
        expect(text).toMatch(/^[A-Z].*[.”]$/);
        expect(text).not.toMatch(/undefined|null|\[object/);
        if (href) expect(href).toMatch(PAGES);
        for (const { name, rest: path, input } of calls) {
          const procedure = procedures[name];
          const meta = procedure?._def.meta as Meta | undefined;
          const { inputs = [] } = { ...procedure?._def } as { inputs?: z.ZodType[] };
          const [schema] = inputs;
          expect(meta?.openapi ? `${meta.openapi.method} ${meta.openapi.path}` : null).toBe(path);
          expect(schema?.safeParse(input)).toMatchObject({ success: true });
        }
        if (again?.to) expect(procedures).toHaveProperty([again.to.name]);
      }
    },
  );

  it('what was asked too often say in how long it may be asked again', () => {
    const [, , later] =
      remediesOf('too_many', { details: { retryAfter: 61 }, about: { unpaid: [order] } }) ?? [];
    expect(later).toEqual({ text: 'Try again in 2 minutes.' });
    expect(remediesOf('busy', { details: { retryAfter: 1 } })?.[0]?.text).toBe('Try again in 1 second.');
  });

  it('an order name every line that becomes fewer, with what the rest costs', () => {
    const [first] = remediesOf('out_of_stock', { about: { rest } }) ?? [];
    expect(first?.text).toBe('Take 12 of the 25 × Ardmore Knob and leave out Screw for $84.20.');
    const [used] =
      remediesOf('figures_changed', {
        details: { figures: { ...figures, couponCode: 'WELCOME10', couponStatus: 'used' } },
      }) ?? [];
    expect(used?.text).toBe('Continue without the coupon WELCOME10, for $97.43.');
    expect(used?.again?.change).toEqual({ total: 97.43, cartVersions: [4], couponCode: '' });
    const [, pay] =
      remediesOf('credit_limit', {
        about: { release: { orders: [order, { ...order, orderNumber: 10570 }], isEnough: true } },
      }) ?? [];
    expect(pay?.text).toBe('Pay order 10567 and order 10570 first.');
  });

  it('a key that brought a payment speak of no order', () => {
    const about = { nextKey: SAMPLE.order._id };
    expect(remediesOf('key_reused', { about })?.[0]?.text).toBe('Send it as a new order, under a new key.');
    expect(remediesOf('key_reused', { about: { ...about, isPayment: true } })).toMatchObject([
      {
        text: 'Send it as a new payment, under a new key.',
        again: { change: { idempotencyKey: about.nextKey } },
      },
    ]);
  });

  it('a call of staff lead into the back office, and the same of a customer’s to their own pages', () => {
    const led = (call: string, facts: { order?: typeof order; return?: { _id: string; status: string } }) =>
      errorBody(new AppError('order_state', { details: facts as never }), call).body.remedies;
    expect(led('orders.adminPatch', { order })).toEqual([
      { text: 'See order 10567.', href: `/admin/orders/${order._id}` },
    ]);
    expect(led('orders.createByStaff', {})).toEqual([{ text: 'See the orders.', href: '/admin/orders' }]);
    expect(led('returns.update', { return: { _id: order._id, status: 'Rejected' } })).toEqual([
      { text: 'See the returns.', href: '/admin/returns' },
    ]);
    expect(led('orders.cancel', { order })?.[0]?.href).toBe(`/user/orders/${order._id}`);
    expect(led('orders.cancel', {})?.[0]?.href).toBe('/user/orders');
  });

  it('a call of staff that found too little offer what staff can do, and not to call us', () => {
    const { remedies } = errorBody(new AppError('out_of_stock'), 'orders.createByStaff').body;
    expect(remedies).toEqual([{ text: 'Lower the quantity to what is left, or take the line out.' }]);
  });

  it('refusals stand in the answer, of those that name fields and those of an outage too', () => {
    expect(errorBody(new AppError('signed_out')).body.remedies).toEqual([
      { text: 'Sign in, then continue.', href: '/user' },
    ]);
    expect(errorBody(new AppError('not_found')).body).not.toHaveProperty('remedies');
    const outage = new TRPCError({
      code: 'INTERNAL_SERVER_ERROR',
      cause: Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }),
    });
    expect(errorBody(outage, 'orders.submit').body.remedies?.[0]).toEqual({
      text: 'Place the order again in 5 seconds.',
      again: { change: {} },
    });
  });
});
